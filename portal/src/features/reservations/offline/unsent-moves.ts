import { type Reservation, type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import type { Move } from '@tablewire/contracts/booking/reservations.rules'
import { useSyncExternalStore } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { tablet } from '#src/api/tablet.ts'
import { serverNow } from '#src/api/server-clock.ts'
import type { Act } from './acts/act.ts'
import { whileSending } from './acts/act-locks.ts'
import { sendable } from './acts/act-rules.ts'
import { actStore, useActs, waitingActs } from './acts/act-store.ts'
import { isAway, mustWait, playSoon, storeAct } from './acts/keep-act.ts'
import { callOf, moveOf, rowsWith } from './acts/rows-with.ts'
import { told } from './acts/told.ts'

/** A step on a reservation, with the idempotency key under which it is sent however often. */
export type MoveTask = {
  row: ReservationRow
  move: Move
  body: { version?: number; reason?: string; notify?: boolean; notedAt?: string }
  key: string
  /** Takes back another one, and is none to be taken back. */
  undoing?: true
}

const stored = (key: string): Act | undefined => actStore.all().find((act) => act.key === key)

/** What becomes of the steps of this page, asked for from the moment they are taken: they may be played before it is their turn here. */
const answers = new Map<string, Promise<Reservation>>()

/** Another tab may send what waits here: then the reservation itself says what became of it. */
const settled = async (task: MoveTask): Promise<Reservation> => {
  const answer = told.wait<Reservation>(task.key)
  const look = (): void => {
    const act = stored(task.key)
    if (act && !act.refused) return
    // The player of this page says so itself, a moment later.
    setTimeout(() => {
      if (!told.waits(task.key)) return
      if (act?.refused) told.refused(task.key, new ApiError(act.refused.status, 'apiError', { message: act.refused.message }))
      else
        void api(reservations.get, { params: { id: task.row.id } }).then(
          (row) => told.done(task.key, row),
          (error: unknown) => told.refused(task.key, error),
        )
    }, 1_000)
  }
  const stop = actStore.subscribe(look)
  return answer.finally(stop)
}

/** At once where somebody answers; else it is left to be played, and waited for. */
const sent = async (task: MoveTask, call: () => Promise<Reservation>): Promise<Reservation> => {
  const act = stored(task.key)
  if (act && !act.waits)
    try {
      const result = await whileSending(task.key, call)
      told.done(task.key, result)
      actStore.remove([task.key])
      return result
    } catch (error) {
      if (!(error instanceof ApiError && error.passing)) {
        told.refused(task.key, error)
        actStore.remove([task.key])
        throw error
      }
      actStore.put([{ ...act, waits: true }])
    }
  playSoon()
  return await (answers.get(task.key) ?? settled(task))
}

/**
 * Steps of a host while the server cannot be reached: they stay on the screen as done, marked as not sent, outlive a reload, and are sent in their
 * order when the server answers again (SH8, RE3).
 */
export const unsentMoves = {
  noted: (task: MoveTask): MoveTask => ({ ...task, body: { notedAt: serverNow(), ...task.body } }),
  /** Stored from the moment it is taken, also while another step goes first: a reload sends both, or a step taken back would be done after all. */
  keep: (task: MoveTask): void => {
    const { row, move, body, key, undoing } = task
    const call = callOf(move)
    if (!call || answers.has(key)) return
    const { id: subject, venueId, serviceOn: date, guest } = row
    const name = `${guest.firstName} ${guest.lastName}`.trim()
    const act = { key, call, params: { id: subject }, body, subject, name, venueId, date, row, ...(undoing ? { undoing } : {}) }
    // Nobody waits for a first try to fail before the row says what is noted.
    storeAct(act, mustWait(subject))
    const answer = settled(task)
    answer.catch(() => undefined)
    answers.set(key, answer)
  },
  /** Kept until there is an answer; one that nobody gives at once is waited for, however long. */
  send: async (task: MoveTask, call: () => Promise<Reservation>): Promise<Reservation> => {
    unsentMoves.keep(task)
    try {
      return await sent(task, call)
    } finally {
      answers.delete(task.key)
    }
  },
  /** What an earlier page left behind, oldest first. */
  leftBehind: (): MoveTask[] =>
    actStore.all().flatMap(({ call, row, body, key, undoing, refused }) => {
      const move = moveOf[call]
      return move && row && !refused && !told.waits(key) ? [{ row, move, body, key, ...(undoing ? { undoing } : {}) }] : []
    }),
  /** Plays it; and what becomes of the last step of it. */
  resume: (): void => {
    if (actStore.all().length > 0) playSoon()
  },
  settled,
  /** Rows of before as these steps leave them. */
  applied: (rows: readonly ReservationRow[], belongs: (row: ReservationRow) => boolean): ReservationRow[] =>
    rowsWith(waitingActs(), rows, belongs),
  /** On a shared tablet a step is somebody's before it shows as done. */
  ready: () => tablet.ready(isAway()),
  /** A step taken now would have to wait. */
  expected: (): boolean => isAway() || sendable(actStore.all()).length > 0,
  /** Once the first try of this one has found nobody who answers; until then it was said to be done. */
  onWait: (key: string, listener: () => void): (() => void) => {
    const stop = actStore.subscribe(() => {
      if (!stored(key)?.waits) return
      stop()
      listener()
    })
    return stop
  },
  /** It was refused after it had waited, and stands among what people decide about. */
  isListed: (key: string): boolean => stored(key)?.refused !== undefined,
  waitsFor: (id: string): boolean => waitingActs().some(({ subject }) => subject === id),
}

/** Another one after each step that comes or goes. */
export const useUnsentSteps = useActs

const sentState = (id: string): 'unsent' | 'refused' | undefined => {
  const mine = actStore.all().filter(({ subject }) => subject === id)
  if (mine.some(({ refused }) => refused !== undefined)) return 'refused'
  return mine.some(({ waits }) => waits) ? 'unsent' : undefined
}
/** Of one reservation, hundreds of which are on the screen: whether a step waits to be sent, or was refused after it had waited. */
export const useSentState = (id: string): 'unsent' | 'refused' | undefined => useSyncExternalStore(actStore.subscribe, () => sentState(id))

/** A party is seated and given its table by one touch, which is one step. */
export const stepsOf = (acts: readonly Act[]): Act[][] => {
  const last = new Map<string, Act[]>()
  return acts.flatMap((act) => {
    const step = act.beside ? last.get(act.subject) : undefined
    if (step) {
      step.push(act)
      return []
    }
    const begun = [act]
    last.set(act.subject, begun)
    return [begun]
  })
}
export const countSteps = (acts: readonly Act[]): number => stepsOf(acts).length
export const useUnsentCount = (): number => countSteps(sendable(useActs()))

/** What the reservations are about that wait to be sent, one for each step. */
export const useUnsent = (): readonly string[] => sendable(useActs()).map(({ subject }) => subject)
