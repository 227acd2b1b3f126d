import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aReservation } from '../build/a-reservation.ts'
import { aSystem, type TestSystem } from '../build/a-system.ts'
import { aCompany, aVenue, type TestVenue } from '../build/a-venue.ts'

let testApp: TestApp
let mine: TestSystem
let other: TestSystem
let venue: TestVenue
beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  const companyId = await aCompany(db, { name: 'Shared' })
  venue = await aVenue(db, { companyId, name: 'Mine' })
  const theirs = await aVenue(db, { companyId, name: 'Theirs' })
  mine = await aSystem(db, { venues: [venue.id] })
  other = await aSystem(db, { venues: [theirs.id] })
})
afterAll(() => testApp.close())

const call = async (method: string, path: string, body?: unknown, token = mine.key) => {
  const answer = await testApp.ask({ method, url: `/v1/rms/${path}`, token, body })
  return { status: answer.statusCode, json: answer.json<Record<string, never>>(), headers: answer.headers }
}
const data = async (method: string, path: string, body?: unknown) => {
  const { status, json } = await call(method, path, body)
  expect([200, 201], JSON.stringify(json)).toContain(status)
  return (json as unknown as { data: Record<string, unknown> }).data
}

test('HU3: a system keeps companies and brands of its own, and sees those that own its venues', async () => {
  const company = await data('POST', 'company', { name: 'Casa Partner', countryCode: 'ES' })
  expect(company).toMatchObject({ own: true, venueCount: 0 })
  const more = { city: 'Sevilla', description: 'Two houses by the river' }
  expect(await data('PUT', `company/${String(company['id'])}`, more)).toMatchObject({
    name: 'Casa Partner',
    ...more,
  })
  const ref = `v-${randomUUID()}`
  await data('POST', 'venues', { name: 'New', countryCode: 'ES', timezone: 'Europe/Madrid', externalId: ref, companyId: company['id'] })
  const brand = await data('POST', 'brands', { companyId: company['id'], name: 'Tapas', venues: [ref] })
  expect(brand).toMatchObject({ company: { name: 'Casa Partner' }, venues: [{ externalId: ref }] })
  expect((await call('GET', 'company')).json).toMatchObject({ total: 2 })
  expect((await call('GET', 'brands')).json).toMatchObject({ total: 1, data: [{ name: 'Tapas' }] })
  // Shared with another system's venues: seen, not changed.
  expect((await call('PUT', `company/${venue.companyId}`, { name: 'Hijacked' })).status).toBe(403)
  for (const path of [`company/${String(company['id'])}`, `brands/${String(brand['id'])}`])
    expect((await call('GET', path, undefined, other.key)).status).toBe(404)
})

test('HU3: companies and brands go by the system’s own ids wherever ours do, each once', async () => {
  const [owner, brand, ref] = [`o-${randomUUID()}`, `b-${randomUUID()}`, `v-${randomUUID()}`]
  const company = await data('POST', 'company', { name: 'Casa Propia', countryCode: 'ES', externalId: owner })
  expect(company).toMatchObject({ externalId: owner, own: true })
  const again = await call('POST', 'company', { name: 'Casa Propia', countryCode: 'ES', externalId: owner })
  expect(again).toMatchObject({ status: 409, json: { code: 'company.external_id_taken' } })
  expect((await call('GET', 'company?filters[criteria]=Casa%20Propia')).json).toMatchObject({ total: 1, data: [{ externalId: owner }] })
  await data('POST', 'venues', { name: 'Uno', countryCode: 'ES', timezone: 'Europe/Madrid', externalId: ref, companyId: owner })
  expect(await data('PUT', `company/${owner}`, { city: 'Cádiz' })).toMatchObject({ id: company['id'], externalId: owner, city: 'Cádiz' })
  const made = { companyId: owner, name: 'Marca', externalId: brand, venues: [ref] }
  expect(await data('POST', 'brands', made)).toMatchObject({ externalId: brand, company: { id: company['id'], externalId: owner } })
  const twice = await call('POST', 'brands', { ...made, name: 'Other' })
  expect(twice).toMatchObject({ status: 409, json: { code: 'group.external_id_taken' } })
  expect(await data('PUT', `brands/${brand}`, { name: 'Marca 2' })).toMatchObject({ externalId: brand, venues: [{ externalId: ref }] })
  expect(await data('GET', `brands/${brand}`)).toMatchObject({ name: 'Marca 2' })
  // Taken back, it is free for another one, and names nothing meanwhile.
  await data('PUT', `company/${String(company['id'])}`, { externalId: null })
  expect((await call('GET', `company/${owner}`)).status).toBe(404)
  expect(await data('POST', 'company', { name: 'Casa Nueva', countryCode: 'ES', externalId: owner })).toMatchObject({ externalId: owner })
  const taken = await call('PUT', `company/${String(company['id'])}`, { externalId: owner, city: 'Lugo' })
  expect(taken.json).toMatchObject({ code: 'company.external_id_taken' })
  expect(await data('GET', `company/${String(company['id'])}`)).toMatchObject({ externalId: null, city: 'Cádiz' })
})

