import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asChannel, asUser } from '../build/a-caller.ts'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'
import { aLiveReader } from '../build/live-reader.ts'
import { aSmallVenue, type SmallVenue } from '../build/small-venue.ts'

let server: TestServer
let house: SmallVenue

beforeAll(async () => {
  server = await aServer()
  house = await aSmallVenue(server.url, 1)
})
afterAll(() => server?.stop())

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
