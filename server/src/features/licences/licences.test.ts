import { VenueUpdate } from '@tablewire/contracts/estate/venue-fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aMetaApp } from '../../../../tests/build/a-meta.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { updateVenue } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { licencesHandlers as licences } from './routes.ts'

let open: OpenDb
let ctx: Ctx
beforeAll(async () => {
  open = await aDb()
  ctx = aCtx(open.db)
})
afterAll(() => open.close())

const products = (id: string, set: object) => open.db.updateTable('venues').set(set).where('id', '=', id).execute()
const meta = { metaEnabled: true, metaEnabledAt: '2026-11-01T10:00:00Z' }
const noMeta = { metaEnabled: false, metaEnabledAt: null }
const link = (venueId: string, channelId: string, state: string) =>
  sql`update channel_venues set state = ${state} where venue_id = ${venueId} and channel_id = ${channelId}`.execute(open.db)
/** Everything, as far as it is about this venue. */
const listed = async (id: string, by = ctx) => (await licences.list(by, { query: { limit: 200 } })).data.find((row) => row.id === id)

test('CH3: a venue is listed as long as there is anything to disconnect, and says what', async () => {
  const venue = await aVenue(open.db, { name: 'Casa Una' })
  expect(await listed(venue.id)).toBeUndefined()
  const channel = await aChannel(open.db, { name: 'Guide', venues: [venue.id] })
  expect(await listed(venue.id)).toMatchObject({
    name: 'Casa Una',
    city: 'Madrid',
    countryCode: 'ES',
    channels: [{ id: channel.id, name: 'Guide', state: 'live' }],
    metaEnabled: false,
    listingEnabled: false,
  })
  await products(venue.id, meta)
  await link(venue.id, channel.id, 'not_enabled')
  expect(await listed(venue.id)).toMatchObject({ channels: [], metaEnabled: true })
  await products(venue.id, noMeta)
  expect(await listed(venue.id)).toBeUndefined()
  await products(venue.id, { listingEnabled: true, listingEnabledAt: '2026-11-01T10:00:00Z' })
  expect(await listed(venue.id)).toMatchObject({ listingEnabled: true })
})

test('CH3: taking the last two things away at once leaves nothing in the list', async () => {
  const venue = await aVenue(open.db)
  const [one, two] = [await aChannel(open.db, { venues: [venue.id] }), await aChannel(open.db, { venues: [venue.id] })]
  await Promise.all([link(venue.id, one.id, 'not_enabled'), link(venue.id, two.id, 'not_enabled')])
  expect(await listed(venue.id)).toBeUndefined()
  await Promise.all([link(venue.id, one.id, 'live'), products(venue.id, meta), products(venue.id, noMeta)])
  expect(await listed(venue.id)).toMatchObject({ channels: [{ id: one.id }] })
  await open.db.deleteFrom('channels').where('id', '=', one.id).execute()
  await products(venue.id, noMeta)
  expect(await listed(venue.id)).toBeUndefined()
})

test('CH3: by product, channel, country and name, with an exact total', async () => {
  const company = await aCompany(open.db)
  const by = ctxOfUser(open.db, await aUser(open.db, { companyId: company }))
  const venues = await Promise.all(
    ['Alba', 'Bari', 'Cadiz'].map((name, n) =>
      aVenue(open.db, { name, companyId: company, countryCode: n === 2 ? 'IT' : 'ES', externalId: `x-${n}` }),
    ),
  )
  const channel = await aChannel(open.db, { venues: [venues[0]!.id, venues[1]!.id] })
  await products(venues[1]!.id, meta)
  await products(venues[2]!.id, { listingEnabled: true, listingEnabledAt: '2026-11-01T10:00:00Z' })
  const names = async (filters: object, more: object = {}) => {
    const page = await licences.list(by, { query: { filters, ...more } })
    return [page.total, ...page.data.map(({ name }) => name)]
  }
  expect(await names({})).toEqual([3, 'Alba', 'Bari', 'Cadiz'])
  expect(await names({}, { sort: '-name' })).toEqual([3, 'Cadiz', 'Bari', 'Alba'])
  expect(await names({ product: 'channel' })).toEqual([2, 'Alba', 'Bari'])
  expect(await names({ channelId: channel.id })).toEqual([2, 'Alba', 'Bari'])
  expect(await names({ product: 'meta' })).toEqual([1, 'Bari'])
  expect(await names({ product: 'listing' })).toEqual([1, 'Cadiz'])
  expect(await names({ countryCode: ['IT'] })).toEqual([1, 'Cadiz'])
  expect(await names({ criteria: 'ba' })).toEqual([2, 'Alba', 'Bari'])
  expect(await names({ criteria: 'x-2' })).toEqual([1, 'Cadiz'])
  const limited = ctxOfUser(open.db, await aUser(open.db, { companyId: company, venues: [venues[0]!.id] }))
  expect(await listed(venues[1]!.id, limited)).toBeUndefined()
  expect((await licences.list(limited, { query: {} })).total).toBe(1)
})

