import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, type Recorded, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { readReview } from '../reviews/list-reviews.ts'
import { askGuests } from './ask-guests.ts'
import { askNoMore, giveReview } from './give-review.ts'
import { mailRequest } from './mail-request.ts'
import { openRequest } from './request-link.ts'
import { reviewModerationHandlers } from './routes.ts'

let open: OpenDb
let venue: TestVenue
let recorded: Recorded
let clock: ReturnType<typeof aClock>

beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db, { name: '<i>Casa</i> Vieja' })
  await open.db
    .updateTable('venues')
    .set({ listingEnabled: true, listingEnabledAt: '2026-11-01T10:00:00Z' })
    .where('id', '=', venue.id)
    .execute()
  recorded = recordingPorts()
  const { id } = await aReservation(open.db, venue, {})
  const { endsAt } = await open.db.selectFrom('reservations').select('endsAt').where('id', '=', id).executeTakeFirstOrThrow()
  await sql`delete from reservations where id = ${id}`.execute(open.db).catch(() => undefined)
  clock = aClock(new Date(endsAt).toISOString())
  await sql`insert into review_settings (venue_id, escalates_since, ask_guests, ask_after_hours, asks_since, updated_at)
    values (${venue.id}, now(), true, 20, ${clock().subtract({ hours: 24 }).toString()}, now())`.execute(open.db)
})
afterAll(() => open.close())

const ctx = () => aCtx(open.db, { clock, ports: recorded.ports })
const completed = async (email: string | null, over: { status?: string; lang?: string } = {}): Promise<string> => {
  const { id } = await aReservation(open.db, venue, {})
  await sql`update reservations set guest_email = ${email}, guest_lang = ${over.lang ?? 'de'}, guest_first_name = 'Noa', guest_last_name = 'Brandt' where id = ${id}`.execute(
    open.db,
  )
  for (const status of over.status ? [over.status] : ['seated', 'completed'])
    await sql`update reservations set status = ${status}, version = version + 1 where id = ${id}`.execute(open.db)
  return id
}
const asked = async (): Promise<{ id: string; reservationId: string }[]> => {
  recorded.jobs.length = 0
  await askGuests(ctx())
  const ids = recorded.jobs.map(({ data }) => (data as { requestId: string }).requestId)
  return ids.length ? open.db.selectFrom('reviewRequests').select(['id', 'reservationId']).where('id', 'in', ids).execute() : []
}
type Sent = { to: string; subject: string; text: string; html: string }
const mailed = async (requestId: string): Promise<Sent | undefined> => {
  recorded.mails.length = 0
  await mailRequest(ctx(), { requestId })
  return recorded.mails[0] as Sent | undefined
}
const linkIn = ({ text }: Sent) => {
  const [, id = '', signature = ''] = /\/feedback\/([0-9a-f-]+)\?signature=(\S+)/.exec(text)!
  return { id, signature }
}

test('LI2: a completed visit is asked about once, after the delay, in the guest’s language; nobody else is', async () => {
  const visit = await completed('noa@guests.test')
  const never = [await completed('gone@guests.test', { status: 'no_show' }), await completed(null)]
  expect(await asked()).toEqual([])
  clock.move({ hours: 21 })
  const requests = await asked()
  expect(requests.map((one) => one.reservationId)).toEqual([visit])
  expect(never).not.toContain(requests[0]!.reservationId)
  const mail = await mailed(requests[0]!.id)
  expect(mail).toMatchObject({ to: 'noa@guests.test', subject: expect.stringContaining('Wie war Ihr Besuch') as string })
  expect(mail!.html).not.toContain('<i>Casa')
  expect(await mailed(requests[0]!.id)).toBeUndefined()
  expect(await asked()).toEqual([])
  // The same guest again within 90 days, in other capitals.
  await completed('NOA@guests.test')
  expect(await asked()).toEqual([])
})

