import { abilityOf } from '@tablewire/contracts/identity/access'
import { reservations } from '@tablewire/contracts/booking/reservations'
import { after, changeable, houseGraceMinutes, notedHoursMost } from '@tablewire/contracts/booking/reservations.rules'
import { shiftNotes } from '@tablewire/contracts/booking/shift-notes'
import { tables } from '@tablewire/contracts/booking/tables'
import { waitlist } from '@tablewire/contracts/booking/waitlist'
import { waitAfter, type WaitMove, type WaitStatus } from '@tablewire/contracts/booking/waitlist.rules'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { api } from '#src/api/client.ts'
import { sessionStore } from '#src/api/session.ts'
import type { Act } from './acts/act.ts'
import { moveOf } from './acts/rows-with.ts'

/** What the server has now, and who brought it there; `anyway`: what would do the act all the same, undefined where nothing does. */
export type Standing = {
  readonly status?: Status
  readonly waits?: WaitStatus
  readonly text?: string
  readonly table?: { readonly name: string; readonly takenBy: string; readonly free: boolean; readonly seat: string }
  readonly who?: string
  readonly at?: string
  readonly timezone?: string
  readonly anyway?: Pick<Act, 'body'> & Partial<Pick<Act, 'first'>>
}

const chainOf = (ids: readonly string[]): string => ids.toSorted().join()

const ofParty = async ({ call, params, body }: Act): Promise<Standing> => {
  const asked = { params: { id: params.id! } }
  const [now, events] = await Promise.all([api(reservations.get, asked), api(reservations.events, asked)])
  const last = events.findLast(({ kind }) => kind !== 'notified')
  const known = { status: now.status, timezone: now.timezone, ...(last ? { who: last.actorName, at: last.at } : {}) }
  const { version } = now
  const move = moveOf[call]
  const text = call === 'reservations.update' ? (now.notes ?? '') : ''
  if (!move) return { ...known, text, anyway: { body: { ...body, version } } }
  if (after(move, now.status)) return { ...known, anyway: { body: { ...body, version } } }
  const reopened = after('reopen', now.status)
  if (reopened && now.moves.includes('reopen') && after(move, reopened))
    return { ...known, anyway: { body: { ...body, version }, first: 'reservations.reopen' } }
  return known
}

const ofTable = async ({ params, body }: Act): Promise<Standing> => {
  const id = params.id!
  const [{ seat, choices }, now] = await Promise.all([api(tables.choices, { params: { id } }), api(reservations.get, { params: { id } })])
  const wanted = body['tableIds'] as string[]
  const choice = choices.find(({ tableIds }) => chainOf(tableIds) === chainOf(wanted))
  const free = wanted.length === 0 || choice?.free === true || chainOf(seat.tableIds) === chainOf(wanted)
  const table = { name: choice?.name ?? '', takenBy: choice?.takenBy ?? '', free, seat: seat.name }
  const possible = free && changeable(now.status)
  return { status: now.status, table, ...(possible ? { anyway: { body: { ...body, version: seat.version } } } : {}) }
}

const ofNote = async ({ venueId, date, body }: Act): Promise<Standing> => {
  const { notes } = await api(shiftNotes.list, { params: { id: venueId }, query: { date } })
  const now = notes.find(({ mealId }) => mealId === body['mealId'])
  const anyway = { body: { ...body, version: now?.version ?? 0 } }
  return { text: now?.content ?? '', anyway, ...(now ? { who: now.authorName, at: now.writtenAt } : {}) }
}

const ofWaiting = async ({ venueId, date, params, body }: Act): Promise<Standing> => {
  const { entries } = await api(waitlist.day, { params: { id: venueId }, query: { date } })
  const now = entries.find(({ id }) => id === params.id)
  if (!now) return {}
  const possible = waitAfter(now.kind, body['move'] as WaitMove, now.status) !== undefined
  return { waits: now.status, ...(possible ? { anyway: { body: { ...body, version: now.version } } } : {}) }
}

const minuteMs = 60_000
/** When they came, or as near to it as the book takes a party by now. */
const startTaken = (came: string, mayOverride: boolean): string => {
  const reach = mayOverride ? notedHoursMost * 60 : houseGraceMinutes
  const earliest = (Math.floor(Date.now() / minuteMs) - reach + 1) * minuteMs
  return new Date(Math.max(Date.parse(came), earliest)).toISOString()
}
/** Of what is still to be made, only the refusal is known. */
const ofNew = ({ call, body, refused }: Act): Standing => {
  if (call === 'waitlist.add') return { anyway: { body } }
  const { userData } = sessionStore.get()
  const mayOverride = abilityOf(userData ?? { roles: [], permissions: [] }).can('override', 'reservation-list')
  const late = refused?.code === 'slot.past' || refused?.code === 'apiError'
  const startsAt = late ? startTaken(String(body['startsAt']), mayOverride) : body['startsAt']
  return late || mayOverride ? { anyway: { body: { ...body, startsAt, override: mayOverride } } } : {}
}

/** How that stands now of which an act was refused. */
export const howItStands = async (act: Act): Promise<Standing> => {
  if (act.makes) return ofNew(act)
  if (act.call === 'tables.assign') return ofTable(act)
  if (act.call === 'shiftNotes.save') return ofNote(act)
  return act.call === 'waitlist.move' ? ofWaiting(act) : ofParty(act)
}