test('HU3: a system’s ids of companies and brands mean nothing to anybody else', async () => {
  const [owner, brand] = [`o-${randomUUID()}`, `b-${randomUUID()}`]
  const company = await data('POST', 'company', { name: 'Casa Ajena', countryCode: 'ES', externalId: owner })
  await data('POST', 'brands', { companyId: owner, name: 'Ajena', externalId: brand })
  for (const [method, path] of [
    ['GET', `company/${owner}`],
    ['PUT', `company/${owner}`],
    ['GET', `brands/${brand}`],
    ['PUT', `brands/${brand}`],
  ] as const)
    expect((await call(method, path, method === 'PUT' ? { name: 'Hijacked' } : undefined, other.key)).status, `${method} ${path}`).toBe(404)
  expect((await call('POST', 'brands', { companyId: owner, name: 'X' }, other.key)).status).toBe(404)
  const guessed = { name: 'X', countryCode: 'ES', timezone: 'Europe/Madrid', companyId: owner }
  expect((await call('POST', 'venues', guessed, other.key)).status).toBe(400)
  // Two systems may use one id, each for a company of its own.
  const theirs = await call('POST', 'company', { name: 'Casa Otra', countryCode: 'ES', externalId: owner }, other.key)
  expect(theirs.status).toBe(201)
  expect(await data('GET', `company/${owner}`)).toMatchObject({ id: company['id'], name: 'Casa Ajena' })
  // Once another system serves all its venues, the company is no longer told by the id it had here.
  const moved = await aVenue(testApp.container.db, { companyId: String(company['id']) })
  await testApp.container.db.updateTable('venues').set({ systemId: other.id }).where('id', '=', moved.id).execute()
  expect((await call('GET', `company/${String(company['id'])}`, undefined, other.key)).json).toMatchObject({ data: { externalId: null } })
})

test('HU3: of companies made at the same moment under one id there is one', async () => {
  const body = { name: 'Casa Doble', countryCode: 'ES', externalId: `o-${randomUUID()}` }
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', 'company', body)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
  expect((await call('GET', 'company?filters[criteria]=Casa%20Doble')).json).toMatchObject({ total: 1 })
})

test('HU3: an id of a company that a system can no longer reach is free again', async () => {
  const { db } = testApp.container
  const [owner, companyId] = [`o-${randomUUID()}`, await aCompany(db, { name: 'Casa Ida' })]
  const lone = await aVenue(db, { companyId })
  await db.updateTable('venues').set({ systemId: mine.id }).where('id', '=', lone.id).execute()
  expect(await data('PUT', `company/${companyId}`, { externalId: owner })).toMatchObject({ externalId: owner })
  await db.updateTable('venues').set({ systemId: other.id }).where('id', '=', lone.id).execute()
  expect((await call('GET', `company/${owner}`)).status).toBe(404)
  expect(await data('POST', 'company', { name: 'Casa Vuelta', countryCode: 'ES', externalId: owner })).toMatchObject({
    name: 'Casa Vuelta',
  })
})

