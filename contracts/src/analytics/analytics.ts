import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, Instant, LocalDate, queryFlag, queryInt, queryList } from '../kit/wire.ts'
import { RefusedDemand, RefusedQuery } from './refused-demand.ts'

/** The day of a reservation by which it is counted: the evening it is for, or the day it was made. Both are days of the venue's own calendar. */
export const bases = ['meal', 'creation'] as const
export const Basis = z.enum(bases)
export const periods = ['day', 'week', 'month', 'year'] as const
export const Period = z.enum(periods)
export type Period = z.infer<typeof Period>
/** What a period is compared with: the one before, the one a year before, one that is named, or nothing. */
export const comparisons = ['previous', 'year', 'custom', 'none'] as const
export const Comparison = z.enum(comparisons)
/** Whether the compared period begins on the same day of the week (a year is 364 days then) or on the same date. */
export const alignments = ['weekday', 'date'] as const
export const Alignment = z.enum(alignments)

/**
 * What listings and reviews are asked by. `from` and `to` are days of each venue's own calendar, both included.
 */
export const venueQuestion = {
  from: LocalDate,
  to: LocalDate,
  /** The day the reader takes for today. */
  today: z.optional(LocalDate),
  /** The steps over time; weeks begin on Monday. */
  period: z.optional(Period),
  compare: z.optional(Comparison),
  align: z.optional(Alignment),
  /** With `compare=custom`. */
  compareFrom: z.optional(LocalDate),
  compareTo: z.optional(LocalDate),
  companyId: z.optional(Id),
  /** All venues of a brand (group). */
  brandId: z.optional(Id),
}
/** The longest range that can be asked for, in days: ten years and a bit. */
export const longestDays = 3_700
/** The most steps that a range may have in the chart: days of a range of many years are nobody's question. */
export const mostSteps = 800

/** Whose reservations are asked about, and which of them. */
const narrowing = {
  /** The day the reader takes for today, which may be a day more or less than at the venues; without it the one of most of them. */
  today: z.optional(LocalDate),
  venueId: z.optional(queryList(Id)),
  companyId: z.optional(Id),
  /** All venues of a brand (group). */
  brandId: z.optional(Id),
  channelId: z.optional(queryList(Id)),
  rmsId: z.optional(queryList(Id)),
  partySize: z.optional(queryList(queryInt(1, 1000))),
}

/** The question, as the address of the page holds it. `from` and `to` are days of each venue's own calendar, both included. */
export const AnalyticsQuery = z.object({
  from: LocalDate,
  to: LocalDate,
  basis: z.optional(Basis),
  /** The steps of the chart over time; weeks begin on Monday. */
  period: z.optional(Period),
  compare: z.optional(Comparison),
  align: z.optional(Alignment),
  /** With `compare=custom`. */
  compareFrom: z.optional(LocalDate),
  compareTo: z.optional(LocalDate),
  /** All days of a period that is not over yet, also those that are still to come; without it only those until today are compared. */
  whole: z.optional(queryFlag),
  ...narrowing,
  /** Without what was canceled or rejected, where a measure does not count just these. */
  excludeCanceled: z.optional(queryFlag),
})

const Span = z.object({ from: LocalDate, to: LocalDate })
const Number = z.nullable(z.number())
/** The filters of `GET /v1/reservations` that list exactly what a figure counts, as they stand in its query; list values are joined by commas. */
export const RowFilters = z.record(z.string(), z.string())
export type RowFilters = z.infer<typeof RowFilters>

/**
 * A ratio says what it divides: `parts`, and the rows of both. Null = there is nothing to divide by, nothing to compare with, or it is not known. `rows`
 * null = there are none behind it.
 */
export const Figure = z.object({
  id: z.string(),
  value: Number,
  compared: Number,
  parts: z.nullable(z.object({ count: z.int(), of: z.int() })),
  rows: z.nullable(RowFilters),
  ofRows: z.nullable(RowFilters),
  /** The same of the compared period, where they can be listed. */
  comparedRows: z.optional(z.nullable(RowFilters)),
})
export type Figure = z.infer<typeof Figure>

/** Of a step, a channel, a venue …: what is counted there, in the period and in the one it is compared with. */
const counts = { bookings: z.int(), covers: z.int() }
/** `agreed`: all that were made but rejected ones, whatever the question leaves out; what is canceled is a share of these. */
const Counts = z.object({ ...counts, agreed: z.int(), canceled: z.int(), noShows: z.int(), visited: z.int() })
export type Counts = z.infer<typeof Counts>
const pair = { ...Counts.shape, compared: z.nullable(Counts) }

/** `values`: the figures of this step, by measure. */
const Step = z.object({ ...Span.shape, ...pair, comparedSpan: z.nullable(Span), values: z.record(z.string(), Number) })
const Channel = z.object({ channelId: z.nullable(Id), source: z.string(), name: z.nullable(z.string()), ...pair, rows: RowFilters })
const System = z.object({ systemId: z.nullable(Id), name: z.nullable(z.string()), ...pair, rows: RowFilters })
const Venue = z.object({ venueId: Id, name: z.string(), city: z.nullable(z.string()), ...pair, rows: RowFilters })
/** ISO day of the week, 1 = Monday, and hour of the venue's clock. */
const HeatCell = z.object({ weekday: z.int(), hour: z.int(), ...counts, rows: RowFilters })
/** Party size; the last one stands for all from 21 on. */
const Size = z.object({ size: z.int(), bookings: z.int(), compared: z.nullable(z.int()), rows: RowFilters })
/** A span of the lead time in minutes, its end not included; the last one is open. */
const Lead = z.object({
  from: z.int(),
  to: z.nullable(z.int()),
  bookings: z.int(),
  compared: z.nullable(z.int()),
  rows: RowFilters,
})
/** The difference between the two periods of what is counted, split by one trait: the parts add up to it. */
const Change = z.object({
  measure: z.enum(['bookings', 'covers', 'canceled', 'noShows']),
  /** `side`: who canceled. */
  by: z.enum(['venue', 'channel', 'weekday', 'size', 'side']),
  value: z.int(),
  compared: z.int(),
  /**
   * Largest change first; `key` = id, day of the week, size or side; of channels the source and, where there is one, the id, joined by a blank, as a channel
   * may have bookings of several sources. What is left out is in `rest`.
   */
  parts: z.array(
    z.object({
      key: z.string(),
      name: z.nullable(z.string()),
      source: z.nullable(z.string()),
      value: z.int(),
      compared: z.int(),
      difference: z.int(),
      rows: RowFilters,
    }),
  ),
  rest: z.int(),
})

