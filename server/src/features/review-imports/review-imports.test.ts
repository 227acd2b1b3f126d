import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { type Cells, roundTrip } from '../../../../tests/build/round-trip.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { readRating } from './read-rating.ts'

let testApp: TestApp
let venue: TestVenue
let other: TestVenue
let trip: ReturnType<typeof roundTrip>
beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  venue = await aVenue(db, { name: 'Casa Vieja' })
  other = await aVenue(db, { name: 'Hafenküche', companyId: venue.companyId })
  await aVenue(db, { name: 'Theirs' })
  trip = roundTrip(testApp, await testApp.signIn(await aUser(db, { companyId: venue.companyId })))
})
afterAll(() => testApp.close())

const row = (over: Cells = {}): Cells => ({
  Venue: 'Casa Vieja',
  Source: 'Google',
  'Review ID': crypto.randomUUID(),
  Published: '2026-10-03 18:30',
  Rating: '4',
  Text: 'Good soup',
  Author: 'Noa',
  Reference: '',
  ...over,
})
const reasons = ({ findings }: ImportBatch): string[] =>
  findings.map(({ outcome, reason, rows }) => `${outcome} ${reason} ${rows}`).toSorted()
const kept = () =>
  testApp.container.db.selectFrom('reviews').selectAll().where('importBatchId', 'is not', null).orderBy('importLine').execute()

test('LI2, RE6: reviews come in from a file after a rehearsal, each row answered; taken back, they are gone but for those somebody worked on', async () => {
  const { db } = testApp.container
  const { id: reservationId } = await aReservation(db, venue, {})
  const { reference } = await db.selectFrom('reservations').select('reference').where('id', '=', reservationId).executeTakeFirstOrThrow()
  const twice = row({ Text: 'Twice' })
  const rows = [
    row({ Text: '<script>alert(1)</script>', Rating: '4,5/5', Reference: reference }),
    row({ Venue: 'Hafenküche', Rating: '80 %', Published: '03.10.2026' }),
    twice,
    twice,
    row({ Venue: 'Theirs' }),
    row({ Venue: 'Nowhere' }),
    row({ Rating: '11/5' }),
    row({ Rating: '', Text: '' }),
    row({ Source: 'own' }),
    row({ Published: 'yesterday' }),
    row({ Reference: 'NOTHERE1' }),
  ]
  const checked = await trip.checked(rows, { kind: 'reviews' })
  expect(checked.counts).toMatchObject({ rows: 11, made: 4, duplicates: 1, rejected: 6 })
  expect(reasons(checked)).toEqual([
    'dropped booking.unknown 1',
    'rejected date.unreadable 1',
    'rejected rating.invalid 1',
    'rejected review.empty 1',
    'rejected source.invalid 1',
    'rejected venue.unknown 2',
    'skipped row.twice 1',
  ])
  expect(await kept()).toEqual([])
  await trip.step(checked.id, 'apply')
  const here = await kept()
  expect(here.map((review) => [review.venueId, review.source, Number(review.rating), Number(review.scale)])).toEqual([
    [venue.id, 'google', 4.5, 5],
    [other.id, 'google', 80, 100],
    [venue.id, 'google', 4, 5],
    [venue.id, 'google', 4, 5],
  ])
  expect(here[0]).toMatchObject({ content: '<script>alert(1)</script>', reservationId, moderation: null })
  // The same file again brings nothing.
  const again = await trip.checked(rows, { kind: 'reviews' })
  expect(again.counts).toMatchObject({ made: 0, duplicates: 5 })
  expect(await db.selectFrom('notifications').select('id').where('event', '=', 'review').execute()).toEqual([])
  await db.updateTable('reviews').set({ flagged: true }).where('id', '=', here[1]!.id).execute()
  const undone = await trip.step(checked.id, 'undo', { keepChanged: true })
  expect(undone.state).toBe('undone')
  expect((await kept()).map((review) => review.id)).toEqual([here[1]!.id])
})

test('LI2: a comment that is written while its import is taken back keeps its review', async () => {
  const { db } = testApp.container
  const checked = await trip.checked([row(), row()], { kind: 'reviews' })
  await trip.step(checked.id, 'apply')
  const here = (await kept()).filter((review) => review.importBatchId === checked.id)
  let undoing: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (one) => {
    await sql`insert into review_comments (id, review_id, author_name, content, mentions, created_at)
      values (gen_random_uuid(), ${here[0]!.id}, 'Ada', 'Look at this', '[]', now())`.execute(one)
    undoing = trip.step(checked.id, 'undo', { keepChanged: true })
    // Until the undo waits for the row that is commented on.
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::integer as waiting from pg_locks where not granted and locktype in ('transactionid', 'tuple')
            and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db)
        expect(rows[0]!.waiting).toBeGreaterThan(0)
      },
      { timeout: 15_000, interval: 20 },
    )
  })
  await undoing
  const left = await kept()
  expect(left.map((review) => review.id)).toContain(here[0]!.id)
  expect(left.map((review) => review.id)).not.toContain(here[1]!.id)
})

test('LI2: a file for one venue leaves out what another house is named in', async () => {
  const checked = await trip.checked([row(), row({ Venue: 'Hafenküche' })], { kind: 'reviews', venueId: venue.id })
  expect(checked.counts).toMatchObject({ made: 1, rejected: 1 })
  expect(reasons(checked)).toEqual(['rejected venue.other 1'])
})

test.each([
  ['4', '', 4, 5],
  ['7', '10', 7, 10],
  ['3,5 von 5', '', 3.5, 5],
  ['★★★☆☆', '', 3, 5],
  ['FIVE', '', 5, 5],
  ['90%', '5', 90, 100],
  ['', '', null, null],
])('ratings as files write them: %s of %s', (text, scaleText, rating, scale) => {
  expect(readRating(text, scaleText)).toEqual({ rating, scale })
})
test.each([
  ['11', ''],
  ['6/5', ''],
  ['good', ''],
  ['-1', ''],
  ['4', 'many'],
  ['4', '0'],
])('no rating: %s of %s', (text, scaleText) => expect(readRating(text, scaleText)).toBeUndefined())
