import type { BcAvailability, BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import type { Company } from '@tablewire/contracts/estate/companies'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import type { TestSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import type { TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { aContact, type Shop } from './a-shop.ts'

const day = 86_400
let remote: RemoteShop
let shop: Shop
let system: TestSystem
let platform: string
beforeAll(async () => {
  remote = await aRemoteShop()
  shop = remote.shop
  system = await remote.connect()
  platform = await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => remote.close())

type Answer = { status: number; body: { data: Record<string, unknown>; code?: string; message?: string; errors?: object } }
const ask = async (method: string, url: string, { token = platform, body }: { token?: string; body?: unknown } = {}): Promise<Answer> => {
  const answer = await shop.ask({ method, url, token, body })
  return { status: answer.statusCode, body: answer.json() }
}
/** As its own administrator, or the platform's, would in the portal. */
const put = async ({ companyId }: TestVenue, fields: Partial<Company>, token = platform): Promise<Answer> => {
  const { data } = (await ask('GET', `/companies/${companyId}`)).body
  return ask('PUT', `/companies/${companyId}`, { token, body: { name: 'Casa', countryCode: 'ES', version: data['version'], ...fields } })
}
const place = (venue: TestVenue, days: number, partySize = 2) => ({ venueId: venue.id, date: shop.at('20:00', days, venue), partySize })
const book = (venue: TestVenue, days: number) => shop.call<BcBooking>('booking', { ...place(venue, days), contact: aContact() })

test('HU3: no channel books sooner than the company says, held or at once, here or at the venue’s own system; its people do', async () => {
  for (const venue of [await shop.openVenue(), await remote.openRemote(await remote.connect())]) {
    expect((await put(venue, { minAdvanceBooking: 5 * day + 30 })).status).toBe(200)
    const { venueId, date, partySize } = place(venue, 3)
    const asked = await shop.call<BcAvailability>(`availability?venueId=${venueId}&date=${date}&partySize=${partySize}`)
    expect(asked.body.slots).toEqual([])
    const later = await shop.call<BcAvailability>(`availability?venueId=${venueId}&date=${shop.at('20:00', 8, venue)}&partySize=2`)
    expect(later.body.slots.length).toBeGreaterThan(0)
    const batch = await shop.call('availability/batch', { slots: [place(venue, 3), place(venue, 8)] })
    expect(batch.body).toMatchObject({ data: [{ available: false, reason: 'notice' }, { available: true }] })
    for (const [path, more] of [
      ['pending-booking', {}],
      ['booking', { contact: aContact() }],
    ] as const)
      expect(await shop.call(path, { ...place(venue, 3), ...more })).toMatchObject({ status: 422, body: { code: 'slot.too_soon' } })
    const far = await book(venue, 8)
    expect(far.status).toBe(201)
    expect(await shop.call(`booking/${far.body.id}`, { date }, { method: 'PUT' })).toMatchObject({
      status: 422,
      body: { code: 'slot.too_soon' },
    })
    const guest = { firstName: 'Ana', lastName: 'Reis', phone: '+351911222333' }
    const atHouse = { venueId, startsAt: instantAt(venue, dayFromNow(3, venue), '20:00'), partySize, guest }
    expect((await ask('POST', '/v1/reservations', { body: atHouse })).status).toBe(201)
  }
})

test('HU3: the stricter of the venue’s and the company’s notice counts, is told to channels in hours, and null takes it back', async () => {
  const venue = await shop.openVenue({ book: { noticeMinutes: 7 * 1440, cancellationWindowMinutes: 60 } })
  await put(venue, { minAdvanceBooking: 5 * day, minAdvanceBookingCancelling: 2 * 3600 + 1 })
  const told = async () => (await shop.call(`venues/${venue.id}`)).body
  expect(await told()).toMatchObject({ minAdvanceBooking: 7 * 24, minAdvanceOnlineCancelling: 3 })
  expect((await book(venue, 6)).body).toMatchObject({ code: 'slot.too_soon' })
  await put(venue, { minAdvanceBooking: 9 * day, minAdvanceBookingCancelling: null })
  expect(await told()).toMatchObject({ minAdvanceBooking: 9 * 24, minAdvanceOnlineCancelling: 1 })
  expect((await book(venue, 8)).body).toMatchObject({ code: 'slot.too_soon' })
  await put(venue, { minAdvanceBooking: null })
  expect((await book(venue, 8)).status).toBe(201)
  // Whoever explains the day says which rule it was, and where it stands.
  await put(venue, { minAdvanceBooking: 9 * day })
  const explained = await ask('GET', `/v1/venues/${venue.id}/availability?date=${dayFromNow(8, venue)}&partySize=2&as=channel&explain=1`)
  const [slot] = explained.body.data['slots'] as { closedBy: object[] }[]
  const setting = `companies/${venue.companyId}/minAdvanceBooking`
  expect(slot!.closedBy).toEqual([expect.objectContaining({ rule: 'notice', setting, limit: 9 * 1440 })])
})

test('HU3: no channel cancels later than the company says, nor gives seats back, here or at the venue’s own system; its people do', async () => {
  for (const venue of [await shop.openVenue(), await remote.openRemote(await remote.connect())]) {
    const made = await book(venue, 4)
    expect(made.status).toBe(201)
    const { id } = made.body
    await put(venue, { minAdvanceBookingCancelling: 6 * day })
    const late = { status: 422, body: { code: 'reservation.cancel_too_late' } }
    const cancel = { cancelActor: 'guest' }
    expect(await shop.call(`booking/${id}/cancel`, cancel, { method: 'PUT' })).toMatchObject(late)
    expect(await shop.call(`booking/${id}`, { status: 'canceled' }, { method: 'PUT' })).toMatchObject(late)
    expect(await shop.call(`booking/${id}`, { partySize: 1 }, { method: 'PUT' })).toMatchObject(late)
    expect(await shop.call(`booking/${id}`, { date: shop.at('20:00', 9, venue) }, { method: 'PUT' })).toMatchObject(late)
    expect((await shop.call(`booking/${id}`)).body).toMatchObject({ status: 'confirmed', partySize: 2 })
    const german = await shop.call(`booking/${id}/cancel`, cancel, { method: 'PUT', headers: { 'x-locale': 'de' } })
    expect(german.body['message']).toContain('zu spät')
    expect((await ask('POST', `/v1/reservations/${id}/cancel`, { body: { reason: 'closed' } })).status).toBe(200)
  }
})

test('HU1: the channel stands in the notes where both the system and the company want it', async () => {
  for (const [ofSystem, ofCompany, told] of [
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ] as const) {
    const house = await remote.connect()
    await shop.container.db.updateTable('systems').set({ sourceInNotes: ofSystem }).where('id', '=', house.id).execute()
    const venue = await remote.openRemote(house)
    await put(venue, { includeSourceInNotes: ofCompany })
    const email = `notes-${String(ofSystem)}-${String(ofCompany)}@example.test`
    await shop.call('booking', { ...place(venue, 5), notes: 'By the window', contact: aContact({ email }) })
    const [there] = remote.there(email)
    expect(there?.notes).toContain('By the window')
    expect(there?.notes?.includes('Source: ')).toBe(told)
  }
})

test('HU3: a system sets the rules of its companies, and reads where Meta begins, which only the platform says', async () => {
  const { key } = system
  const rules = { minAdvanceBooking: 3600, minAdvanceBookingCancelling: 90, includeSourceInNotes: false }
  const body = { name: 'Grupo', countryCode: 'ES', ...rules, fbInstallLink: 'https://hijacked.example/' }
  const made = (await ask('POST', '/v1/rms/company', { token: key, body })).body.data
  expect(made).toMatchObject({ ...rules, fbInstallLink: null })
  const plain = (await ask('POST', '/v1/rms/company', { token: key, body: { name: 'Plain', countryCode: 'ES' } })).body.data
  expect(plain).toMatchObject({ minAdvanceBooking: null, minAdvanceBookingCancelling: null, includeSourceInNotes: true })
  const url = `/v1/rms/company/${String(made['id'])}`
  expect((await ask('PUT', url, { token: key, body: { minAdvanceBooking: null } })).body.data).toMatchObject({
    ...rules,
    minAdvanceBooking: null,
  })
  for (const wrong of [{ minAdvanceBooking: -1 }, { minAdvanceBooking: 1.5 }, { minAdvanceBookingCancelling: 31_536_001 }])
    expect(await ask('PUT', url, { token: key, body: wrong })).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
  const companyId = String(made['id'])
  const own = await shop.signIn(await aUser(shop.container.db, { companyId }))
  const change = (token: string, fbInstallLink: string | null) => put({ companyId } as TestVenue, { fbInstallLink }, token)
  const link = 'https://www.facebook.com/dialog/oauth?client_id=1'
  expect((await change(own, link)).status).toBe(403)
  for (const wrong of ['http://www.facebook.com/', 'javascript:alert(1)', 'https://127.0.0.1/', 'https://a:b@facebook.com/'])
    expect(await change(platform, wrong)).toMatchObject({ status: 400, body: { errors: { fbInstallLink: [expect.any(String)] } } })
  expect((await change(platform, link)).body.data).toMatchObject({ fbInstallLink: link, includeSourceInNotes: false })
  // Its own administrator saves the rest, and the address as it stands.
  expect((await change(own, link)).status).toBe(200)
  expect((await ask('GET', url, { token: key })).body.data).toMatchObject({ fbInstallLink: link })
  expect((await ask('POST', '/v1/rms/company', { token: key, body: { ...body, minAdvanceBooking: 'soon' } })).status).toBe(400)
})