test('CH4: who has Tripadvisor, Meta and listings, and what came from Tripadvisor in thirty days', async () => {
  const company = await aCompany(open.db)
  const by = ctxOfUser(open.db, await aUser(open.db, { companyId: company }))
  const [first, second] = [
    await aVenue(open.db, { name: 'Erste', companyId: company }),
    await aVenue(open.db, { name: 'Zweite', companyId: company, countryCode: 'DE' }),
  ]
  await products(first.id, { tripadvisorId: '123', ...meta, metaPageId: '77' })
  await products(second.id, { tripadvisorId: '456', listingEnabled: true, listingEnabledAt: '2026-11-01T10:00:00Z' })
  await aChannel(open.db, { name: 'TripAdvisor', venues: [first.id] })
  expect((await licences.withTripadvisor(by, { query: {} })).data).toMatchObject([
    { name: 'Erste', tripadvisorId: '123', live: true, state: 'live' },
    { name: 'Zweite', tripadvisorId: '456', live: false, state: 'not_enabled' },
  ])
  // One that rests is connected all the same.
  const paused = await aChannel(open.db, { name: 'Tripadvisor DE', venues: [second.id] })
  await link(second.id, paused.id, 'paused')
  expect((await licences.withTripadvisor(by, { query: {} })).data[1]).toMatchObject({ live: false, state: 'paused' })
  expect(await licences.withMeta(by, { query: {} })).toMatchObject({
    total: 1,
    data: [{ name: 'Erste', pageId: '77', metaSSOEnabled: false }],
  })
  expect(await licences.withListing(by, { query: {} })).toMatchObject({
    total: 1,
    data: [{ name: 'Zweite', enabledAt: '2026-11-01T10:00:00Z' }],
  })
  const summary = await licences.tripadvisorSummary(by, {})
  expect(summary).toMatchObject({ venues: 2, installed: 2, live: 1, bookings: 0, covers: 0 })
  expect(summary.countries).toEqual([
    { countryCode: 'DE', venues: 1, installed: 1 },
    { countryCode: 'ES', venues: 1, installed: 1 },
  ])
  const stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: await aCompany(open.db) }))
  expect((await licences.tripadvisorSummary(stranger, {})).venues).toBe(0)
  expect((await licences.withMeta(stranger, { query: {} })).total).toBe(0)
})

test('GO2: whose the page is that carries a venue’s button stands with its licence', async () => {
  const { db } = open
  const companyId = await aCompany(db)
  const venue = await aVenue(db, { companyId })
  await products(venue.id, meta)
  expect(await listed(venue.id)).toMatchObject({ metaEnabled: true, metaPage: null })
  const app = await aMetaApp({ db, secrets: ctx.ports.secrets }, {})
  const connect = async (of: { venueId: string | null }, pageId: string) =>
    sql`insert into meta_installs (id, company_id, venue_id, app_id, state, page_id, page_name, meta_user_id, host, page_token_sealed, user_token_sealed, connected_by, connected_by_name, connected_at, due_at, tries)
      values (gen_random_uuid(), ${companyId}, ${of.venueId}, ${app.id}, 'connected', ${pageId}, 'Page', '1', 'localhost', 'x', 'x', gen_random_uuid(), 'Ana', now(), now(), 0)`.execute(
      db,
    )
  await connect({ venueId: null }, '501')
  expect(await listed(venue.id)).toMatchObject({ metaPage: { kind: 'company', placeId: companyId } })
  await connect({ venueId: venue.id }, '502')
  expect(await listed(venue.id)).toMatchObject({ metaPage: { kind: 'venue', placeId: venue.id } })
})

test('GO2: a page at Tripadvisor is one venue’s, and its number is read from its address', async () => {
  const company = await aCompany(open.db)
  const by = ctxOfUser(open.db, await aUser(open.db, { companyId: company }))
  const [first, second] = [await aVenue(open.db, { companyId: company }), await aVenue(open.db, { companyId: company })]
  const put = (id: string, tripadvisorId: string) =>
    refusal(updateVenue(by, { params: { id }, body: VenueUpdate.parse({ tripadvisorId }) }))
  const page = 'https://www.tripadvisor.co.uk/Restaurant_Review-g187497-d9876543-Reviews-Casa-Barcelona.html'
  expect(await put(first.id, page)).toBe('done')
  expect((await licences.withTripadvisor(by, { query: {} })).data).toMatchObject([
    { id: first.id, tripadvisorId: '9876543', bookingUrl: null },
  ])
  expect(await put(second.id, '9876543')).toBe('venue.tripadvisor_id_taken')
  expect(VenueUpdate.safeParse({ tripadvisorId: 'https://tripadvisor.example/Hotel' }).success).toBe(false)
  await sql`insert into listing_profiles (venue_id, booking_url, updated_at) values (${first.id}, 'https://book.example/a', now())`.execute(
    open.db,
  )
  const [row] = (await licences.withTripadvisor(by, { query: {} })).data
  expect(row?.bookingUrl).toMatch(new RegExp(`/book/${first.id}\\?utm_source=tripadvisor&utm_medium=booking_link&location_id=9876543$`))
})

test('CH4: what came from Tripadvisor is counted as analytics counts it, and each figure names its rows', async () => {
  const company = await aCompany(open.db)
  const by = ctxOfUser(open.db, await aUser(open.db, { companyId: company }))
  const venue = await aVenue(open.db, { companyId: company })
  const channel = await aChannel(open.db, { name: 'Tripadvisor ES', venues: [venue.id] })
  expect((await licences.tripadvisorSummary(by, {})).figures.find(({ id }) => id === 'bookings')).toMatchObject({ value: 0 })
  const made = async (more: object) => aReservation(open.db, venue, { channelId: channel.id, source: 'channel', ...more })
  await made({ partySize: 4 })
  await made({ partySize: 2, status: 'canceled' })
  await aReservation(open.db, venue, { partySize: 7 })
  const summary = await licences.tripadvisorSummary(by, {})
  expect(summary).toMatchObject({ bookings: 2, covers: 6, canceled: 1, noShows: 0 })
  const rows = summary.figures.find(({ id }) => id === 'cancellationRate')!
  expect(rows).toMatchObject({ value: 50, parts: { count: 1, of: 2 }, rows: { dateBasis: 'creation' } })
  expect(rows.rows!['channelId']).toContain(channel.id)
  expect(summary.figures.find(({ id }) => id === 'leadTimeMedianMinutes')?.value).toBeGreaterThan(0)
})
