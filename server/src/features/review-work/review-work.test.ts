import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aReview } from '../../../../tests/build/a-review.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { reviewsHandlers } from '#src/features/reviews/routes.ts'
import { tellOfLate } from './late-reviews.ts'
import { reviewWorkHandlers as work } from './routes.ts'

let open: OpenDb
let venue: TestVenue
let channel: TestChannel
let people: Record<'head' | 'reader' | 'host' | 'stranger', TestUser>
const clock = aClock('2026-11-20T18:00:00Z')

beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db, { name: 'Casa Vieja' })
  channel = await aChannel(open.db, { venues: [venue.id] })
  const manager = { roles: ['ROLE_MANAGER'] as TestUser['roles'], companyId: venue.companyId, venues: [venue.id] }
  people = {
    head: await aUser(open.db, { ...manager, permissions: ['reservations', 'reviews', 'commentsManagement', 'replyTemplates'] }),
    reader: await aUser(open.db, { ...manager, permissions: ['reviews', 'commentsManagement'] }),
    host: await aUser(open.db, { ...manager, permissions: ['reservations'] }),
    stranger: await aUser(open.db, { companyId: (await aVenue(open.db)).companyId }),
  }
})
afterAll(() => open.close())

const as = (who: keyof typeof people) => ctxOfUser(open.db, people[who], { clock })
const review = (over: { publishedAt?: string } = {}) => aReview(open.db, { venueId: venue.id, channelId: channel.id, rating: 2, ...over })
const toldTo = async (who: keyof typeof people): Promise<string[]> => {
  const rows = await open.db.selectFrom('notifications').select(['about', 'email']).where('userId', '=', people[who].id).execute()
  return rows.map(({ about, email }) => `${(JSON.parse(about!) as { what: string }).what} ${email}`)
}

test('LI2: whoever is named in a comment hears of it by bell and mail; strangers cannot be named', async () => {
  const id = await review()
  const said = await work.comment(as('head'), {
    params: { id },
    body: { text: '<b>@Ada Example</b> what happened?', mentions: [people.reader.id] },
    query: {},
  } as never)
  expect(said.comments).toMatchObject([{ text: '<b>@Ada Example</b> what happened?', mine: true, mentions: [{ id: people.reader.id }] }])
  expect(await toldTo('reader')).toEqual(['mentioned due'])
  const body = { text: '@Ada Example', mentions: [people.stranger.id] }
  expect(await refusal(work.comment(as('head'), { params: { id }, body } as never))).toBe('user.not_found')
  // A name that was taken out again is meant no more; a host who reads no reviews cannot be named.
  await work.comment(as('head'), { params: { id }, body: { text: 'Never mind', mentions: [people.reader.id] } } as never)
  expect(await toldTo('reader')).toHaveLength(1)
  expect(said.people.map((person) => person.id)).not.toContain(people.host.id)
  const [comment] = said.comments
  expect(await refusal(work.removeComment(as('reader'), { params: { id, commentId: comment!.id } } as never))).toBe(
    'review.comment_not_found',
  )
  const left = await work.removeComment(as('head'), { params: { id, commentId: comment!.id } } as never)
  expect(left.comments.map(({ text }) => text)).toEqual(['Never mind'])
})

test('LI2: assigned, flagged and labelled reviews are found by filters; the assignee hears of it once', async () => {
  const id = await review()
  const dueAt = '2026-11-21T12:00:00+01:00'
  await work.assign(as('head'), { params: { id }, body: { userId: people.reader.id, dueAt } } as never)
  await work.assign(as('head'), { params: { id }, body: { userId: people.reader.id, dueAt: null } } as never)
  expect((await toldTo('reader')).filter((one) => one === 'assigned due')).toHaveLength(1)
  const marked = await work.mark(as('reader'), { params: { id }, body: { flagged: true, labels: ['Kitchen', 'kitchen', 'Soup'] } } as never)
  expect(marked).toMatchObject({ flagged: true, labels: ['kitchen', 'Soup'], assignee: { id: people.reader.id }, dueAt: null })
  const found = async (who: keyof typeof people, filters: object) =>
    (await reviewsHandlers.list(as(who), { query: { filters } } as never)).data.map((one) => one.id)
  expect(await found('reader', { mine: 'true' })).toEqual([id])
  expect(await found('head', { mine: 'true' })).toEqual([])
  expect(await found('head', { flagged: 'true' })).toEqual([id])
  expect(await found('head', { label: ['Soup'] })).toEqual([id])
  expect(await found('head', { label: ['Bar'] })).toEqual([])
  expect(await work.labels(as('head'), {} as never)).toEqual(['Soup', 'kitchen'])
  expect(await refusal(work.assign(as('head'), { params: { id }, body: { userId: people.stranger.id } } as never))).toBe('user.not_found')
  expect(await refusal(work.mark(as('stranger'), { params: { id }, body: { flagged: false } } as never))).toBe('review.not_found')
})

