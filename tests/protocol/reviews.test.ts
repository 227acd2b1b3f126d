import { randomUUID } from 'node:crypto'
import { makeSecrets } from '@tablewire/server/platform/secrets/secrets'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asChannel, asUser } from '../build/a-caller.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'
import { testDatabase } from '../build/database.ts'
import { aLiveReader } from '../build/live-reader.ts'
import { aSmallVenue, type SmallVenue } from '../build/small-venue.ts'

let server: TestServer
let house: SmallVenue

let db: pg.Client
let drop: () => Promise<void>
const key = 'a key that the server and this test were given'

beforeAll(async () => {
  const given = await testDatabase()
  drop = given.drop
  server = await aServer({ databaseUrl: given.url, env: { TABLEWIRE_SECRET_KEY: key } })
  house = await aSmallVenue(server.url, 1)
  db = new pg.Client(given.url)
  await db.connect()
})
afterAll(async () => {
  await db?.end()
  await server?.stop()
  await drop?.()
})

test('LI2, SE3: a review that a channel brings reaches open inboxes and bells at once', async () => {
  const admin = await asUser(server.url, firstAdmin)
  const reader = await aLiveReader(server.url, admin.token)
  const review = {
    venueId: house.venueId,
    source: 'guide',
    externalId: randomUUID(),
    rating: 1,
    text: '<script>alert(1)</script>',
    publishedAt: new Date().toISOString(),
  }
  const { body } = await asChannel(server.url, house.channels[0]!.key)('reviews', { body: { reviews: [review] } })
  const [{ id }] = body['data'] as [{ id: string }]
  const heard = await reader.until(({ message }) => message.type === 'review', 1000)
  expect(heard?.message).toMatchObject({ venueId: house.venueId, id })
  expect(await reader.until(({ message }) => message.type === 'notification', 1000)).toBeDefined()
  reader.close()
  const [notification] = (await admin('/v1/notifications')).body['data'] as [object]
  expect(notification).toMatchObject({ event: 'review', link: `/reviews?id=${id}`, review: { what: 'received', low: true, rating: 1 } })
})

test('LI2: the page of a link that nobody made saves nothing, in the reader’s language', async () => {
  const url = `${server.url}/feedback/${randomUUID()}?signature=made-up`
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(url, { method, headers: { 'accept-language': 'de' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer.text()).toContain('Dieser Link gilt nicht mehr')
  }
})

test('LI2: a guest opens the link of his mail, which changes nothing, and writes; staff publish it', async () => {
  const admin = await asUser(server.url, firstAdmin)
  const startsAt = instantAt(house, dayFromNow(1, house), '19:00')
  const guest = { firstName: 'Noa', lastName: 'Brandt', email: 'noa@guests.test' }
  const made = await admin('/v1/reservations', { body: { venueId: house.venueId, startsAt, partySize: 2, guest } })
  const { id: reservationId } = made.body['data'] as { id: string }
  await db.query(`update reservations set status = 'seated', version = version + 1 where id = $1`, [reservationId])
  await db.query(`update reservations set status = 'completed', version = version + 1 where id = $1`, [reservationId])
  const requestId = randomUUID()
  await db.query(
    `insert into review_requests (id, venue_id, reservation_id, guest_key, lang, asked_at, expires_at, sent_at)
     values ($1, $2, $3, 'somebody', 'nl', now(), now() + interval '1 day', now())`,
    [requestId, house.venueId, reservationId],
  )
  const url = `${server.url}/feedback/${requestId}?signature=${makeSecrets([key]).sign('review request', requestId)}`
  const send = (form: Record<string, string>) => fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  const own = async () =>
    (await admin('/v1/reviews?filters[source]=own')).body['data'] as { id: string; text: string; moderation: string }[]
  for (let n = 0; n < 3; n++) {
    const page = await (await fetch(url)).text()
    expect(page).toContain('lang="nl"')
    expect(page).not.toContain('<script')
  }
  expect(await own()).toEqual([])
  const refused = await send({ stars: '11', text: '<script>alert(1)</script>' })
  expect(refused.status).toBe(422)
  // More than is taken is said in a page too, in the reader's language.
  const tooMuch = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ text: 'x'.repeat(2_000_000) }),
    headers: { 'accept-language': 'nl' },
  })
  expect([tooMuch.status, tooMuch.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
  expect(await tooMuch.text()).toContain('Dat is niet gelukt')
  // What was typed is kept, as text.
  expect(await refused.text()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect((await send({ stars: '4', food: '5', text: '<script>alert(1)</script>' })).status).toBe(200)
  const [review] = await own()
  expect(review).toMatchObject({ rating: 4, text: '<script>alert(1)</script>', moderation: 'awaiting', author: 'Noa B.' })
  expect((await admin(`/v1/reviews/${review!.id}/publish`, { body: { editedAt: null } })).status).toBe(200)
  expect(await (await fetch(url)).text()).not.toContain('<form')
  await send({ stars: '1' })
  expect((await own())[0]).toMatchObject({ rating: 4, moderation: 'published' })
})
