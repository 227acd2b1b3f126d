import { abilityOf } from '@tablewire/contracts/identity/access'
import { type Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import { after, isRefusedByBook } from '@tablewire/contracts/booking/reservations.rules'
import { shiftNotes } from '@tablewire/contracts/booking/shift-notes'
import { tables, type TableSeat } from '@tablewire/contracts/booking/tables'
import { waitlist } from '@tablewire/contracts/booking/waitlist'
import { waitAfter, type WaitMove, waitStatuses } from '@tablewire/contracts/booking/waitlist.rules'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { liveState, onLiveState } from '#src/api/live.ts'
import { sessionStore } from '#src/api/session.ts'
import { tablet } from '#src/api/tablet.ts'
import type { Act, ActName } from './act.ts'
import { afterDropped, afterPlayed, droppedWith, isOld, nextToPlay } from './play-rules.ts'
import { actStore } from './act-store.ts'
import { sendingElsewhere, underLock } from './act-locks.ts'
import { moveOf } from './rows-with.ts'
import { askEvening, showActs, showPlayed } from './show-acts.ts'
import { madeIds, told } from './told.ts'

export const calls: Record<ActName, Endpoint> = {
  'reservations.seat': reservations.seat,
  'reservations.complete': reservations.complete,
  'reservations.noShow': reservations.noShow,
  'reservations.reopen': reservations.reopen,
  'reservations.create': reservations.create,
  'reservations.update': reservations.update,
  'reservations.late': reservations.late,
  'tables.assign': tables.assign,
  'shiftNotes.save': shiftNotes.save,
  'waitlist.add': waitlist.add,
  'waitlist.move': waitlist.move,
}

const mayOverride = (): boolean => {
  const { userData } = sessionStore.get()
  return abilityOf(userData ?? { roles: [], permissions: [] }).can('override', 'reservation-list')
}

const againMs = 5_000
/** No answer, or none of this call: the same key is tried again later. */
const passing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.passing || error.status === 429 || error.status === 401 || error.code === 'key.in_flight'

type Made = { id?: unknown; version?: unknown }
/** Whoever may book beyond the book takes the place back although somebody has it meanwhile. */
const reopen = async ({ params, body: { version }, key, maker: madeBy, name: about }: Act): Promise<void> => {
  const call = (override: boolean) =>
    api(reservations.reopen, { params, body: { version, override } } as never, {
      idempotencyKey: `${key}r${override ? 'o' : ''}`,
      madeBy,
      about,
    })
  await call(false).catch((error: unknown) => {
    if (error instanceof ApiError && isRefusedByBook(error.code) && mayOverride()) return call(true)
    throw error
  })
}

const send = async (act: Act): Promise<Made> => {
  const { call, params, body: given, key, first, maker: madeBy, name: about } = act
  const endpoint = calls[call]
  if (first) await reopen(act)
  const { version: _version, ...rest } = given
  const body = first ? rest : given
  return api(endpoint, { params, body } as never, { idempotencyKey: key, madeBy, about }) as Promise<Made>
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join()

const partyAsWished = async (id: string, { call, body, row }: Act): Promise<Made | undefined> => {
  const now = await api(reservations.get, { params: { id } })
  const move = moveOf[call]
  if (move) return row && now.status === after(move, row.status) ? now : undefined
  const { version: _version, notify: _notify, override: _override, ...wanted } = body
  const isSo = ([name, value]: [string, unknown]): boolean => JSON.stringify(now[name as keyof Reservation]) === JSON.stringify(value)
  return Object.entries(wanted).every(isSo) ? now : undefined
}

const tableAsWished = async (id: string, { body }: Act): Promise<Made | undefined> => {
  const { seat } = await api(tables.choices, { params: { id } })
  const { tableIds, locked } = body as Pick<TableSeat, 'tableIds' | 'locked'>
  return sameSet(seat.tableIds, tableIds) && seat.locked === locked ? seat : undefined
}

const noteAsWished = async ({ venueId, date, body }: Act): Promise<Made | undefined> => {
  const { notes } = await api(shiftNotes.list, { params: { id: venueId }, query: { date } })
  const now = notes.find(({ mealId }) => mealId === body['mealId'])
  return now?.content === body['content'] ? now : undefined
}

const waitingAsWished = async (id: string, { venueId, date, body }: Act): Promise<Made | undefined> => {
  const { entries } = await api(waitlist.day, { params: { id: venueId }, query: { date } })
  const now = entries.find((one) => one.id === id)
  const wished = now && waitStatuses.map((from) => waitAfter(now.kind, body['move'] as WaitMove, from))
  return now && wished?.includes(now.status) ? now : undefined
}

/** What was wished for is so already: its answer was lost, or somebody else did the very same. */
const asWished = async (act: Act): Promise<Made | undefined> => {
  const { id } = act.params
  if (act.makes) return undefined
  if (act.call === 'shiftNotes.save') return noteAsWished(act)
  if (id === undefined) return undefined
  if (act.call === 'tables.assign') return tableAsWished(id, act)
  return act.call === 'waitlist.move' ? waitingAsWished(id, act) : partyAsWished(id, act)
}

/** A party that came in by the door sits there: whoever may book beyond the book has done so. */
const beyondBook = ({ call, body }: Act, error: ApiError): boolean =>
  call === 'reservations.create' &&
  body['override'] !== true &&
  (isRefusedByBook(error.code) || error.code === 'slot.past') &&
  mayOverride()

const done = (act: Act, made: Made): void => {
  actStore.put(afterPlayed(actStore.all(), act, made))
  if (act.makes && typeof made?.id === 'string') madeIds.set(new Map([...madeIds.get(), [act.subject, made.id]]))
  actStore.remove([act.key])
  showPlayed(act, made)
  told.done(act.key, made)
}

const refuse = (act: Act, { status, code, message }: Pick<ApiError, 'status' | 'code' | 'message'>): void => {
  actStore.put([{ ...act, waits: true, refused: { status, code, message, at: Date.now() } }])
  showPlayed(act, undefined)
  told.refused(act.key, new ApiError(status, code, { message }))
}

/** One act; false where nobody answers. */
const play = async (act: Act): Promise<boolean> => {
  if (isOld(act, Date.now())) {
    refuse(act, { status: 0, code: 'apiError', message: '' })
    return true
  }
  try {
    done(act, await send(act))
    return true
  } catch (error) {
    if (passing(error)) return false
    const refusal = error as ApiError
    if (beyondBook(act, refusal)) {
      actStore.replace(act.key, { ...act, key: `${act.key}o`, body: { ...act.body, override: true } })
      return true
    }
    const made = await asWished(act).catch((again: unknown) => (passing(again) ? 'away' : undefined))
    if (made === 'away') return false
    if (made) done(act, made)
    else refuse(act, refusal)
    return true
  }
}

/** On a shared tablet nobody's name is put under what another one did: it waits until that one is let in, or nobody is and he is asked. Whose it is that nobody was let in for is asked at once. */
const ofOthers = (acts: readonly Act[]): string[] => {
  const now = tablet.now()
  return now ? acts.flatMap(({ key, maker }) => (maker && maker.id !== '' && maker.id !== now.id ? [key] : [])) : []
}

/** All that can be played, by one tab at a time; false where something is left for later. */
const playAll = (): Promise<boolean> =>
  underLock('acts', async () => {
    const sending = await sendingElsewhere()
    for (;;) {
      if (!sessionStore.get().user) return true
      const acts = actStore.fresh()
      const skipped = new Set([...sending, ...ofOthers(acts)])
      const act = nextToPlay(acts, skipped)
      if (!act) return skipped.size === 0
      if (!act.waits) actStore.put([{ ...act, waits: true }])
      if (!(await play(act))) return false
    }
  })

let running = false
let wake: () => void = () => undefined
const nextTry = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, againMs)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
addEventListener('online', () => wake())
onLiveState(() => {
  if (liveState() === 'live') wake()
})

const run = async (): Promise<void> => {
  let waited = false
  while (nextToPlay(actStore.all()) && sessionStore.get().user)
    if (!(await playAll().catch(() => false))) {
      waited = true
      await nextTry()
    }
  if (waited) askEvening()
}

export const player = {
  /** Until nothing is left that could be done; what is refused waits for people. */
  start: (): void => {
    showActs()
    if (running) return wake()
    running = true
    void run().finally(() => {
      running = false
    })
  },
  /** A new act in the place of the refused one, which is done whatever was in its way. */
  again: (act: Act, anew: Pick<Act, 'key' | 'body'> & Partial<Pick<Act, 'first'>>): void => {
    // Who decides now does it in his own name.
    const { refused: _refused, maker: _maker, ...rest } = act
    actStore.replace(act.key, { ...rest, ...anew, againAt: Date.now(), waits: true })
    player.start()
  },
  /** What was to be made is not made after all. */
  unmake: (subject: string): void => {
    const act = actStore.all().find((one) => one.makes && one.subject === subject)
    if (act) player.drop(act)
  },
  drop: (act: Act): void => {
    const acts = actStore.all()
    const dropped = droppedWith(acts, act)
    actStore.put(afterDropped(acts, act))
    actStore.remove(dropped.map(({ key }) => key))
    for (const one of dropped) {
      // Nobody can be asked what became of what was never made.
      if (act.makes) told.forget(one.key)
      showPlayed(one, undefined)
    }
    player.start()
  },
}
