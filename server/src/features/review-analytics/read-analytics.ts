import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import type { reviewAnalytics, ReviewAnalytics, ReviewCounts } from '@tablewire/contracts/analytics/review-analytics'
import type { Theme } from '@tablewire/contracts/reviews/review-themes'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { daysAsked, inTurn, narrowingOf, pairedSteps, type Span, timeCut } from '#src/features/analytics-questions/api.ts'
import { daysBetween } from '#src/features/availability/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { reviewBookPhrases } from './review-book-phrases.ts'
import { type ByKey, countReviews, noReviews, type Pair } from './review-counts.ts'

export type Query = Received<typeof reviewAnalytics.read>['query']
const shownVenues = 100

type Shown = ReviewCounts & { compared: ReviewCounts | null; rows: RowFilters }
const mostFirst = <T extends Shown>(all: T[], key: (one: T) => string): T[] =>
  all.toSorted((a, b) => b.reviews - a.reviews || (b.compared?.reviews ?? 0) - (a.compared?.reviews ?? 0) || (key(a) < key(b) ? -1 : 1))

/** The filters of `GET /v1/reviews` that list what is counted. */
const rowsOf = ({ venueId, companyId, brandId, source }: Query, { from, to }: Span): RowFilters => ({
  from,
  to,
  removed: '0',
  ...(venueId?.length ? { venueId: venueId.join(',') } : { test: '0' }),
  ...(companyId ? { companyId } : {}),
  ...(brandId ? { groupId: brandId } : {}),
  ...(source?.length ? { source: source.join(',') } : {}),
})

const starsOf = ({ stars }: ByKey, compared: boolean, rows: RowFilters): ReviewAnalytics['stars'] =>
  [5, 4, 3, 2, 1, null].flatMap((count) => {
    const [now, then] = stars.get(count === null ? '' : String(count)) ?? [noReviews, noReviews]
    if (count === null && now.reviews + then.reviews === 0) return []
    return [
      {
        stars: count,
        reviews: now.reviews,
        compared: compared ? then.reviews : null,
        // The list has no filter for what is not counted in stars.
        rows: count === null ? null : { ...rows, stars: String(count) },
      },
    ]
  })

/** The question worked out: which days of which venues. Refuses what nobody can mean. */
export const askReviews = async (ctx: Ctx, query: Query) => {
  const days = daysAsked(query)
  const narrowing = await narrowingOf(ctx, query)
  const asked = days(narrowing.today)
  return { ...narrowing, ...asked, cut: timeCut(ctx, asked, narrowing) }
}
export type AskedReviews = Awaited<ReturnType<typeof askReviews>>

/** The figures of a question that is worked out; `mostVenues` are ranked. */
export const reviewAnalyticsOf = async (
  ctx: Ctx,
  query: Query,
  { ask, mostVenues = shownVenues }: { ask: AskedReviews; mostVenues?: number },
): Promise<ReviewAnalytics> => {
  const { venues, span, compared, period, cut } = ask
  const steps = pairedSteps(span, compared, period)
  const by = await countReviews(ctx, { span, compared, cut, venueIds: venues.map(({ id }) => id), sources: query.source }, [
    ...steps.map(({ step }) => [0, step] as const),
    ...steps.flatMap(({ other }) => (other ? [[1, other] as const] : [])),
  ])
  const rows = rowsOf(query, span)
  const shown = ([now, then]: Pair, more: RowFilters = {}): Shown => ({
    ...now,
    compared: compared ? then : null,
    rows: { ...rows, ...more },
  })
  const known = new Map(venues.map((venue) => [venue.id, venue]))
  const ranked = mostFirst(
    [...by.venue].map(([venueId, pair]) => {
      const { name = '', city = null } = known.get(venueId) ?? {}
      return { venueId, name, city, ...shown(pair, { venueId }) }
    }),
    ({ venueId }) => venueId,
  )
  return {
    span,
    compared,
    cutAt: cut && cut.at,
    venues: venues.length,
    asOf: ctx.asOf ?? ctx.clock().toString(),
    all: shown(by.all.get('') ?? [noReviews, noReviews]),
    series: steps.map(({ step, other }) => {
      const now = by.day.get(step.from)?.[0] ?? noReviews
      const then = other ? (by.day.get(other.from)?.[1] ?? noReviews) : null
      return { ...step, ...now, compared: then, comparedSpan: other, rows: { ...rows, ...step } }
    }),
    sources: mostFirst(
      [...by.source].map(([source, pair]) => ({ source, ...shown(pair, { source }) })),
      ({ source }) => source,
    ),
    stars: starsOf(by, compared !== null, rows),
    themes: mostFirst(
      [...by.theme].map(([theme, pair]) => ({
        theme: theme as Theme,
        label: reviewBookPhrases[ctx.lang].themes[theme as Theme],
        ...shown(pair, { theme }),
      })),
      ({ theme }) => theme,
    ),
    league: { total: ranked.length, venues: ranked.slice(0, mostVenues) },
  }
}

/** AN2: figures of reviews, exact at the moment of asking, within what the caller sees. */
export const readReviewAnalytics = async (ctx: Ctx, query: Query): Promise<ReviewAnalytics> => {
  const ask = await askReviews(ctx, query)
  const days = daysBetween(ask.span.from, ask.span.to) + 1
  return inTurn(ctx, ask, { days, work: () => reviewAnalyticsOf(ctx, query, { ask }) })
}
