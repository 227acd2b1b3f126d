import type { ListingReport } from '@tablewire/contracts/listing/copies'
import { sql } from 'kysely'
import { afterAll, beforeEach, beforeAll, expect, test, vi } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aListedVenue } from '../../../../tests/build/a-listed-venue.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readListing, updateListing } from '#src/features/listing-profile/api.ts'
import { compareChanged } from './compare-again.ts'
import { tellNewDays } from './tell-new-days.ts'
import { bcListingsHandlers as bc, listingCopiesHandlers as listings } from './routes.ts'

let open: OpenDb
let venue: TestVenue
let channel: TestChannel
let owner: Ctx
let minute = 0
/** Every test a little later than the one before. */
const at = (plus = 0): string => new Date(Date.parse('2026-11-20T18:00:00Z') + (minute + plus) * 60_000).toISOString()
const partner = (): Ctx => ctxOfChannel(open.db, channel, { clock: aClock(at()) })
const staff = (): Ctx => ({ ...owner, clock: aClock(at()) })

beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())
beforeEach(async () => {
  minute += 10
  venue = await aListedVenue(open.db)
  channel = await aChannel(open.db, { venues: [venue.id] })
  owner = ctxOfUser(open.db, await aUser(open.db, { companyId: venue.companyId }))
})

const week = (to = '23:00') => [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '12:00', to }))
const report = (over: Partial<ListingReport> = {}, plus = 0) =>
  bc.report(
    { ...partner(), clock: aClock(at(plus)) },
    {
      params: { id: venue.id },
      body: { observedAt: at(plus), name: 'Casa Vieja', phone: '912 345 678', hours: week(), ...over },
    },
  )
/** Told as soon as no older transaction of the whole cluster is open; those of tests beside this one count too. */
const feed = (count: number, query: { limit?: number; after?: string } = {}) =>
  vi.waitFor(
    async () => {
      const page = await bc.changes(partner(), { query })
      expect(page.data).toHaveLength(count)
      return page
    },
    { timeout: 15_000, interval: 50 },
  )
const copy = async () => (await listings.list(staff(), { params: { id: venue.id } })).copies[0]!
const differences = async (state?: ('open' | 'asked' | 'ignored')[]) =>
  (await listings.differences(staff(), { query: { filters: { venueId: [venue.id], ...(state ? { state } : {}) } } })).data

test('LI1: a place goes from not sent over pending to shown', async () => {
  expect((await copy()).state).toBe('not_sent')
  const truth = await bc.get(partner(), { params: { id: venue.id } })
  expect(truth).toMatchObject({ name: 'Casa Vieja', phone: '+34912345678', hours: week(), specialDays: [] })
  expect(await copy()).toMatchObject({ state: 'pending', sentIsCurrent: true, sentAt: expect.any(String) })
  expect(await report()).toEqual({ outcome: 'taken', state: 'shown', differences: [] })
  expect(await copy()).toMatchObject({ state: 'shown', origin: 'report', otherHouse: false })
  expect(await report({}, 1)).toMatchObject({ outcome: 'unchanged' })
})

test('LI1: wrong hours are told with both sides, who and since; asked for, shown right, gone', async () => {
  await report()
  const wrong = await report({ hours: week('21:00'), changedBy: 'guest' }, 1)
  expect(wrong).toEqual({ outcome: 'taken', state: 'differs', differences: ['hours'] })
  const [one] = await differences()
  expect(one).toMatchObject({
    field: 'hours',
    changedBy: 'guest',
    state: 'open',
    ours: { hours: week() },
    theirs: { hours: week('21:00') },
  })
  expect(Date.parse(one!.since)).toBe(Date.parse(at(1)))

  const before = await feed(1)
  minute += 2
  expect(await listings.resolve(staff(), { body: { ids: [one!.id], act: 'overwrite' } })).toEqual([
    { id: one!.id, outcome: 'done', message: null },
  ])
  expect(await copy()).toMatchObject({ state: 'pending', askedAt: expect.any(String) })
  expect(await differences(['asked'])).toHaveLength(1)
  expect((await feed(1, { after: before.next })).data).toMatchObject([{ venueId: venue.id, asked: true }])

  expect(await report({}, 1)).toMatchObject({ outcome: 'taken', state: 'shown' })
  expect(await differences()).toEqual([])
  expect(await copy()).toMatchObject({ state: 'shown', askedAt: null })
})

