import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, Instant, LocalDate, queryList } from '../kit/wire.ts'
import { Export } from '../operations/exports.ts'
import { Theme } from '../reviews/review-themes.ts'
import { SourceName } from '../reviews/reviews.ts'
import { RowFilters, venueQuestion } from './analytics.ts'
import { ReportFile } from './reports.ts'

/** The question, as the address of the page holds it; its days are those on which reviews were published at their source. */
export const ReviewAnalyticsQuery = z.object({
  ...venueQuestion,
  venueId: z.optional(queryList(Id)),
  source: z.optional(queryList(SourceName)),
})
/** The same as a body. Anything else is refused: what nobody understands would not narrow the file, but let all out. */
export const ReviewQuestion = z.strictObject({
  ...venueQuestion,
  venueId: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(1000))),
  source: z.optional(z.array(SourceName).check(z.minLength(1), z.maxLength(1000))),
})

const Span = z.object({ from: LocalDate, to: LocalDate })
const Number = z.nullable(z.number())
/**
 * Of a period, a source, a venue …: how many were published, their average of five stars (null = none counts in stars), how many of them are answered in
 * public, and the middle of the minutes from a review to its public answer.
 */
const counts = { reviews: z.int(), average: Number, low: z.int(), answered: z.int(), answerMinutes: z.nullable(z.int()) }
export const ReviewCounts = z.object(counts)
export type ReviewCounts = z.infer<typeof ReviewCounts>
const pair = { ...counts, compared: z.nullable(ReviewCounts), rows: RowFilters }

export const ReviewAnalytics = z.object({
  span: Span,
  compared: z.nullable(Span),
  /** Today is the last day that is counted, and not over: its day in the other period counts until the same time. */
  cutAt: z.nullable(Instant),
  venues: z.int(),
  asOf: Instant,
  all: z.object(pair),
  series: z.array(z.object({ ...Span.shape, ...pair, comparedSpan: z.nullable(Span) })),
  sources: z.array(z.object({ source: z.string(), ...pair })),
  /** One to five; null = the source does not count in stars. */
  stars: z.array(z.object({ stars: z.nullable(z.int()), reviews: z.int(), compared: z.nullable(z.int()), rows: z.nullable(RowFilters) })),
  /** What they tell of, by our own lists of words in five languages; a review may tell of several. Most reviews first. */
  themes: z.array(z.object({ theme: Theme, label: z.string(), ...pair })),
  /** Most reviews first, at most a hundred; `total` = all that have any. */
  league: z.object({ total: z.int(), venues: z.array(z.object({ venueId: Id, name: z.string(), city: z.nullable(z.string()), ...pair })) }),
})
export type ReviewAnalytics = z.infer<typeof ReviewAnalytics>

export const reviewMeasures = ['reviews', 'average', 'lowShare', 'answeredShare', 'answerMinutes'] as const
export const ReviewMeasure = z.object({
  id: z.enum(reviewMeasures),
  label: z.string(),
  definition: z.string(),
  unit: z.enum(['reviews', 'stars', 'percent', 'minutes']),
  /** Whether more of it is better, less, or neither. */
  better: z.enum(['more', 'less', 'neither']),
  since: LocalDate,
})
export type ReviewMeasure = z.infer<typeof ReviewMeasure>

const asking = ['range.invalid', 'venue.not_found', 'company.not_found', 'group.not_found'] as const

export const reviewAnalytics = defineArea('reviewAnalytics', {
  read: {
    method: 'GET',
    path: '/v1/analytics/reviews',
    summary: 'Figures of reviews over a period, compared with another one: how many, how good, and how they are answered.',
    can: ['reviews', 'analytics-reviews'],
    audit: 'none',
    mayLag: true,
    query: ReviewAnalyticsQuery,
    result: ReviewAnalytics,
    envelope: 'data',
    errors: [...asking],
  },
  order: {
    method: 'POST',
    path: '/v1/analytics/reviews/report',
    summary: 'Write the figures of that question into a file; it arrives by e-mail as a link that expires.',
    status: 201,
    can: ['create', 'analytics-reviews'],
    audit: 'export.requested',
    body: z.strictObject({ question: ReviewQuestion, file: z.optional(ReportFile) }),
    result: Export,
    envelope: 'data',
    idempotent: true,
    errors: [...asking, 'export.too_many'],
  },
  measures: {
    method: 'GET',
    path: '/v1/analytics/reviews/measures',
    summary: 'Every measure of reviews, with what it means.',
    can: ['reviews', 'analytics-reviews'],
    audit: 'none',
    result: z.array(ReviewMeasure),
    envelope: 'data',
    errors: [],
  },
})
