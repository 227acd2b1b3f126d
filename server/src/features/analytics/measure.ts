import type { Measure as MeasureView, RowFilters } from '@tablewire/contracts/analytics/analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'

/** What is added up of some reservations; minutes are those of `confirmed` and `stayed` reservations. */
export type Sums = {
  parties: number
  covers: number
  walkInCovers: number
  late: number
  known: number
  fresh: number
  confirmed: number
  confirmMinutes: number
  stayed: number
  stayMinutes: number
}
/** By how they ended or stand. */
export type Totals = ReadonlyMap<string, Sums>

export const noSums: Sums = {
  parties: 0,
  covers: 0,
  walkInCovers: 0,
  late: 0,
  known: 0,
  fresh: 0,
  confirmed: 0,
  confirmMinutes: 0,
  stayed: 0,
  stayMinutes: 0,
}
export const fields = Object.keys(noSums) as readonly (keyof Sums)[]

export const plus = (a: Sums, b: Sums): Sums => {
  const sums = { ...a }
  for (const field of fields) sums[field] += b[field]
  return sums
}

/** What is left where canceled and rejected reservations do not count. */
export const keptOutcomes = ['pending_confirmation', 'confirmed', 'seated', 'completed', 'no_show'] as const

type Words = { label: string; definition: string }
/** What a measure adds up: which outcomes (`asked` = all, or those that were kept where the question leaves canceled ones out), and which of their sums. */
export type Part = { outcomes: readonly string[] | 'asked'; sum: keyof Sums; rows: RowFilters }

/**
 * A measure, told once: the screen, its rows, the file and the mail all come from here. `count` alone is a sum; with `of` it is what `count` has for each
 * `of`: a share in percent, or minutes or covers for each. `rows` are the filters that list what is counted.
 */
export type Measure = Pick<MeasureView, 'id' | 'unit' | 'better' | 'since'> & {
  count: Part
  of?: Part
  /** Beside what the books offered, or what was asked for in vain, instead of reservations alone. */
  demand?: 'occupancy' | 'turnedAway'
  /** Tells of guests: for whoever may read reservations. */
  ofGuests?: true
  /** To which partners' people it may be told; without it to all. What tells of others' bookings is for the house. */
  partners?: 'none' | 'channels'
  /** The middle of a distribution over spans instead of a quotient. */
  median?: 'leads'
  words: Record<Lang, Words>
}

export const allOutcomes = [
  ...keptOutcomes,
  'rejected',
  'canceled_guest',
  'canceled_channel',
  'canceled_venue',
  'canceled_system',
  'canceled_hub',
] as const
export const canceledOutcomes = allOutcomes.filter((outcome) => outcome.startsWith('canceled_'))
/** Whatever was agreed, whether it was kept or not: the base of cancelations. */
export const agreedOutcomes = allOutcomes.filter((outcome) => outcome !== 'rejected')
/** The evening is over, and it is known whether they came. */
export const settledOutcomes = ['seated', 'completed', 'no_show'] as const

const statusOf = (outcome: string): string => (outcome.startsWith('canceled_') ? 'canceled' : outcome)
/** The filters that list reservations of these outcomes. */
export const rowsOfOutcomes = (outcomes: readonly string[]): RowFilters => {
  const canceled = outcomes.filter((outcome) => outcome.startsWith('canceled_'))
  return {
    status: [...new Set(outcomes.map(statusOf))].join(','),
    ...(canceled.length > 0 && canceled.length < canceledOutcomes.length
      ? { canceledBy: canceled.map((outcome) => outcome.slice('canceled_'.length)).join(',') }
      : {}),
  }
}
export const part = (outcomes: Part['outcomes'], sum: keyof Sums, more: RowFilters = {}): Part => ({
  outcomes,
  sum,
  rows: outcomes === 'asked' ? more : { ...rowsOfOutcomes(outcomes), ...more },
})

export const askedOutcomes = (excludeCanceled: boolean): readonly string[] => (excludeCanceled ? keptOutcomes : allOutcomes)
/** Totals by outcome, with what is known beside them. */
export type Countable = { all: Totals; demand?: Demanded }
/** Covers at venues of which it is known what they offered, and that; covers that were turned away. Null = not known. */
export type Demanded = { sold: { covers: number; offered: number } | null; away: number | null }

/** What a part comes to. */
export const countOf = ({ outcomes, sum }: Part, { all }: Countable, excludeCanceled: boolean): number =>
  (outcomes === 'asked' ? askedOutcomes(excludeCanceled) : outcomes).reduce((total, outcome) => total + (all.get(outcome)?.[sum] ?? 0), 0)