test('LI1: a day that comes into the weeks a listing tells of is told to its channels, once', async () => {
  const start = aClock('2026-11-20T22:30:00Z')
  const on = (hours: number): Ctx => ({ ...aCtx(open.db), clock: () => start().add({ hours }) })
  const listing = await readListing(owner, venue.id)
  // Ninety days are told of: to the 17th; this is the day after.
  const christmas = { fromOn: '2027-02-18', toOn: '2027-02-18', name: '', spans: [] }
  await updateListing({ ...owner, clock: start }, { params: { id: venue.id }, body: { version: listing.version, ownDays: [christmas] } })
  const changedAt = async () =>
    (await open.db.selectFrom('listingChanges').select(['changedAt', 'xid']).where('venueId', '=', venue.id).executeTakeFirstOrThrow()).xid
  await compareChanged(on(0))
  const before = await changedAt()
  await tellNewDays(on(0))
  expect(await changedAt()).toBe(before)
  // At half past midnight in Madrid.
  await tellNewDays(on(1))
  const after = await changedAt()
  expect(after).not.toBe(before)
  await compareChanged(on(1))
  await tellNewDays(on(2))
  expect(await changedAt()).toBe(after)
})

test('LI1: asked for and still shown otherwise is a difference again', async () => {
  await report({ hours: week('21:00') })
  const [one] = await differences()
  await listings.resolve(staff(), { body: { ids: [one!.id], act: 'overwrite' } })
  await report({ hours: week('21:00') }, 1)
  expect(await copy()).toMatchObject({ state: 'differs', askedAt: null })
  expect(await differences(['open'])).toHaveLength(1)
})

test('LI1: what is ignored stays so until either side changes', async () => {
  await report({ phone: '+34 910 000 000' })
  const [one] = await differences()
  await listings.resolve(staff(), { body: { ids: [one!.id], act: 'ignore' } })
  expect(await copy()).toMatchObject({ state: 'shown' })
  await report({ phone: '+34910000000' }, 1)
  expect(await differences(['open'])).toHaveLength(1)
  const [again] = await differences()
  await listings.resolve(staff(), { body: { ids: [again!.id], act: 'ignore' } })
  await report({ phone: '+34910000000' }, 2)
  expect(await differences(['open'])).toHaveLength(0)
})

test('LI1: taken over, what is shown there is what the venue says', async () => {
  await report({ phone: '+34 910 000 000' })
  const [one] = await differences()
  expect(await listings.resolve(staff(), { body: { ids: [one!.id], act: 'accept' } })).toMatchObject([{ outcome: 'done' }])
  expect((await bc.get(partner(), { params: { id: venue.id } })).phone).toBe('+34910000000')
  expect(await differences()).toEqual([])
  expect((await copy()).state).toBe('shown')
})

test('LI1: what somebody decided meanwhile is left alone by who decides on several', async () => {
  await report({ phone: '+34 910 000 000', name: 'Casa Nueva' })
  const all = await differences()
  const phone = all.find(({ field }) => field === 'phone')!
  await listings.resolve(staff(), { body: { ids: [phone.id], act: 'ignore' } })
  const outcomes = await listings.resolve(staff(), {
    body: { ids: all.map(({ id }) => id), act: 'accept', states: ['open', 'asked'] },
  })
  expect(new Map(outcomes.map(({ id, outcome }) => [id, outcome])).get(phone.id)).toBe('gone')
  expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
  expect(await bc.get(partner(), { params: { id: venue.id } })).toMatchObject({ name: 'Casa Nueva', phone: '+34912345678' })
})

test('LI1: hours that are taken over part the listing from the book, which is told where it is shown', async () => {
  const ownHours = async () => (await listings.list(staff(), { params: { id: venue.id } })).ownHours
  await report({ hours: week('21:00') })
  expect(await ownHours()).toBe(false)
  const [one] = await differences()
  await listings.resolve(staff(), { body: { ids: [one!.id], act: 'accept' } })
  expect(await ownHours()).toBe(true)
})

