import type { GivenReview } from '@tablewire/contracts/reviews/reviews'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReview } from '../../../../tests/build/a-review.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { listReviews, listSources, readReview } from './list-reviews.ts'
import { takeReviews } from './take-reviews.ts'

let open: OpenDb
let venue: TestVenue
let foreign: TestVenue
let channel: TestChannel
let owner: Ctx
const clock = aClock('2026-11-20T18:00:00Z')
const as = (who: TestChannel): Ctx => ctxOfChannel(open.db, who, { clock })

beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db, { name: 'Casa Vieja' })
  foreign = await aVenue(open.db, { name: 'Theirs' })
  channel = await aChannel(open.db, { venues: [venue.id] })
  owner = ctxOfUser(open.db, await aUser(open.db, { companyId: venue.companyId }))
})
afterAll(() => open.close())

const given = (over: Partial<GivenReview> = {}): GivenReview => ({
  venueId: venue.id,
  source: 'guide',
  externalId: crypto.randomUUID(),
  rating: 2,
  scale: 5,
  text: 'The soup was cold.',
  language: 'en',
  author: 'Noa',
  publishedAt: '2026-11-01T12:00:00Z',
  ...over,
})
/** Takes them, and answers their ids. */
const taken = async (...reviews: GivenReview[]): Promise<string[]> => (await takeReviews(as(channel), reviews)).map(({ id }) => id!)
const outcomes = async (reviews: GivenReview[], who = channel): Promise<string[]> =>
  (await takeReviews(as(who), reviews)).map(({ outcome }) => outcome)

test('LI2: the same review is the same for ever; what it said before stays beside it', async () => {
  const first = given()
  const [id = ''] = await taken(first)
  expect(await outcomes([first])).toEqual(['unchanged'])
  clock.move({ hours: 1 })
  const edited = { ...first, rating: 5, text: 'The second soup was hot.', editedAt: '2026-11-02T12:00:00Z' }
  expect(await outcomes([edited])).toEqual(['updated'])
  expect(await outcomes([{ ...first, text: 'Older', editedAt: '2026-11-01T13:00:00Z' }])).toEqual(['outdated'])
  expect(await readReview(owner, id)).toMatchObject({
    rating: 5,
    stars: 5,
    text: 'The second soup was hot.',
    editedAt: '2026-11-02T12:00:00Z',
    earlier: [{ rating: 2, text: 'The soup was cold.', replacedAt: '2026-11-20T19:00:00Z' }],
  })
})

test('LI2: each of a batch is answered on its own, and those that are right are taken', async () => {
  const one = given()
  expect(
    await outcomes([
      one,
      { ...one, text: 'Again' },
      given({ venueId: foreign.id }),
      given({ rating: 11 }),
      given({ rating: null, text: null }),
      given({ rating: null, text: null, recommended: false }),
      given({ subratings: [{ name: 'Food', rating: 9 }] }),
    ]),
  ).toEqual(['created', 'repeated', 'venue_not_found', 'rating_above_scale', 'empty', 'created', 'rating_above_scale'])
})

test('LI2: a moment that is still to come would stand in the way of all that follow', async () => {
  const ahead = clock().add({ minutes: 6 }).toString()
  const rows = [{ publishedAt: ahead }, { editedAt: ahead }, { reply: { text: 'Thanks', publishedAt: ahead } }]
  expect(await outcomes(rows.map((row) => given(row)))).toEqual(['in_future', 'in_future', 'in_future'])
  expect(await outcomes([given({ editedAt: clock().add({ minutes: 4 }).toString() })])).toEqual(['created'])
})

test('LI2: an average with more digits than are kept is the same when it comes again', async () => {
  const review = given({ rating: 4.3333, subratings: [{ name: 'Food', rating: 3.6667 }] })
  expect([await outcomes([review]), await outcomes([review])]).toEqual([['created'], ['unchanged']])
})

