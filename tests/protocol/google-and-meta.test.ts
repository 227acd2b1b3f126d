import type { BcAvailability, BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import type { PartnerArea, PartnerBrand } from '@tablewire/contracts/rms/rms-api-objects'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aUser } from '../build/a-user.ts'
import { aCompany, anArea, aVenue, type TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { aContact, type Shop } from './a-shop.ts'

let remote: RemoteShop
let shop: Shop
let platform: string
let google: TestChannel
beforeAll(async () => {
  remote = await aRemoteShop()
  shop = remote.shop
  platform = await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  google = await aChannel(shop.container.db)
  await ask('PUT', `/booking-channels/${google.id}`, { body: { product: 'google' } })
})
afterAll(() => remote.close())

type ApiAnswer = { status: number; body: { data: Record<string, unknown>; code?: string; errors?: object } }
type Asking = { token?: string; body?: unknown; headers?: Record<string, string> }
const ask = async (method: string, url: string, { token = platform, ...more }: Asking = {}): Promise<ApiAnswer> => {
  const answer = await shop.ask({ method, url, token, ...more })
  return { status: answer.statusCode, body: answer.json() }
}
const sellTo = async ({ id }: TestVenue, channelId: string): Promise<void> =>
  void (await shop.container.db.insertInto('channelVenues').values({ venueId: id, channelId, state: 'live' }).execute())

test('HU3: Google books the area named for it, and no other channel does', async () => {
  const [room, terrace] = [anArea(), anArea({ name: 'Terrace', byDefault: false, capacity: 4, rwgDefault: true, externalId: 'terrace' })]
  const here = await shop.openVenue({ book: { areas: [room, terrace], bookableAreas: true } })
  const there = await remote.openRemote(await remote.connect(), {
    book: { areas: [room, terrace].map((area) => ({ ...area, id: randomUUID() })) },
  })
  for (const venue of [here, there]) {
    await sellTo(venue, google.id)
    const [own, ofGoogle] = venue.book.areas
    const place = { venueId: venue.id, date: shop.at('20:00', 5, venue), partySize: 2 }
    const seen = await shop.call<BcAvailability>(`availability?venueId=${venue.id}&date=${place.date}&partySize=2`, undefined, {
      key: google.key,
    })
    expect(seen.body).toMatchObject({ areaId: ofGoogle!.id })
    expect(seen.body.slots.length).toBeGreaterThan(0)
    const batch = await shop.call('availability/batch', { slots: [place] }, { key: google.key })
    expect(batch.body).toMatchObject({ data: [{ available: true, areaId: null }] })
    const booked = await shop.call<BcBooking>('booking', { ...place, contact: aContact() }, { key: google.key })
    expect(booked).toMatchObject({ status: 201, body: { areaId: ofGoogle!.id } })
    const held = await shop.call('pending-booking', place, { key: google.key })
    const path = `pending-booking/${String(held.body['id'])}`
    expect((await shop.call(path, { contact: aContact() }, { key: google.key, method: 'PUT' })).body).toMatchObject({
      areaId: ofGoogle!.id,
    })
    // What it names, it gets; others are asked to name one, or sit where the venue puts them.
    const named = await shop.call<BcBooking>('booking', { ...place, areaId: own!.id, contact: aContact() }, { key: google.key })
    expect(named.body.areaId).toBe(own!.id)
    const other = await shop.call<BcBooking>('booking', { ...place, contact: aContact() })
    if (venue === here) expect(other.body).toMatchObject({ code: 'area.required' })
    else expect(other.body.areaId).toBe(own!.id)
  }
  // Its area is full: Google is not offered the room beside it.
  const place = { venueId: here.id, date: shop.at('20:00', 5, here), partySize: 2 }
  expect((await shop.call('booking', { ...place, contact: aContact() }, { key: google.key })).body).toMatchObject({ code: 'slot.taken' })
})

test('HU3: one area at most is Google’s, whoever says so', async () => {
  const { db } = shop.container
  const system = await remote.connect()
  const venue = await aVenue(db, { externalId: `v-${randomUUID()}`, name: 'Casa Zonas' })
  await db.updateTable('venues').set({ systemId: system.id }).where('id', '=', venue.id).execute()
  const areas = `/v1/rms/venues/${venue.externalId}/areas`
  const token = system.key
  const rwg = async () =>
    ((await ask('GET', areas, { token })).body.data as unknown as PartnerArea[]).flatMap((area) => (area.rwgDefault ? [area.name] : []))
  expect(await rwg()).toEqual([])
  const roof = { name: 'Roof', externalId: 'roof', capacity: 8, rwgDefault: true }
  const made = await ask('POST', areas, { token, body: roof })
  expect(made.body.data).toMatchObject({ rwgDefault: true, venue: { id: venue.id, externalId: venue.externalId, name: 'Casa Zonas' } })
  expect((await ask('POST', areas, { token, body: { ...roof, name: 'Bar', externalId: 'bar' } })).status).toBe(201)
  expect(await rwg()).toEqual(['Bar'])
  expect((await ask('PUT', `${areas}/roof`, { token, body: { rwgDefault: true } })).body.data).toMatchObject({
    name: 'Roof',
    rwgDefault: true,
  })
  expect(await rwg()).toEqual(['Roof'])
  expect((await ask('PUT', `${areas}/roof`, { token, body: { rwgDefault: false } })).body.data).toMatchObject({ rwgDefault: false })
  expect(await rwg()).toEqual([])
  const { data: book } = (await ask('GET', `/v1/venues/${venue.id}/book`)).body as unknown as { data: TestVenue['book'] }
  const both = { ...book, areas: book.areas.map((area) => ({ ...area, rwgDefault: true })) }
  expect(await ask('PUT', `/v1/venues/${venue.id}/book`, { body: both })).toMatchObject({
    status: 422,
    body: { code: 'book.inconsistent' },
  })
  const [first, ...others] = book.areas
  const one = { ...book, areas: [{ ...first!, rwgDefault: true }, ...others] }
  expect((await ask('PUT', `/v1/venues/${venue.id}/book`, { body: one })).status).toBe(200)
  expect(await rwg()).toEqual([first!.name])
  await expect(sql`update areas set rwg_default = true where venue_id = ${venue.id}`.execute(db)).rejects.toThrow('areas_one_rwg_default')
})

test('HU3: a system reads areas in the language it names, and as they were written where it names none', async () => {
  const system = await remote.connect()
  const venue = await remote.openRemote(system, { externalId: 'garden-house' })
  const areas = `/v1/rms/venues/${venue.id}/areas`
  const translations = [
    {
      locale: 'de',
      data: [
        { field: 'name', content: 'Dach' },
        { field: 'description', content: 'Oben' },
      ],
    },
    { locale: 'en', data: [{ field: 'name', content: 'The roof' }] },
  ]
  await ask('POST', areas, { token: system.key, body: { name: 'Azotea', description: 'Arriba', externalId: 'a', translations } })
  const read = async (headers: Record<string, string>) =>
    ((await ask('GET', areas, { token: system.key, headers })).body.data as unknown as PartnerArea[]).find(
      ({ externalId }) => externalId === 'a',
    )
  expect(await read({ 'x-locale': 'de' })).toMatchObject({ name: 'Dach', description: 'Oben', venue: { id: venue.id } })
  expect(await read({ 'x-locale': 'en' })).toMatchObject({ name: 'The roof', description: 'Arriba' })
  for (const headers of [{}, { 'x-locale': 'fr' }, { 'x-locale': 'xx' }, { 'accept-language': 'de' }] as Record<string, string>[])
    expect(await read(headers)).toMatchObject({ name: 'Azotea', description: 'Arriba' })
  expect((await read({ 'x-locale': 'de' }))?.translations).toHaveLength(2)
})

test('HU3: a brand tells where on Meta its venues are on sale, and where its installation begins', async () => {
  const { db } = shop.container
  const system = await remote.connect()
  const companyId = await aCompany(db)
  const venue = await aVenue(db, { companyId, externalId: `v-${randomUUID()}` })
  await db.updateTable('venues').set({ systemId: system.id }).where('id', '=', venue.id).execute()
  const made = await ask('POST', '/v1/rms/brands', {
    token: system.key,
    body: { companyId, name: 'Marca', venues: [venue.id], fbInstalled: true },
  })
  const id = String(made.body.data['id'])
  const brand = async () => (await ask('GET', `/v1/rms/brands/${id}`, { token: system.key })).body.data as unknown as PartnerBrand
  expect(await brand()).toMatchObject({ fbInstalled: false, igInstalled: false, fbInstallLink: null })
  const [instagram, meta] = [await aChannel(db), await aChannel(db)]
  await sellTo(venue, instagram.id)
  expect(await brand()).toMatchObject({ fbInstalled: false, igInstalled: false })
  for (const [channel, product] of [
    [instagram, 'instagram'],
    [meta, 'meta'],
  ] as const)
    await ask('PUT', `/booking-channels/${channel.id}`, { body: { product } })
  expect(await brand()).toMatchObject({ fbInstalled: false, igInstalled: true })
  await sellTo(venue, meta.id)
  expect(await brand()).toMatchObject({ fbInstalled: true, igInstalled: true })
  await db.updateTable('channelVenues').set({ state: 'paused' }).where('channelId', '=', meta.id).execute()
  expect(await brand()).toMatchObject({ fbInstalled: false, igInstalled: true })
  expect((await ask('PUT', `/booking-channels/${meta.id}`, { body: { product: 'tiktok' } })).status).toBe(400)
  const group = (await ask('GET', `/groups/${id}`)).body.data
  const change = {
    name: 'Marca',
    logo: '',
    venues: [venue.id],
    version: group['version'],
    fbInstallLink: 'https://www.facebook.com/dialog/oauth',
  }
  const own = await shop.signIn(await aUser(db, { companyId }))
  expect((await ask('PUT', `/groups/${id}`, { token: own, body: change })).status).toBe(403)
  expect((await ask('PUT', `/groups/${id}`, { body: { ...change, fbInstallLink: 'https://localhost/' } })).body.errors).toHaveProperty(
    'fbInstallLink',
  )
  expect((await ask('PUT', `/groups/${id}`, { body: change })).body.data).toMatchObject({ fbInstallLink: change.fbInstallLink })
  expect(await brand()).toMatchObject({ fbInstallLink: change.fbInstallLink })
})
