import type { Counts, Figure, RowFilters } from '@tablewire/contracts/analytics/analytics'
import type { Ask } from '#src/features/analytics-questions/api.ts'
import {
  agreedOutcomes,
  askedOutcomes,
  canceledOutcomes,
  type Countable,
  countOf,
  type Demanded,
  type Measure,
  type Part,
  type Totals,
} from './measure.ts'
import { demandOf, knownVenues } from './demand-figures.ts'
import { askedRows, baseRows, comparedRows } from './row-filters.ts'
import { leadStarts, medianOf } from '#src/features/day-sums/api.ts'
import type { Counted } from './totals.ts'

type Side = 0 | 1
/** So many venues can be named in an address. */
const mostNamed = 100

/** A quotient to four digits behind the point: the same on the screen, in the file and in the mail. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
const quotient = ({ unit }: Measure, count: number, of: number): number | null =>
  of === 0 ? null : rounded((unit === 'percent' ? 100 : 1) * (count / of))

type Valued = { value: number | null; parts: { count: number; of: number } | null }
const demandValue = (measure: Measure, demand: Demanded | undefined): Valued => {
  if (measure.demand === 'turnedAway') return { value: demand?.away ?? null, parts: null }
  const sold = demand?.sold
  if (!sold) return { value: null, parts: null }
  return { value: quotient(measure, sold.covers, sold.offered), parts: { count: sold.covers, of: sold.offered } }
}

/** The value of a measure, and the numbers it divides. */
export const valueOf = (
  measure: Measure,
  of: Countable & { leads?: readonly number[]; leadMedian?: number | null | undefined },
  excludeCanceled: boolean,
): Valued => {
  if (measure.demand) return demandValue(measure, of.demand)
  if (measure.median) return { value: of.leadMedian ?? (of.leads ? medianOf(of.leads, leadStarts) : null), parts: null }
  const count = countOf(measure.count, of, excludeCanceled)
  if (!measure.of) return { value: count, parts: null }
  const base = countOf(measure.of, of, excludeCanceled)
  return { value: quotient(measure, count, base), parts: { count, of: base } }
}

/** Rows behind a measure of demand: those of the venues whose offer is known; searches leave none. */
const demandRows = (ask: Ask, counted: Counted, { count, demand }: Measure): RowFilters | null => {
  if (demand === 'turnedAway') return null
  const known = knownVenues(ask, counted, 0)
  if (known.length === ask.venues.length) return rowsOf(ask, count)
  return known.length === 0 || known.length > mostNamed ? null : { ...rowsOf(ask, count), venueId: known.join(',') }
}

const rowsOf = (ask: Ask, { outcomes, rows }: Part): RowFilters =>
  outcomes === 'asked' ? askedRows(ask, rows) : { ...baseRows(ask), ...rows }

/** Every measure of the period, beside the one it is compared with. */
export const figuresOf = (ask: Ask, counted: Counted, measures: readonly Measure[]): Figure[] => {
  const side = (of: Side) => ({
    all: counted.all[of],
    leads: counted.shape[of].leads,
    leadMedian: counted.leadMedians?.[of],
    demand: demandOf(ask, counted, of),
  })
  const [now, then] = [side(0), side(1)]
  const before = comparedRows(ask)
  return measures.map((measure) => ({
    id: measure.id,
    ...valueOf(measure, now, ask.excludeCanceled),
    compared: ask.compared ? valueOf(measure, then, ask.excludeCanceled).value : null,
    rows: measure.demand ? demandRows(ask, counted, measure) : rowsOf(ask, measure.count),
    ofRows: measure.of ? rowsOf(ask, measure.of) : null,
    // What was offered is known of other venues then.
    comparedRows: measure.demand || !before ? null : { ...rowsOf(ask, measure.count), ...before },
  }))
}

const over = (totals: Totals, outcomes: readonly string[], sum: 'parties' | 'covers'): number =>
  outcomes.reduce((total, outcome) => total + (totals.get(outcome)?.[sum] ?? 0), 0)

export const countsOf = (totals: Totals, { excludeCanceled }: Ask): Counts => ({
  bookings: over(totals, askedOutcomes(excludeCanceled), 'parties'),
  covers: over(totals, askedOutcomes(excludeCanceled), 'covers'),
  agreed: over(totals, agreedOutcomes, 'parties'),
  canceled: over(totals, canceledOutcomes, 'parties'),
  noShows: over(totals, ['no_show'], 'parties'),
  visited: over(totals, ['seated', 'completed'], 'parties'),
})

/** The counts of both periods; the second one where there is one. */
export const pairOf = (pair: readonly [Totals, Totals], ask: Ask): Counts & { compared: Counts | null } => ({
  ...countsOf(pair[0], ask),
  compared: ask.compared ? countsOf(pair[1], ask) : null,
})