test('LI2: a guest writes, changes and is published; opening changes nothing, and what is nonsense keeps nothing', async () => {
  await completed('lee@guests.test', { lang: 'fr' })
  const [request] = await asked()
  const link = linkIn((await mailed(request!.id))!)
  expect(await openRequest(ctx(), { ...link, signature: 'nonsense' })).toBeUndefined()
  expect(await openRequest(ctx(), link)).toMatchObject({ reviewId: null, lang: 'fr', venueName: '<i>Casa</i> Vieja' })
  for (const sent of [{}, { stars: '11' }, { stars: '5', food: '6' }, { stars: '5', text: 'x'.repeat(4001) }, null, 'stars=5'])
    expect((await giveReview(ctx(), link, sent))?.outcome).toBe('wrong')
  expect((await giveReview(ctx(), link, { stars: '4', food: '5', service: '', text: '<script>alert(1)</script>' }))?.outcome).toBe('saved')
  const again = await giveReview(ctx(), link, { stars: '2', text: 'On second thought' })
  const id = again!.request.reviewId!
  const owner = ctxOfUser(open.db, await aUser(open.db, { companyId: venue.companyId }), { clock })
  expect(await readReview(owner, id)).toMatchObject({
    source: 'own',
    rating: 2,
    text: 'On second thought',
    author: 'Noa B.',
    language: 'fr',
    reservationId: request!.reservationId,
    moderation: 'awaiting',
  })
  const stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: (await aVenue(open.db)).companyId }), { clock })
  expect(await refusal(reviewModerationHandlers.publish(stranger, { params: { id }, body: { editedAt: null } } as never))).toBe(
    'review.not_found',
  )
  // Who has read the first words does not publish the second.
  expect(await refusal(reviewModerationHandlers.publish(owner, { params: { id }, body: { editedAt: null } } as never))).toBe(
    'review.changed_meanwhile',
  )
  const { editedAt, earlier } = await readReview(owner, id)
  expect(earlier).toMatchObject([{ rating: 4, text: '<script>alert(1)</script>' }])
  await reviewModerationHandlers.publish(owner, { params: { id }, body: { editedAt } } as never)
  expect(await refusal(reviewModerationHandlers.decline(owner, { params: { id }, body: { reason: 'No', editedAt } } as never))).toBe(
    'review.not_awaiting',
  )
  expect((await giveReview(ctx(), link, { stars: '5' }))?.outcome).toBe('closed')
  expect(await readReview(owner, id)).toMatchObject({ rating: 2, moderation: 'published' })
})

test('LI2: a link expires; a visit that was none is not asked about, even when the mail waits already', async () => {
  const visit = await completed('kim@guests.test')
  const [request] = await asked()
  await sql`update reservations set status = 'seated', version = version + 1 where id = ${visit}`.execute(open.db)
  expect(await mailed(request!.id)).toBeUndefined()
  await sql`update reservations set status = 'completed', version = version + 1 where id = ${visit}`.execute(open.db)
  const link = linkIn((await mailed(request!.id))!)
  clock.move({ hours: 24 * 31 })
  expect(await openRequest(ctx(), link)).toBeUndefined()
  expect(await giveReview(ctx(), link, { stars: '5' })).toBeUndefined()
})

test('LI2: of one form that is sent twice at once, both are kept, one after the other', async () => {
  clock.move({ hours: -24 * 31 })
  await completed('twice@guests.test')
  const [request] = await asked()
  const link = linkIn((await mailed(request!.id))!)
  const given = await Promise.all(['1', '2', '3', '4'].map((stars) => giveReview(ctx(), link, { stars })))
  expect(given.map((one) => one?.outcome)).toEqual(['saved', 'saved', 'saved', 'saved'])
  const { rows } = await sql`select id from reviews where external_id = ${request!.id}`.execute(open.db)
  expect(rows).toHaveLength(1)
  clock.move({ hours: 24 * 31 })
})

