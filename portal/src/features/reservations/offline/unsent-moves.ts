import type { Reservation, ReservationRow } from '@tablewire/contracts/booking/reservations'
import { after, type Move } from '@tablewire/contracts/booking/reservations.rules'
import { useSyncExternalStore } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { liveState } from '#src/api/live.ts'
import { sessionStore } from '#src/api/session.ts'
import { storageKey } from '#src/api/stored-session.ts'

/** A step on a reservation, with the idempotency key under which it is sent however often. */
export type MoveTask = {
  row: ReservationRow
  move: Move
  body: { version?: number; reason?: string; notify?: boolean }
  key: string
  /** Takes back another one, and is none to be taken back. */
  undoing?: true
}
type Stored = MoveTask & { at: number }

/** Beside the session, with which it goes: it names guests. */
const storedAt = `${storageKey}:unsent`
const againMs = 5_000
/** Of an evening, not of yesterday; the server knows keys for 24 hours. */
const hoursMax = 12

const fresh = ({ at }: Stored): boolean => Date.now() - at < hoursMax * 3_600_000

const stored = (): Stored[] => {
  try {
    const found = JSON.parse(localStorage.getItem(storedAt) ?? 'null') as { person: string | undefined; moves: Stored[] } | null
    return found && found.person === sessionStore.get().userData?.id ? found.moves : []
  } catch {
    return []
  }
}
const store = (moves: readonly Stored[]): void => {
  try {
    if (moves.length === 0) localStorage.removeItem(storedAt)
    else localStorage.setItem(storedAt, JSON.stringify({ person: sessionStore.get().userData?.id, moves }))
  } catch {
    // Without storage a step waits in this page only.
  }
}

/** What this page sends by itself, by key; a reload leaves what is stored to the next page. */
const sending = new Set<string>()
/** Reservations whose step found nobody, by the step's key. */
let unreached: ReadonlyMap<string, string> = new Map()
const listeners = new Set<() => void>()
const become = (next: ReadonlyMap<string, string>): void => {
  unreached = next
  for (const listener of listeners) listener()
}
const without = (key: string): void => {
  if (unreached.has(key)) become(new Map([...unreached].filter(([one]) => one !== key)))
}

const forget = (): void => {
  store([])
  sending.clear()
  become(new Map())
}
sessionStore.onEnd(forget)

const nextTry = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, againMs)
    addEventListener('online', done)
  })

/** Tries until the server has answered, whatever it says. */
const untilAnswered = async (task: MoveTask, call: () => Promise<Reservation>): Promise<Reservation> => {
  const since = Date.now()
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const mayWait = error instanceof ApiError && error.passing && sending.has(task.key) && fresh({ ...task, at: since })
      if (!mayWait) throw error
    }
    become(new Map(unreached).set(task.key, task.row.id))
    await nextTry()
  }
}

/**
 * Steps of a host while the server cannot be reached: they stay on the screen as done, marked as not sent, outlive a reload, and are sent in their
 * order when the server answers again (SH8, RE3).
 */
export const unsentMoves = {
  /** Stored from the moment it is taken, also while another step goes first: a reload sends both, or a step taken back would be done after all. */
  keep: (task: MoveTask): void => {
    sending.add(task.key)
    if (stored().some(({ key }) => key === task.key)) return
    store([...stored(), { ...task, at: Date.now() }])
    become(new Map(unreached))
  },
  /** Kept until there is an answer. */
  send: async (task: MoveTask, call: () => Promise<Reservation>): Promise<Reservation> => {
    unsentMoves.keep(task)
    // Nobody waits for a first try to fail before the row says what is noted.
    if (unsentMoves.expected()) become(new Map(unreached).set(task.key, task.row.id))
    try {
      return await untilAnswered(task, call)
    } finally {
      sending.delete(task.key)
      store(stored().filter(({ key }) => key !== task.key))
      without(task.key)
    }
  },
  /** What an earlier page left behind, oldest first. */
  leftBehind: (): MoveTask[] => {
    const left = stored().filter(({ key }) => !sending.has(key))
    store(stored().filter((one) => sending.has(one.key) || fresh(one)))
    return left.filter(fresh)
  },
  /** Rows of before as these steps leave them. */
  applied: (rows: readonly ReservationRow[]): ReservationRow[] => {
    const moves = stored()
    return rows.map((row) =>
      moves
        .filter((one) => one.row.id === row.id)
        .reduce((now, { move }) => ({ ...now, status: after(move, now.status) ?? now.status }), row),
    )
  },
  /** A step taken now would have to wait. */
  expected: (): boolean => !navigator.onLine || liveState() === 'offline' || unreached.size > 0,
  waitsFor: (id: string): boolean => [...unreached.values()].includes(id),
}

/** Another one after each step that comes or goes. */
export const useUnsentSteps = (): ReadonlyMap<string, string> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => unreached,
  )

/** The ids of the reservations with a step that waits to be sent. */
export const useUnsent = (): readonly string[] => [...new Set(useUnsentSteps().values())]