test('LI2: what came by a file is its channel’s as soon as that brings it, and nobody else’s', async () => {
  const id = await aReview(open.db, { venueId: venue.id, channelId: null, publishedAt: '2026-10-01T12:00:00Z' })
  const review = given({ externalId: id })
  const other = await aChannel(open.db, { venues: [venue.id] })
  expect(await takeReviews(as(channel), [review])).toMatchObject([{ id, outcome: 'updated' }])
  expect(await outcomes([review])).toEqual(['unchanged'])
  expect(await outcomes([review], other)).toEqual(['elsewhere'])
})

test('LI2: of one review that stands in a call several times, the newest words stay, whatever stood before them', async () => {
  const [one, two, three] = [given(), given(), given()]
  const later = { editedAt: '2026-11-02T12:00:00Z', text: 'Edited' }
  expect(await outcomes([{ ...one, rating: 11 }, one])).toEqual(['rating_above_scale', 'created'])
  const calls = [two, { ...two, ...later }, { ...two, ...later, text: 'At the same moment' }, { ...two, text: 'Old' }]
  expect(await outcomes(calls)).toEqual(['created', 'updated', 'repeated', 'repeated'])
  const [id = ''] = await taken({ ...two, ...later })
  expect(await readReview(owner, id)).toMatchObject({ text: 'Edited', earlier: [{ text: 'The soup was cold.' }] })
  await takeReviews(as(channel), [{ ...three, ...later }])
  expect(await outcomes([three, { ...three, editedAt: '2026-11-03T12:00:00Z', text: 'Anew' }])).toEqual(['outdated', 'updated'])
})

test('LI2: another channel neither changes a review nor learns its id', async () => {
  const other = await aChannel(open.db, { venues: [venue.id] })
  const mine = given()
  await takeReviews(as(channel), [mine])
  expect(await takeReviews(as(other), [{ ...mine, text: 'Mine now' }])).toMatchObject([{ id: null, outcome: 'elsewhere' }])
})

test('LI2: twenty calls at once with the same new review make one', async () => {
  const same = given()
  const other = await aChannel(open.db, { venues: [venue.id] })
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => outcomes([same], n % 2 ? channel : other)))
  expect(all.flat().filter((outcome) => outcome === 'created')).toHaveLength(1)
  expect(new Set(all.flat())).toEqual(new Set(['created', 'unchanged', 'elsewhere']))
})

test('LI2: taken down at the source it stays, marked, and comes back', async () => {
  const review = given()
  const [id = ''] = await taken(review)
  expect(await outcomes([{ ...review, removed: true }])).toEqual(['updated'])
  expect((await readReview(owner, id)).removedAt).toBe(clock().toString())
  expect(await outcomes([{ ...review, removed: true }])).toEqual(['unchanged'])
  expect(await outcomes([review])).toEqual(['updated'])
  expect((await readReview(owner, id)).removedAt).toBeNull()
})

test('LI2: one that was edited is taken down without saying when it was edited', async () => {
  const review = given({ editedAt: '2026-11-02T12:00:00Z', text: 'Edited' })
  const [id = ''] = await taken(review)
  expect(await outcomes([{ ...review, editedAt: undefined, removed: true }])).toEqual(['updated'])
  expect(await readReview(owner, id)).toMatchObject({ removedAt: clock().toString(), editedAt: '2026-11-02T12:00:00Z' })
})

test('LI2: scales become stars, and a reference of a booking at that venue ties it to the evening', async () => {
  const booked = await aReservation(open.db, venue, {})
  const { reference } = await open.db.selectFrom('reservations').select('reference').where('id', '=', booked.id).executeTakeFirstOrThrow()
  const [points = '', thumbs = ''] = await taken(
    given({ rating: 7, scale: 10, reservationReference: reference }),
    given({ rating: null, recommended: true }),
  )
  expect(await readReview(owner, points)).toMatchObject({ rating: 7, scale: 10, stars: 4, reservationId: booked.id })
  expect(await readReview(owner, thumbs)).toMatchObject({ rating: null, scale: null, stars: null, recommended: true })
})