test('HU3: a system’s own id names one of its venues, whichever company that belongs to', async () => {
  const ref = `v-${randomUUID()}`
  const lone = { name: 'Solo', countryCode: 'ES', timezone: 'Europe/Madrid', externalId: ref }
  const { id } = await data('POST', 'venues', lone)
  const again = await call('POST', 'venues', lone)
  expect(again).toMatchObject({ status: 409, json: { code: 'venue.external_id_taken', details: { venueId: id } } })
  expect((await call('GET', 'company?filters[criteria]=Solo')).json).toMatchObject({ total: 1 })
  const second = await data('POST', 'venues', { ...lone, name: 'Duo', externalId: `${ref}-2` })
  expect(await call('PUT', `venues/${ref}-2`, { externalId: ref })).toMatchObject({
    status: 409,
    json: { code: 'venue.external_id_taken', errors: { externalId: ['This is already in use'] }, details: { venueId: id } },
  })
  // One's own id once more changes nothing.
  expect(await data('PUT', `venues/${ref}-2`, { externalId: `${ref}-2`, city: 'Soria' })).toMatchObject({ id: second['id'], city: 'Soria' })
  expect(await data('GET', `venues/${ref}`)).toMatchObject({ id })
  const told = { entity: 'availability', entityId: ref, action: 'update', data: { date: '2030-01-01' } }
  const heard = await testApp.ask({ method: 'POST', url: '/v1/webhooks/rms', token: mine.key, body: told })
  expect(heard.json()).toMatchObject({ data: { accepted: true } })
  const many = await Promise.all(Array.from({ length: 4 }, () => call('POST', 'venues', { ...lone, externalId: `${ref}-3` })))
  expect(many.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  // Another system has ids of its own, also within the same company.
  expect((await call('POST', 'venues', { ...lone, companyId: venue.companyId }, other.key)).status).toBe(201)
  const shared = await call('POST', 'venues', { ...lone, companyId: venue.companyId, externalId: `${ref}-4` })
  expect(shared.status).toBe(201)
  expect((await call('POST', 'venues', { ...lone, companyId: venue.companyId, externalId: `${ref}-4` }, other.key)).status).toBe(201)
})

test('HU3: a system’s own id names one area of a venue, also after another had it', async () => {
  const ref = `venues/${(await data('POST', 'venues', { name: 'Zonas', countryCode: 'ES', timezone: 'Europe/Madrid' }))['id'] as string}/areas`
  await data('POST', ref, { name: 'Bar', externalId: 'bar' })
  await data('POST', ref, { name: 'Patio', externalId: 'patio' })
  expect(await call('PUT', `${ref}/patio`, { externalId: 'bar' })).toMatchObject({
    status: 400,
    json: { code: 'request.invalid', errors: { externalId: ['This is already in use'] } },
  })
  expect(await data('PUT', `${ref}/patio`, { externalId: 'patio', name: 'Courtyard' })).toMatchObject({ name: 'Courtyard' })
  await data('DELETE', `${ref}/bar`)
  expect(await data('POST', ref, { name: 'Bar 2', externalId: 'bar' })).toMatchObject({ name: 'Bar 2', externalId: 'bar' })
  await data('DELETE', `${ref}/bar`)
  expect(await data('PUT', `${ref}/patio`, { externalId: 'bar' })).toMatchObject({ name: 'Courtyard', externalId: 'bar' })
})

test('HU3: areas are kept under the system’s own ids', async () => {
  const made = await data('POST', `venues/${venue.id}/areas`, { name: 'Roof', externalId: 'roof', capacity: 14 })
  expect(made).toMatchObject({ externalId: 'roof', byDefault: false })
  expect((await call('POST', `venues/${venue.id}/areas`, { name: 'Roof 2', externalId: 'roof' })).status).toBe(400)
  expect(await data('PUT', `venues/${venue.id}/areas/roof`, { name: 'Sky', byDefault: true })).toMatchObject({
    name: 'Sky',
    byDefault: true,
  })
  const listed = (await call('GET', `venues/${venue.id}/areas`)).json as unknown as { data: { byDefault: boolean }[] }
  expect(listed.data.filter(({ byDefault }) => byDefault)).toHaveLength(1)
  await data('PUT', `venues/${venue.id}/areas/${venue.areaId}`, { byDefault: true })
  await data('DELETE', `venues/${venue.id}/areas/roof`)
  expect((await call('PUT', `venues/${venue.id}/areas/roof`, { name: 'x' })).status).toBe(404)
})

test('HU3: areas that are added at the same moment take turns, since nobody sends a version', async () => {
  const own = (await data('POST', 'venues', { name: 'Ten at once', countryCode: 'ES', timezone: 'Europe/Madrid' }))['id'] as string
  const add = (body: object) => call('POST', `venues/${own}/areas`, body)
  const many = await Promise.all(Array.from({ length: 10 }, (_, at) => add({ name: `Area ${at}`, externalId: `a-${at}` })))
  expect(many.map(({ status }) => status)).toEqual(many.map(() => 201))
  const changed = await Promise.all(many.map((_, at) => call('PUT', `venues/${own}/areas/a-${at}`, { name: `Room ${at}` })))
  expect(changed.map(({ status }) => status)).toEqual(many.map(() => 200))
  const same = await Promise.all(many.map(() => add({ name: 'Same', externalId: 'same' })))
  expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 9 }, () => 400)])
})

