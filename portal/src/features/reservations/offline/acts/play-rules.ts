import { notedHoursMost } from '@tablewire/contracts/booking/reservations.rules'
import type { Act } from './act.ts'
import { placeOf } from './act-rules.ts'
import { moveOf } from './rows-with.ts'

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

/** `along`: what was done in the same touch; `behind`: what came later, and waits for it. */
export type Conflict = { readonly act: Act; readonly along: readonly Act[]; readonly behind: readonly Act[] }

/** Of what follows an act as much as belongs to it; the same once more is a step of its own. */
const alongside = (acts: readonly Act[]): Act[] => {
  const end = acts.findIndex(({ beside, call }, at) => !beside || acts.slice(0, at).some((one) => one.call === call))
  return acts.slice(0, end < 0 ? undefined : end)
}

/** What was refused, each with what waits behind it. */
export const conflictsOf = (acts: readonly Act[]): Conflict[] => {
  const found = new Map<string, { act: Act; rest: Act[] }>()
  for (const act of acts) {
    const first = found.get(act.subject)
    if (first) first.rest.push(act)
    else if (act.refused) found.set(act.subject, { act, rest: [] })
  }
  return [...found.values()].map(({ act, rest }) => {
    const along = alongside(rest)
    return { act, along, behind: rest.slice(along.length) }
  })
}

const laterOf = (acts: readonly Act[], { key, subject }: Act): Act[] =>
  acts.slice(acts.findIndex((one) => one.key === key) + 1).filter((one) => one.subject === subject)

const isStep = ({ call }: Act): boolean => moveOf[call] !== undefined || call === 'waitlist.move'
const buildsOnStep = (act: Act): boolean => isStep(act) || act.call === 'tables.assign'
/**
 * Whatever was to be done with what is not made goes with it; with a step go those that came of it and the table that was given for it, which would
 * be refused one by one. What was written about a party stays.
 */
export const droppedWith = (acts: readonly Act[], act: Act): Act[] => {
  const later = laterOf(acts, act)
  return [act, ...(act.makes ? later : isStep(act) ? later.filter(buildsOnStep) : [])]
}

/** What was to build on the dropped one builds on what that one was to build on, and never on what somebody else did meanwhile. */
export const afterDropped = (acts: readonly Act[], act: Act): Act[] => {
  const heir = laterOf(acts, act).find((one) => placeOf(one) === placeOf(act))
  const { version } = act.body
  return heir?.follows && version !== undefined ? [{ ...heir, body: { ...heir.body, version }, follows: act.follows ?? false }] : []
}