test('LI2: filters narrow with an exact total, words are found in any language, pages hold each once', async () => {
  const house = await aVenue(open.db, { companyId: venue.companyId })
  const own = await aChannel(open.db, { venues: [house.id] })
  const day = (n: number) => `2026-10-0${n}T12:00:00Z`
  await takeReviews(as(own), [
    given({ venueId: house.id, rating: 1, text: 'Kalte Suppe', language: 'de-AT', publishedAt: day(1) }),
    given({ venueId: house.id, rating: 5, text: 'Wunderbar', language: 'de', publishedAt: day(2), source: 'other' }),
    given({ venueId: house.id, rating: 4, text: "L'été en terrasse", title: 'Brücke', language: 'fr', publishedAt: day(3) }),
  ])
  const count = async (filters: object) => (await listReviews(owner, { filters: { venueId: [house.id], ...filters } })).total
  expect(await count({})).toBe(3)
  expect(await count({ stars: [1, 5] })).toBe(2)
  expect(await count({ source: ['other'] })).toBe(1)
  expect(await count({ language: ['DE'] })).toBe(2)
  expect(await count({ from: '2026-10-02', to: '2026-10-02' })).toBe(1)
  expect(await count({ q: 'kalte sup' })).toBe(1)
  expect(await count({ q: 'été' })).toBe(1)
  expect(await count({ q: "'; drop & | !(" })).toBe(0)
  expect(await count({ q: '!!!' })).toBe(0)
  expect(await count({ q: ' ' })).toBe(3)
  const first = await listReviews(owner, { limit: 2, filters: { venueId: [house.id] } })
  const second = await listReviews(owner, { limit: 2, after: first.next!, filters: { venueId: [house.id] } })
  expect([...first.data, ...second.data].map(({ publishedAt }) => publishedAt)).toEqual([day(3), day(2), day(1)])
  expect(second.next).toBeNull()
})

test('LI2: nobody sees reviews of venues that are not his', async () => {
  const [id = ''] = await taken(given())
  const stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: foreign.companyId }))
  expect(await refusal(readReview(stranger, id))).toBe('review.not_found')
  expect((await listReviews(stranger, {})).total).toBe(0)
  expect(await listSources(stranger)).toEqual([])
  expect(await listSources(owner)).toContainEqual(expect.objectContaining({ source: 'guide' }))
})

test('AN2: a review is of the day on which its venue was when it was written', async () => {
  const chatham = await aVenue(open.db, { companyId: venue.companyId, timeZone: 'Pacific/Chatham' })
  const marquesas = await aVenue(open.db, { companyId: venue.companyId, timeZone: 'Pacific/Marquesas' })
  const at = (house: TestVenue, publishedAt: string) => aReview(open.db, { venueId: house.id, channelId: null, publishedAt })
  // 00:00 of 1 November at UTC+13:45, and a minute before; the last minute of it at UTC−9:30, and the next.
  await at(chatham, '2026-10-31T10:15:00Z')
  await at(chatham, '2026-10-31T10:14:00Z')
  await at(marquesas, '2026-11-02T09:29:00Z')
  await at(marquesas, '2026-11-02T09:30:00Z')
  const count = async (house: TestVenue, from: string, to: string) =>
    (await listReviews(owner, { filters: { venueId: [house.id], from, to } })).total
  expect(await count(chatham, '2026-11-01', '2026-11-01')).toBe(1)
  expect(await count(chatham, '2026-10-31', '2026-10-31')).toBe(1)
  expect(await count(marquesas, '2026-11-01', '2026-11-01')).toBe(1)
  expect(await count(marquesas, '2026-11-02', '2026-11-02')).toBe(1)
})