test('LI2: a guest who changes his words while somebody publishes them is not thanked for what is not kept', async () => {
  clock.move({ hours: -24 * 31 })
  await completed('moment@guests.test')
  const [request] = await asked()
  const link = linkIn((await mailed(request!.id))!)
  const id = (await giveReview(ctx(), link, { stars: '4' }))!.request.reviewId!
  let giving: ReturnType<typeof giveReview> = Promise.resolve(undefined)
  await open.db.transaction().execute(async (one) => {
    await sql`update reviews set moderation = 'published' where id = ${id}`.execute(one)
    giving = giveReview(ctx(), link, { stars: '1' })
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::integer as waiting from pg_locks where not granted
            and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(open.db)
        expect(rows[0]!.waiting).toBeGreaterThan(0)
      },
      { timeout: 15_000, interval: 20 },
    )
  })
  expect(await giving).toMatchObject({ outcome: 'closed', request: { moderation: 'published', rating: 4 } })
  clock.move({ hours: 24 * 31 })
})

test('LI2: a guest who does not want to be asked is not asked about later visits', async () => {
  clock.move({ hours: -24 * 31 })
  await completed('enough@guests.test')
  const [request] = await asked()
  const link = linkIn((await mailed(request!.id))!)
  expect(await askNoMore(ctx(), { ...link, signature: 'nonsense' })).toBeUndefined()
  expect((await askNoMore(ctx(), link))?.id).toBe(request!.id)
  await askNoMore(ctx(), link)
  const { rows } = await sql`select from audit_entries where action = 'review_request.no_more'`.execute(open.db)
  expect(rows).toHaveLength(1)
  // Long enough ago for another question.
  await sql`update review_requests set asked_at = asked_at - interval '200 days', expires_at = expires_at - interval '200 days' where id = ${request!.id}`.execute(
    open.db,
  )
  await completed('ENOUGH@guests.test')
  expect(await asked()).toEqual([])
  clock.move({ hours: 24 * 31 })
})

test('LI2: who sends a review on and on is stopped', async () => {
  clock.move({ hours: -24 * 31 })
  await completed('max@guests.test')
  const [request] = await asked()
  const link = linkIn((await mailed(request!.id))!)
  for (let n = 0; n < 20; n++) expect((await giveReview(ctx(), link, { stars: '1' }))?.outcome).toBe('saved')
  expect((await giveReview(ctx(), link, { stars: '5' }))?.outcome).toBe('too_often')
})

test('LI2: a guest who is erased leaves nothing that ties his review to him, and his link opens nothing', async () => {
  const visit = await completed('ida@guests.test')
  const [request] = await asked()
  const link = linkIn((await mailed(request!.id))!)
  const id = (await giveReview(ctx(), link, { stars: '3', text: 'Fine' }))!.request.reviewId!
  const { reference } = await open.db.selectFrom('reservations').select('reference').where('id', '=', visit).executeTakeFirstOrThrow()
  await sql`insert into review_comments (id, review_id, author_name, content, mentions, created_at)
    values (gen_random_uuid(), ${id}, 'Ada', ${`See ${reference}, please`}, '[]', now())`.execute(open.db)
  await open.db
    .insertInto('reviewReplies')
    .values({
      reviewId: id,
      venueId: venue.id,
      state: 'published',
      revision: 1,
      version: 1,
      content: 'Dear Noa Brandt, thank you.',
      shown: 'Dear Noa, thank you. Brandts are always welcome.',
      shownAt: clock().toString(),
      writtenAt: clock().toString(),
      changedAt: clock().toString(),
    } as never)
    .execute()
  await sql`update reservations set guest_id = null, guest_first_name = '', guest_last_name = '', guest_email = null, guest_phone = null,
    version = version + 1 where id = ${visit}`.execute(open.db)
  const review = await open.db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(review).toMatchObject({ reservationId: null, author: null, visitedOn: null, content: 'Fine' })
  const comment = await open.db.selectFrom('reviewComments').select('content').where('reviewId', '=', id).executeTakeFirstOrThrow()
  expect(comment.content).toBe('See …, please')
  const reply = await open.db.selectFrom('reviewReplies').selectAll().where('reviewId', '=', id).executeTakeFirstOrThrow()
  expect(reply).toMatchObject({
    content: 'Dear …, thank you.',
    shown: 'Dear …, thank you. Brandts are always welcome.',
    state: 'published',
  })
  expect(await openRequest(ctx(), link)).toBeUndefined()
  expect(await open.db.selectFrom('reviewRequests').select('id').where('reservationId', '=', visit).execute()).toEqual([])
})
