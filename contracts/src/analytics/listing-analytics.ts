import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, Instant, LocalDate, queryList } from '../kit/wire.ts'
import { CopyState, ListingField } from '../listing/copies.ts'
import { ListingGap } from '../listing/listings.ts'
import { Export } from '../operations/exports.ts'
import { RowFilters, venueQuestion } from './analytics.ts'

/** The question, as the address of the page holds it. What was opened and settled is counted by weeks at least. */
export const ListingAnalyticsQuery = z.object({ ...venueQuestion, venueId: z.optional(queryList(Id)) })
/** The same as a body. Anything else is refused: what nobody understands would not narrow the file, but let all out. */
export const ListingQuestion = z.strictObject({
  ...venueQuestion,
  venueId: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(1000))),
})

/** What is counted is listed on pages of its own, so no file holds it. */
const ListingFile = z.enum(['workbook', 'figures'])

const Span = z.object({ from: LocalDate, to: LocalDate })
const Count = z.nullable(z.int())
/** How listings stood when a day ended, or stand now: how many there are, their average of 100, how many lack nothing, and what was shown otherwise. */
export const ListingStanding = z.object({ listings: z.int(), average: z.nullable(z.number()), complete: z.int(), differences: z.int() })
export type ListingStanding = z.infer<typeof ListingStanding>
const Moves = z.object({ opened: z.int(), settled: z.int() })
/** Open differences, and the middle and the longest of the minutes since each began. */
const open = { differences: z.int(), middleMinutes: Count, longestMinutes: Count, rows: RowFilters }

export const ListingAnalytics = z.object({
  span: Span,
  compared: z.nullable(Span),
  venues: z.int(),
  asOf: Instant,
  /** The first day of which anything is kept of these venues; null = of none yet. Of days before nothing is known. */
  since: z.nullable(LocalDate),
  /** The last day whose course was made up for the demonstration; null = none was. */
  demoUntil: z.nullable(LocalDate),
  /** At the end of the period, or now where it is not over (`live`); null = not known. */
  standing: z.object({
    live: z.boolean(),
    now: z.nullable(ListingStanding),
    compared: z.nullable(ListingStanding),
    /** All of them, and those that lack nothing: lists of listings. Null where it is not how they stand now. */
    rows: z.nullable(RowFilters),
    completeRows: z.nullable(RowFilters),
  }),
  moves: z.object({ ...Moves.shape, compared: z.nullable(Moves) }),
  /** How each step ended; what is to come, and what nothing is known of, is null. */
  course: z.array(z.object({ ...Span.shape, standing: z.nullable(ListingStanding), compared: z.nullable(ListingStanding) })),
  /** Week by week at least. */
  weeks: z.array(z.object({ ...Span.shape, ...Moves.shape })),
  /** As it all stands now, whatever period is asked about. */
  now: z.object({
    listings: z.int(),
    average: z.nullable(z.number()),
    /** How many score so much, both ends included. */
    scores: z.array(z.object({ from: z.int(), to: z.int(), listings: z.int(), rows: RowFilters })),
    /** What they lack, by the points that filling it everywhere would bring: the heaviest first. */
    gaps: z.array(z.object({ gap: ListingGap, points: z.int(), listings: z.int(), rows: RowFilters })),
    /** The least complete first, at most a hundred; `differences` are those that stand open. */
    venues: z.array(
      z.object({
        venueId: Id,
        name: z.string(),
        city: z.nullable(z.string()),
        score: z.int(),
        gaps: z.array(ListingGap),
        differences: z.int(),
        rows: RowFilters,
      }),
    ),
    open: z.object(open),
    /** The channel, or the field, with most open differences first. */
    channels: z.array(z.object({ channelId: Id, name: z.string(), ...open })),
    fields: z.array(z.object({ field: ListingField, ...open })),
    /** Of the listed venues that each channel sells, how it shows them; states without any are left out. */
    places: z.array(
      z.object({
        channelId: Id,
        name: z.string(),
        venues: z.int(),
        rows: RowFilters,
        states: z.array(z.object({ state: CopyState, venues: z.int(), rows: RowFilters })),
      }),
    ),
  }),
})
export type ListingAnalytics = z.infer<typeof ListingAnalytics>

export const listingMeasures = [
  'completeness',
  'completeShare',
  'differences',
  'middleMinutes',
  'longestMinutes',
  'opened',
  'settled',
] as const
export const ListingMeasure = z.object({
  id: z.enum(listingMeasures),
  label: z.string(),
  definition: z.string(),
  unit: z.enum(['percent', 'differences', 'minutes']),
  /** Whether more of it is better, less, or neither. */
  better: z.enum(['more', 'less', 'neither']),
  since: LocalDate,
})
export type ListingMeasure = z.infer<typeof ListingMeasure>

const asking = ['range.invalid', 'venue.not_found', 'company.not_found', 'group.not_found'] as const

export const listingAnalytics = defineArea('listingAnalytics', {
  read: {
    method: 'GET',
    path: '/v1/analytics/listing',
    summary: 'How complete listings are and were, what is shown otherwise for how long, and which channels show which venues how.',
    can: ['listing', 'analytics-listing'],
    audit: 'none',
    mayLag: true,
    query: ListingAnalyticsQuery,
    result: ListingAnalytics,
    envelope: 'data',
    errors: [...asking],
  },
  order: {
    method: 'POST',
    path: '/v1/analytics/listing/report',
    summary: 'Write the figures of that question into a file; it arrives by e-mail as a link that expires.',
    status: 201,
    can: ['create', 'analytics-listing'],
    audit: 'export.requested',
    body: z.strictObject({ question: ListingQuestion, file: z.optional(ListingFile) }),
    result: Export,
    envelope: 'data',
    idempotent: true,
    errors: [...asking, 'export.too_many'],
  },
  measures: {
    method: 'GET',
    path: '/v1/analytics/listing/measures',
    summary: 'Every measure of listings, with what it means.',
    can: ['listing', 'analytics-listing'],
    audit: 'none',
    result: z.array(ListingMeasure),
    envelope: 'data',
    errors: [],
  },
})