export const ReservationAnalytics = z.object({
  /** The days that are counted, and those they are compared with. */
  span: Span,
  compared: z.nullable(Span),
  /** The last day asked for, where the period is not over and only its days until today are counted. */
  until: z.nullable(LocalDate),
  /** Today is the last day that is counted, and not over: what was booked by this moment is compared with what was by the same time of its day. */
  cutAt: z.nullable(Instant),
  /** These instead of those in any `rows` below list what is counted of the compared period. */
  comparedRows: z.nullable(RowFilters),
  /** Venues that are asked about, and the zones of their calendars. */
  venues: z.int(),
  zones: z.int(),
  asOf: Instant,
  figures: z.array(Figure),
  series: z.array(Step),
  channels: z.array(Channel),
  systems: z.array(System),
  heat: z.array(HeatCell),
  sizes: z.array(Size),
  leads: z.array(Lead),
  /** Most covers first, at most a hundred; `league.total` = all that have any. */
  league: z.object({ total: z.int(), venues: z.array(Venue) }),
  changes: z.array(Change),
})
export type ReservationAnalytics = z.infer<typeof ReservationAnalytics>

/** So many evenings ahead are looked at, and so many weeks back. */
export const paceDays = 60
export const paceWeeks = 8
export const PaceQuery = z.object(narrowing)
/** Covers of an evening as they stood on the books when the day `at` began. */
const OnBooks = z.object({ day: LocalDate, at: LocalDate, covers: z.int() })
/**
 * Evening by evening: `books` = covers on the books when today began, `since` = what today has added or taken away, until now. Beside it the evening 364
 * days before and the same weekday of each of the last eight weeks, latest first, each as it stood when it was as far ahead.
 */
const PaceDay = z.object({
  day: LocalDate,
  books: z.int(),
  since: z.int(),
  year: OnBooks,
  weeks: z.array(OnBooks),
  /** Of `weeks`, on average. */
  usual: z.number(),
})
export const Pace = z.object({
  today: LocalDate,
  venues: z.int(),
  asOf: Instant,
  days: z.array(PaceDay),
  /** Whether anything at all was on the books of a year before: without it there is nothing to compare with. */
  yearKnown: z.boolean(),
  /** Reservations of these venues; with `from` and `to` = an evening and `onBooks` = a day they are those that were on the books then. */
  rows: RowFilters,
})
export type Pace = z.infer<typeof Pace>

/** What a figure means. It holds since the day that is named. */
export const Measure = z.object({
  id: z.string(),
  label: z.string(),
  definition: z.string(),
  unit: z.enum(['bookings', 'covers', 'perBooking', 'percent', 'minutes']),
  kind: z.enum(['sum', 'ratio', 'distribution']),
  /** Whether more of it is better, less, or neither. */
  better: z.enum(['more', 'less', 'neither']),
  statuses: z.array(z.string()),
  dateBasis: z.array(Basis),
  since: LocalDate,
})
export type Measure = z.infer<typeof Measure>

export const analytics = defineArea('analytics', {
  reservations: {
    method: 'GET',
    path: '/v1/analytics/reservations',
    summary: 'Figures of reservations over a period, compared with another one: exact at the moment of asking.',
    can: ['read', 'analytics-reservations'],
    audit: 'none',
    mayLag: true,
    query: AnalyticsQuery,
    result: ReservationAnalytics,
    envelope: 'data',
    errors: ['range.invalid', 'venue.not_found', 'company.not_found', 'group.not_found', 'channel.not_found', 'system.not_found'],
  },
  pace: {
    method: 'GET',
    path: '/v1/analytics/pace',
    summary: 'Covers on the books of the next 60 evenings, beside a year before and the last eight weeks at the same distance.',
    can: ['read', 'analytics-reservations'],
    audit: 'none',
    mayLag: true,
    query: PaceQuery,
    result: Pace,
    envelope: 'data',
    errors: ['venue.not_found', 'company.not_found', 'group.not_found', 'channel.not_found', 'system.not_found'],
  },
  refused: {
    method: 'GET',
    path: '/v1/analytics/refused-demand',
    summary: 'Searches of guests that found no free place, by the rule that bound them, hour, day of the week and channel.',
    can: ['read', 'analytics-reservations'],
    audit: 'none',
    mayLag: true,
    query: RefusedQuery,
    result: RefusedDemand,
    envelope: 'data',
    errors: ['range.invalid', 'venue.not_found', 'company.not_found', 'group.not_found', 'channel.not_found'],
  },
  measures: {
    method: 'GET',
    path: '/v1/analytics/measures',
    summary: 'Every measure, with what it means and which reservations count for it.',
    can: ['read', 'analytics-reservations'],
    audit: 'none',
    result: z.array(Measure),
    envelope: 'data',
    errors: [],
  },
})
