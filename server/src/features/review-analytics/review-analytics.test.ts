import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import { reviews } from '@tablewire/contracts/reviews/reviews'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReply, aReview } from '../../../../tests/build/a-review.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { listReviews } from '#src/features/reviews/list-reviews.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readReviewAnalytics } from './read-analytics.ts'

let open: OpenDb
let ctx: Ctx
let venues: TestVenue[]
let companyId: string
let channelIds: string[]
const october = { from: '2026-10-01', to: '2026-10-31', compare: 'previous', align: 'date' } as const

/** A public reply, so many minutes after the review. */
const answer = async (reviewId: string, minutes: number): Promise<void> => {
  await aReply(open.db, { reviewId, venueId: venues[0]!.id, state: 'pending' })
  await sql`
    update review_replies q set state = 'published', version = 2, shown = q.content, shown_at = r.published_at + ${minutes} * interval '1 minute'
    from reviews r where r.id = q.review_id and r.id = ${reviewId}`.execute(open.db)
}

beforeAll(async () => {
  open = await aDb()
  companyId = await aCompany(open.db)
  venues = [await aVenue(open.db, { companyId }), await aVenue(open.db)]
  channelIds = [
    (await aChannel(open.db, { venues: venues.map(({ id }) => id) })).id,
    (await aChannel(open.db, { venues: [venues[0]!.id] })).id,
  ]
  ctx = ctxOfUser(open.db, await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN'] }))
  const [first, second] = [venues[0]!.id, venues[1]!.id]
  const channelId = channelIds[0]!
  const one = await aReview(open.db, { venueId: first, channelId, rating: 5, publishedAt: '2026-10-01T00:00:00Z' })
  const two = await aReview(open.db, { venueId: first, channelId, rating: 1, publishedAt: '2026-10-31T23:59:59Z', source: 'google' })
  await aReview(open.db, { venueId: first, channelId: channelIds[1]!, rating: 2, publishedAt: '2026-10-15T12:00:00Z' })
  await aReview(open.db, { venueId: second, channelId, rating: 4, publishedAt: '2026-10-20T12:00:00Z' })
  await aReview(open.db, { venueId: first, channelId, rating: 3, publishedAt: '2026-09-30T23:59:59Z' })
  const gone = await aReview(open.db, { venueId: first, channelId, rating: 1, publishedAt: '2026-10-16T12:00:00Z' })
  await sql`update reviews set removed_at = now() where id = ${gone}`.execute(open.db)
  await answer(one, 30)
  await answer(two, 90)
})
afterAll(() => open.close())

test('AN2: reviews are counted by the days on which they were published, beside the period before', async () => {
  const answered = await readReviewAnalytics(ctx, october)
  expect(answered.all).toMatchObject({
    reviews: 4,
    average: 3,
    low: 2,
    answered: 2,
    answerMinutes: 60,
    compared: { reviews: 1, average: 3, low: 0, answered: 0, answerMinutes: null },
  })
  expect(answered.compared).toEqual({ from: '2026-09-01', to: '2026-09-30' })
  expect(answered.sources.map(({ source, reviews: count }) => [source, count])).toEqual([
    ['guide', 3],
    ['google', 1],
  ])
  expect(answered.stars.map(({ stars, reviews: count }) => [stars, count])).toEqual([
    [5, 1],
    [4, 1],
    [3, 0],
    [2, 1],
    [1, 1],
  ])
  expect(answered.league.venues.map(({ venueId, reviews: count }) => [venueId, count])).toEqual([
    [venues[0]!.id, 3],
    [venues[1]!.id, 1],
  ])
  expect(answered.series.reduce((sum, step) => sum + step.reviews, 0)).toBe(4)
  expect(answered.series[0]).toMatchObject({ from: '2026-10-01', reviews: 1, average: 5 })
})

test('AN2: every figure of reviews opens exactly those it counts', async () => {
  const listed = async (rows: RowFilters | null): Promise<number> => {
    const filters = reviews.list.query.parse({ filters: rows! }).filters!
    return (await listReviews(ctx, { filters, limit: 1 })).total
  }
  for (const narrow of [{}, { venueId: [venues[0]!.id] }, { companyId }, { source: ['guide'] }]) {
    const { all, series, sources, stars, league } = await readReviewAnalytics(ctx, { ...october, ...narrow })
    for (const one of [all, ...series, ...sources, ...stars, ...league.venues]) expect(await listed(one.rows)).toBe(one.reviews)
    expect(await listed({ ...all.rows, stars: '1,2' })).toBe(all.low)
    expect(await listed({ ...all.rows, reply: 'published' })).toBe(all.answered)
  }
})

test('AN2: who is of some venues counts theirs, a channel what it brought, and what nobody can mean is refused', async () => {
  const user = await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['analytics', 'reviews'], venues: [venues[0]!.id] })
  const few = ctxOfUser(open.db, user)
  expect((await readReviewAnalytics(few, october)).all.reviews).toBe(3)
  await expect(readReviewAnalytics(few, { ...october, venueId: [venues[1]!.id] })).rejects.toMatchObject({ code: 'venue.not_found' })
  const agent = { ...aCtx(open.db), scope: { kind: 'channels', channelIds: [channelIds[1]!] } } as Ctx
  expect((await readReviewAnalytics(agent, october)).all.reviews).toBe(1)
  await expect(readReviewAnalytics(ctx, { ...october, to: '2026-09-30' })).rejects.toMatchObject({ code: 'range.invalid' })
  await expect(readReviewAnalytics(ctx, { ...october, to: '2066-09-30' })).rejects.toMatchObject({ fields: { to: [{ issue: 'max' }] } })
})
