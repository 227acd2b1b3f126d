import { notedHoursMost } from '@tablewire/contracts/booking/reservations.rules'
import type { Act } from './act.ts'
import { placeOf } from './act-rules.ts'

/** The server knows keys for 24 hours; what is older than an evening is asked about before it is done. */
export const isOld = ({ at, againAt = at }: Pick<Act, 'at' | 'againAt'>, now: number): boolean => now - againAt > notedHoursMost * 3_600_000

/** In the order in which they were done; behind a refused one nothing of the same party is done. */
export const nextToPlay = (acts: readonly Act[], skipped: ReadonlySet<string> = new Set()): Act | undefined => {
  const closed = new Set<string>()
  for (const act of acts) {
    if (!act.refused && !closed.has(act.subject) && !skipped.has(act.key)) return act
    closed.add(act.subject)
  }
  return undefined
}

type Made = { id?: unknown; version?: unknown } | undefined

/** With the id that the server has given to what was made. */
const renamed = (act: Act, from: string, to: string): Act => ({
  ...act,
  subject: to,
  params: act.params.id === from ? { id: to } : act.params,
  ...(act.row ? { row: { ...act.row, id: to } } : {}),
})

/** What an act that was done leaves for those that come after it: the id of what it made, and the version. */
export const afterPlayed = (acts: readonly Act[], done: Act, made: Made): Act[] => {
  const madeId = done.makes && typeof made?.id === 'string' ? made.id : undefined
  const version = typeof made?.version === 'number' ? made.version : undefined
  const mine = acts.filter(({ key, subject }) => key !== done.key && subject === done.subject)
  const heir = version === undefined ? undefined : mine.find((act) => placeOf(act) === placeOf(done))
  return mine.flatMap((act) => {
    const inherits = act === heir && act.follows === true
    const next: Act = inherits ? { ...act, body: { ...act.body, version }, follows: false } : act
    if (madeId !== undefined) return [renamed(next, done.subject, madeId)]
    return inherits ? [next] : []
  })
}

export type Conflict = { readonly act: Act; readonly behind: readonly Act[] }

/** What was refused, each with what waits behind it. */
export const conflictsOf = (acts: readonly Act[]): Conflict[] => {
  const found = new Map<string, { act: Act; behind: Act[] }>()
  for (const act of acts) {
    const first = found.get(act.subject)
    if (first) first.behind.push(act)
    else if (act.refused) found.set(act.subject, { act, behind: [] })
  }
  return [...found.values()]
}

/** Whatever was to be done with what is not made goes with it. */
export const droppedWith = (acts: readonly Act[], { key, subject, makes }: Act): string[] =>
  makes ? acts.filter((act) => act.subject === subject).map((act) => act.key) : [key]