test('LI2: the evening stands beside it for who may read reservations, and a hand ties and unties it', async () => {
  const id = await review({ publishedAt: '2026-11-19T12:00:00Z' })
  const { id: reservationId } = await aReservation(open.db, venue, {})
  expect(await work.evening(as('head'), { params: { id } } as never)).toMatchObject({ state: 'none', booking: null })
  const tied = await work.tie(as('head'), { params: { id }, body: { reservationId } } as never)
  const entry = await open.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('subjectId', '=', id)
    .where('action', '=', 'review.tied')
    .executeTakeFirstOrThrow()
  expect([entry.before, entry.after]).toEqual([null, null])
  expect(tied).toMatchObject({ state: 'shown', booking: { id: reservationId }, tiedBy: 'Ada Example', waitMinutes: null, overbooked: 1 })
  const second = await review()
  const again = await work.tie(as('head'), { params: { id: second }, body: { reservationId } } as never)
  expect(again.booking?.id).toBe(reservationId)
  expect((await work.evening(as('reader'), { params: { id } } as never)).state).toBe('hidden')
  expect(JSON.stringify(await work.evening(as('reader'), { params: { id } } as never))).not.toContain(reservationId)
  expect(await refusal(work.bookings(as('host'), { params: { id }, query: {} } as never))).toBe('review.not_found')
  expect((await work.bookings(as('head'), { params: { id }, query: {} } as never)).date).toBe('2026-11-18')
  const { serviceOn } = await open.db
    .selectFrom('reservations')
    .select('serviceOn')
    .where('id', '=', reservationId)
    .executeTakeFirstOrThrow()
  const there = await work.bookings(as('head'), { params: { id }, query: { date: serviceOn } } as never)
  expect(there.bookings.map((booking) => booking.id)).toContain(reservationId)
  const foreign = await aVenue(open.db)
  const theirs = await aReservation(open.db, foreign, {})
  expect(await refusal(work.tie(as('head'), { params: { id }, body: { reservationId: theirs.id } } as never))).toBe('reservation.not_found')
  expect(await work.tie(as('head'), { params: { id }, body: { reservationId: null } } as never)).toMatchObject({ state: 'none' })
})

test('LI2: a review that waits too long for its reply is told once to who manages replies, and a due one to its assignee', async () => {
  const before = { head: await toldTo('head'), reader: await toldTo('reader') }
  await work.saveSettings(as('head'), {
    params: { id: venue.id },
    body: { escalateAfterHours: 24, askGuests: false, askAfterHours: 20 },
  } as never)
  const id = await review({ publishedAt: clock().toString() })
  await work.assign(as('head'), {
    params: { id },
    body: { userId: people.reader.id, dueAt: clock().add({ hours: 2 }).toString() },
  } as never)
  const run = () => tellOfLate(aCtx(open.db, { clock }))
  await run()
  expect(await toldTo('head')).toEqual(before.head)
  clock.move({ hours: 25 })
  await run()
  await run()
  const fresh = (now: string[], then: string[]) => now.length - then.length
  expect(fresh(await toldTo('head'), before.head)).toBe(1)
  expect((await toldTo('head')).at(-1)).toBe('overdue due')
  expect((await toldTo('reader')).filter((one) => one === 'overdue due')).toHaveLength(1)
  expect((await work.get(as('head'), { params: { id } } as never)).escalatedAt).not.toBeNull()
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_entries where action = 'review_settings.updated'`.execute(
    open.db,
  )
  expect(rows[0]!.n).toBe(1)
})

test('LI2: channels do not reach the work of the house', async () => {
  const id = await review()
  const other = await aChannel(open.db, { venues: [venue.id] })
  expect(await refusal(work.get(ctxOfChannel(open.db, other, { clock }), { params: { id } } as never))).toBe('review.not_found')
})