test('HU3: areas are named in the languages of guests, for channels and as they were written', async () => {
  const texts = (locale: string, name: string, description: string) => ({
    locale,
    data: [
      { field: 'name', content: name },
      { field: 'description', content: description },
    ],
  })
  const path = `venues/${venue.id}/areas`
  const translations = [
    texts('de', 'Garten', 'Unter Bäumen'),
    texts('fr-CA', 'Jardin', 'Sous les arbres'),
    texts('pt', 'Jardim', 'Árvores'),
  ]
  const made = await data('POST', path, { name: 'Garden', description: 'Below trees', externalId: 'garden', capacity: 20, translations })
  const kept = [texts('fr', 'Jardin', 'Sous les arbres'), texts('de', 'Garten', 'Unter Bäumen')]
  expect(made).toMatchObject({ name: 'Garden', translations: kept })
  const mineNow = async () => {
    const { json } = await call('GET', path)
    return (json as unknown as { data: { externalId?: string }[] }).data.find(({ externalId }) => externalId === 'garden')
  }
  expect(await mineNow()).toMatchObject({ name: 'Garden', translations: kept })
  const channel = await aChannel(testApp.container.db, { venues: [venue.id] })
  const moment = Math.floor(Date.now() / 3_600_000) * 3600 + 3 * 86_400
  const told = async (locale: string, date: number) => {
    const url = `/v1/bc/areas?venueId=${venue.id}&date=${date}&partySize=2`
    const answer = await testApp.ask({ method: 'GET', url, token: channel.key, headers: { 'x-locale': locale } })
    return answer.json<{ data: { id: string; name: string; description: string }[] }>().data.find(({ id }) => id === made['id'])
  }
  // The system of this venue tells no places, so that the hub's own book answers here.
  await testApp.container.db.updateTable('systems').set({ active: false }).where('id', '=', mine.id).execute()
  const open = (await Promise.all(Array.from({ length: 24 }, (_, hour) => told('de', moment + hour * 3600)))).findIndex(Boolean)
  expect(open).toBeGreaterThanOrEqual(0)
  const at = moment + open * 3600
  expect(await told('de', at)).toMatchObject({ name: 'Garten', description: 'Unter Bäumen' })
  expect(await told('fr', at)).toMatchObject({ name: 'Jardin', description: 'Sous les arbres' })
  expect(await told('es', at)).toMatchObject({ name: 'Garden', description: 'Below trees' })
  await testApp.container.db.updateTable('systems').set({ active: true }).where('id', '=', mine.id).execute()
  // Only what is named changes; an empty text is taken back.
  const change = [{ locale: 'de', data: [{ field: 'name', content: '' }] }]
  expect(await data('PUT', `${path}/garden`, { capacity: 22, translations: change })).toMatchObject({
    capacity: 22,
    translations: [texts('fr', 'Jardin', 'Sous les arbres'), { locale: 'de', data: [{ field: 'description', content: 'Unter Bäumen' }] }],
  })
  const [longName, otherField] = [
    { field: 'name', content: 'x'.repeat(81) },
    { field: 'capacity', content: 'x' },
  ]
  for (const field of [longName, otherField])
    expect((await call('PUT', `${path}/garden`, { translations: [{ locale: 'de', data: [field] }] })).status).toBe(400)
})

test('HU3: bookings are listed, found and summed for the system of the venue alone', async () => {
  const channel = await aChannel(testApp.container.db, { venues: [venue.id] })
  const made = { channelId: channel.id, source: 'channel', status: 'no_show' } as const
  const { id, serviceOn } = await aReservation(testApp.container.db, venue, { ...made, systemId: mine.id })
  await aReservation(testApp.container.db, venue, { status: 'expired', systemId: mine.id })
  // Of the system in which the house stood before.
  const before = await aReservation(testApp.container.db, venue, { ...made, systemId: other.id, date: serviceOn })
  for (const { key } of [mine, other]) expect((await call('GET', `booking/${before.id}`, undefined, key)).status).toBe(404)
  const listed = await call('GET', `booking?filters[venueId]=${venue.id}&filters[status]=no-show`)
  expect(listed.json).toMatchObject({
    total: 1,
    data: [{ id, status: 'no-show', session: 'dinner', bookingChannel: { id: channel.id }, contact: { telephone: '34600111222' } }],
  })
  expect(listed.headers['ratelimit-limit']).toBe('6000')
  expect(await data('GET', `booking/${id}`)).toMatchObject({ id, partySize: 2 })
  expect((await call('GET', `booking/${id}`, undefined, other.key)).status).toBe(404)
  expect(await data('GET', `reports/bookings?from=${serviceOn}&to=${serviceOn}`)).toEqual([
    { bookingChannel: { id: channel.id, name: channel.name }, status: 'no-show', bookings: 1, covers: 2 },
  ])
})