test('LI1: a change of the venue that a place has not followed is told as its own', async () => {
  await report()
  await open.db.updateTable('venues').set({ phoneNumber: '+34911111111' }).where('id', '=', venue.id).execute()
  await compareChanged(aCtx(open.db, { clock: aClock(at(1)) }))
  expect(await differences()).toMatchObject([{ field: 'phone', changedBy: 'us', state: 'open' }])
})

test('LI1: what is older than the last report changes nothing, and the future is refused', async () => {
  await report()
  expect(await report({ hours: week('20:00') }, -3)).toMatchObject({ outcome: 'outdated', state: 'shown' })
  expect(await refusal(bc.report(partner(), { params: { id: venue.id }, body: { observedAt: at(60), name: 'X' } }))).toBe('request.invalid')
})

test('LI1: a refusal of the channel is told with its reason, and keeps what was shown', async () => {
  await report()
  const body = { observedAt: at(1), status: 'rejected' as const, reason: 'No licence for <b>this</b> city' }
  expect(await bc.report(partner(), { params: { id: venue.id }, body })).toMatchObject({ state: 'rejected' })
  expect(await copy()).toMatchObject({ state: 'rejected', reason: 'No licence for <b>this</b> city' })
})

test('LI1: what a channel showed is forgotten when it sells the venue no more', async () => {
  await report({ hours: week('21:00') })
  expect(await differences()).toHaveLength(1)
  await sql`update channel_venues set state = 'paused' where venue_id = ${venue.id} and channel_id = ${channel.id}`.execute(open.db)
  expect(await differences()).toEqual([])
  expect((await listings.list(staff(), { params: { id: venue.id } })).copies).toEqual([])
})

test('LI1: another house under the name of this one is marked', async () => {
  await report({ name: 'Pizza World', address: 'Gran Vía 1', phone: '+34 910 000 000' })
  expect(await copy()).toMatchObject({ otherHouse: true })
})

test('LI1: of strange venues, and of those without a listing, nothing is told', async () => {
  const foreign = await aVenue(open.db, {})
  expect(await refusal(bc.get(partner(), { params: { id: foreign.id } }))).toBe('venue.not_found')
  expect(await refusal(listings.list(staff(), { params: { id: foreign.id } }))).toBe('venue.not_found')
  await open.db.updateTable('venues').set({ listingEnabled: false, listingEnabledAt: null }).where('id', '=', venue.id).execute()
  expect(await refusal(bc.get(partner(), { params: { id: venue.id } }))).toBe('listing.disabled')
  const stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: foreign.companyId }))
  await open.db
    .updateTable('venues')
    .set({ listingEnabled: true, listingEnabledAt: '2026-11-01T10:00:00Z' })
    .where('id', '=', venue.id)
    .execute()
  await report({ hours: week('21:00') })
  const [one] = await differences()
  expect(await listings.resolve(stranger, { body: { ids: [one!.id], act: 'ignore' } })).toMatchObject([{ outcome: 'gone' }])
})

test('LI1: the feed tells each venue once, in order, and goes on where it ended', async () => {
  const other = await aVenue(open.db, { companyId: venue.companyId })
  await sql`insert into channel_venues (venue_id, channel_id, state) values (${other.id}, ${channel.id}, 'live')`.execute(open.db)
  await open.db
    .updateTable('venues')
    .set({ listingEnabled: true, listingEnabledAt: '2026-11-01T10:00:00Z' })
    .where('id', '=', other.id)
    .execute()
  expect((await feed(2)).data.map(({ venueId }) => venueId)).toEqual([venue.id, other.id])
  const first = await feed(1, { limit: 1 })
  expect(first).toMatchObject({ data: [{ venueId: venue.id, asked: false }], more: true })
  const second = await feed(1, { limit: 1, after: first.next })
  expect(second).toMatchObject({ data: [{ venueId: other.id }], more: false })
  expect(await bc.changes(partner(), { query: { after: second.next } })).toMatchObject({ data: [], more: false })
  await open.db.updateTable('venues').set({ city: 'Toledo' }).where('id', '=', venue.id).execute()
  expect((await feed(1, { after: second.next })).data).toMatchObject([{ venueId: venue.id }])
})
