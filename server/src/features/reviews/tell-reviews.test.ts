import type { GivenReview } from '@tablewire/contracts/reviews/reviews'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { takeReviews } from './take-reviews.ts'

let open: OpenDb
let venue: TestVenue
let channel: TestChannel
let people: Record<'reader' | 'host' | 'foreign', TestUser>
const clock = aClock('2026-11-20T18:00:00Z')

beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db)
  channel = await aChannel(open.db, { venues: [venue.id] })
  const manager = { roles: ['ROLE_MANAGER'] as TestUser['roles'], companyId: venue.companyId, venues: [venue.id] }
  people = {
    reader: await aUser(open.db, { ...manager, permissions: ['reviews'] }),
    host: await aUser(open.db, { ...manager, permissions: ['reservations'] }),
    foreign: await aUser(open.db, { companyId: (await aVenue(open.db)).companyId }),
  }
})
afterAll(() => open.close())

const given = (over: Partial<GivenReview> = {}): GivenReview => ({
  venueId: venue.id,
  source: 'guide',
  externalId: crypto.randomUUID(),
  rating: 4,
  scale: 10,
  text: '<b>Cold</b> soup',
  author: 'Noa Guest',
  publishedAt: '2026-11-19T12:00:00Z',
  ...over,
})
const take = async (...reviews: GivenReview[]) => {
  const { ports, live } = recordingPorts()
  await takeReviews(ctxOfChannel(open.db, channel, { clock, ports }), reviews)
  return live
}
const told = () => open.db.selectFrom('notifications').select(['userId', 'event', 'about']).where('event', '=', 'review').execute()

test('SE3, LI2: a new review is told to who may read reviews, in stars, without its guest', async () => {
  const live = await take(given())
  expect(live).toContainEqual(expect.objectContaining({ type: 'review', venueId: venue.id, kind: 'received' }))
  const rows = await told()
  expect(rows.map(({ userId }) => userId)).toEqual([people.reader.id])
  expect(JSON.parse(rows[0]!.about!)).toMatchObject({ what: 'received', rating: 4, scale: 10, low: true, source: 'guide' })
  expect(rows[0]!.about).not.toContain('Noa')
})

test('SE3, LI2: edits, repeats and years of old reviews ring no bell; open inboxes hear of all', async () => {
  const before = (await told()).length
  const first = given({ publishedAt: '2026-11-01T12:00:00Z' })
  expect(await take(first)).toHaveLength(1)
  expect(await take(first)).toHaveLength(0)
  expect(await take({ ...first, text: 'Hot after all', editedAt: '2026-11-20T12:00:00Z' })).toHaveLength(1)
  expect(await told()).toHaveLength(before)
})
