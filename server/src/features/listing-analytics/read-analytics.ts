import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import type { ListingAnalytics, listingAnalytics, ListingStanding } from '@tablewire/contracts/analytics/listing-analytics'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { daysAsked, narrowingOf, type Span, stepsOf } from '#src/features/analytics-questions/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { keptOf, type Moves, movesIn, noMoves, standingsOn } from './course.ts'
import { listingsNow } from './listings-now.ts'

const shownVenues = 100
export type Query = Received<typeof listingAnalytics.read>['query']
type Now = ListingAnalytics['now']

/** The filters of `GET /v1/listings` and of `GET /v1/listings/differences` that list what is counted. */
const rowsOf = ({ venueId, companyId, brandId }: Query): RowFilters => ({
  ...(venueId?.length ? { venueId: venueId.join(',') } : { test: '0' }),
  ...(companyId ? { companyId } : {}),
  ...(brandId ? { groupId: brandId } : {}),
})

const standingNow = ({ listings, average, scores, open }: Now): ListingStanding => ({
  listings,
  average,
  complete: scores.at(-1)!.listings,
  differences: open.differences,
})

type Known = { kept: ReadonlyMap<string, ListingStanding>; now: ListingStanding; today: string; liveFrom: string }
/** How it stood when a span ended, or stands now where that is not over everywhere; null = not known, or still to come. */
const endOf =
  ({ kept, now, today, liveFrom }: Known) =>
  ({ from, to }: Span): ListingStanding | null => {
    if (from > today) return null
    return to >= liveFrom ? now : (kept.get(to) ?? null)
  }

const sumOf = (steps: ReadonlyMap<string, Moves>): Moves =>
  [...steps.values()].reduce((sum, { opened, settled }) => ({ opened: sum.opened + opened, settled: sum.settled + settled }), noMoves)

/** The first day that is not over somewhere: until then what was written of days is final. */
const liveFromOf = (ctx: Ctx, zones: readonly string[], today: string): string => {
  const now = ctx.clock()
  const days = [...new Set(zones)].map((zone) => now.toZonedDateTimeISO(zone).toPlainDate().toString())
  return [today, ...days].toSorted()[0]!
}

/** The question worked out: which days of which venues. Refuses what nobody can mean. */
export const askListings = async (ctx: Ctx, query: Query) => {
  const days = daysAsked(query)
  const { venues, today } = await narrowingOf(ctx, query)
  return { venues, today, ...days(today) }
}
export type AskedListings = Awaited<ReturnType<typeof askListings>>

/** The figures of a question that is worked out; `mostVenues` are ranked, null = all of them. */
export const listingAnalyticsOf = async (
  ctx: Ctx,
  query: Query,
  { ask, mostVenues = shownVenues }: { ask: AskedListings; mostVenues?: number | null },
): Promise<ListingAnalytics> => {
  const { venues, today, span, compared, period } = ask
  const venueIds = venues.map(({ id }) => id)
  const liveFrom = liveFromOf(
    ctx,
    venues.map(({ zone }) => zone),
    today,
  )
  const [steps, comparedSteps] = [stepsOf(span, period), compared ? stepsOf(compared, period) : []]
  const weeks = stepsOf(span, period === 'day' ? 'week' : period)
  const ends = [...steps, ...comparedSteps, span, ...(compared ? [compared] : [])].map(({ to }) => to)
  const [now, standings, kept, moves] = await Promise.all([
    listingsNow(ctx, venueIds, { rows: rowsOf(query), mostVenues }),
    standingsOn(
      ctx,
      venueIds,
      ends.filter((day) => day < liveFrom),
    ),
    keptOf(ctx, venueIds),
    movesIn(ctx, venueIds, [...weeks.map((step) => [0, step] as const), ...(compared ? [[1, compared] as const] : [])]),
  ])
  const end = endOf({ kept: standings, now: standingNow(now), today, liveFrom })
  const live = span.from <= today && span.to >= liveFrom
  const rows = rowsOf(query)
  return {
    span,
    compared,
    venues: venues.length,
    asOf: ctx.asOf ?? ctx.clock().toString(),
    ...kept,
    standing: {
      live,
      now: end(span),
      compared: compared && end(compared),
      rows: live ? rows : null,
      completeRows: live ? { ...rows, minScore: '100' } : null,
    },
    // Of days of which nothing is kept, none opened is not known either.
    moves: { ...sumOf(moves[0]), compared: compared && kept.since && compared.from >= kept.since ? sumOf(moves[1]) : null },
    course: steps.map((step, at) => {
      const other = comparedSteps[at]
      return { ...step, standing: end(step), compared: other ? end(other) : null }
    }),
    weeks: weeks.map((step) => ({ ...step, ...noMoves, ...moves[0].get(step.from) })),
    now,
  }
}

/** AN2: figures of listings, exact at the moment of asking, within what the caller sees. */
export const readListingAnalytics = async (ctx: Ctx, query: Query): Promise<ListingAnalytics> =>
  listingAnalyticsOf(ctx, query, { ask: await askListings(ctx, query) })
