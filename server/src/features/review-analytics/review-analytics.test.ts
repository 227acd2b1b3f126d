import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import { reviewRowsOf, reviewValue } from '@tablewire/contracts/analytics/review-figures.rules'
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
import { transaction } from '#src/platform/db/transaction.ts'
import type { Table } from '#src/platform/excel/write-workbook.ts'
import { orderBook } from './order-book.ts'
import { bookOf } from './review-book.ts'
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
  venues = [await aVenue(open.db, { companyId, timeZone: 'UTC' }), await aVenue(open.db, { timeZone: 'UTC' })]
  channelIds = [
    (await aChannel(open.db, { venues: venues.map(({ id }) => id) })).id,
    (await aChannel(open.db, { venues: [venues[0]!.id] })).id,
  ]
  ctx = ctxOfUser(open.db, await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN'] }))
  const [first, second] = [venues[0]!.id, venues[1]!.id]
  const channelId = channelIds[0]!
  const one = await aReview(open.db, {
    venueId: first,
    channelId,
    rating: 5,
    content: 'Friendly staff',
    publishedAt: '2026-10-01T00:00:00Z',
  })
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
  expect(answered.themes.map(({ theme, reviews: count, average, compared }) => [theme, count, average, compared?.reviews])).toEqual([
    ['service', 1, 5, 0],
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
    const { all, series, sources, stars, themes, league } = await readReviewAnalytics(ctx, { ...october, ...narrow })
    for (const one of [all, ...series, ...sources, ...stars, ...themes, ...league.venues]) expect(await listed(one.rows)).toBe(one.reviews)
    expect(await listed({ ...all.rows, ...reviewRowsOf.lowShare })).toBe(all.low)
    expect(await listed({ ...all.rows, ...reviewRowsOf.answeredShare })).toBe(all.answered)
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

test('AN2: a review is counted on the day on which its venue was, at either end of the world, and its list holds the same', async () => {
  const company = await aCompany(open.db)
  const houses = await Promise.all(
    ['Pacific/Chatham', 'Pacific/Marquesas'].map((timeZone) => aVenue(open.db, { companyId: company, timeZone })),
  )
  const [chatham, marquesas] = houses.map(({ id }) => id)
  const at = (venueId: string, publishedAt: string) => aReview(open.db, { venueId, channelId: channelIds[0]!, publishedAt })
  await at(chatham!, '2026-10-31T10:15:00Z')
  await at(chatham!, '2026-10-31T10:14:00Z')
  await at(marquesas!, '2026-11-01T09:29:00Z')
  await at(marquesas!, '2026-11-01T09:30:00Z')
  const november = { from: '2026-11-01', to: '2026-11-01', compare: 'custom', compareFrom: '2026-10-31', compareTo: '2026-10-31' } as const
  for (const venueId of [chatham!, marquesas!]) {
    const { all } = await readReviewAnalytics(ctx, { ...november, venueId: [venueId] })
    expect([all.reviews, all.compared!.reviews]).toEqual([1, 1])
    const filters = reviews.list.query.parse({ filters: all.rows }).filters!
    expect((await listReviews(ctx, { filters })).total).toBe(1)
  }
})

const textsOf = async (table: Table): Promise<string[]> => {
  const texts: string[] = []
  for await (const row of table.rows)
    texts.push(row.map((cell) => (cell && typeof cell === 'object' && 'value' in cell ? String(cell.value) : String(cell))).join(' | '))
  return texts
}

test('AN2, AN3: the file holds the figures of the screen, their filter and definitions, and reviews only for who may read them', async () => {
  const question = { ...october, companyId, source: ['guide', 'google'] }
  const ask = { question, file: 'workbook', origin: 'https://panel.test' } as const
  const { all } = await readReviewAnalytics(ctx, question)
  const permissions = ['analytics', 'reviews'] as const
  const reader = ctxOfUser(open.db, await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: [...permissions] }))
  const written = transaction(reader, async (inner) => {
    const book = await bookOf(inner, ask, 'en')
    const rows = book.tables.find(({ name }) => name === 'Reviews')!
    return { book, figures: await textsOf(book.tables[0]!), rows: await textsOf(rows) }
  })
  const { book, figures, rows } = await written
  expect(figures[0]).toBe(`Reviews | reviews | ${all.reviews} | 1 | 2 | 200 | reviews`)
  expect(figures[2]).toContain(`| percent | ${String(reviewValue('lowShare', all))} |`)
  expect(rows).toHaveLength(all.reviews)
  expect(rows.join('\n')).toContain('Friendly staff')
  expect(book.filter.map(([, value]) => value)).toEqual(
    expect.arrayContaining(['2026-10-01 – 2026-10-31', '2026-09-01 – 2026-09-30', 'Guide, Google']),
  )
  expect(book.tables.at(-1)!.name).toBe('Definitions')
  const looks = ctxOfUser(open.db, await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['analytics'] }))
  expect((await bookOf(looks, ask, 'de')).tables.map(({ name }) => name)).not.toContain('Bewertungen')
  await expect(orderBook(looks, { question, file: 'rows' })).rejects.toMatchObject({ code: 'access.denied' })
  await expect(orderBook(looks, { question: { ...question, to: '2026-09-30' } })).rejects.toMatchObject({
    fields: { 'question.to': [{ issue: 'invalid' }] },
  })
})
