import { addEntry } from '@tablewire/server/features/waitlist/add-entry'
import { listDay } from '@tablewire/server/features/waitlist/list-day'
import { moveEntry } from '@tablewire/server/features/waitlist/move-entry'
import { changeSettings } from '@tablewire/server/features/waitlist/settings'
import { addressesOf } from '@tablewire/server/features/text-port/addresses'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { serveTexts, type Texts } from '../../sandbox/src/texts/serve-texts.ts'
import { aReservation, dayFromNow } from '../build/a-reservation.ts'
import { aTextGateway } from '../build/a-text-gateway.ts'
import { anArea, aShift, aVenue, type TestVenue } from '../build/a-venue.ts'
import { aContact, aShop, type Shop } from './a-shop.ts'

let shop: Shop
let texts: Texts
const system = () => shop.container.systemCtx('test')

beforeAll(async () => {
  texts = await serveTexts()
  shop = await aShop({ work: true })
  const { config, db, ports } = shop.container
  config.channelServices.push(texts.origin)
  const address = shop.app.server.address()
  config.port = typeof address === 'object' && address ? address.port : 0
  const { id, secret } = await aTextGateway({ db, secrets: ports.secrets }, { url: texts.sendUrl })
  const { inboundUrl } = addressesOf(`http://localhost:${config.port}`, { id, dialect: 'http' })
  Object.assign(texts.access, { secret, username: 'hub', inboundUrl })
})
afterAll(async () => {
  await shop.close()
  await texts.close()
})
afterEach(() => texts.phones.become('delivered'))

/** A house of two seats that a party of two has, awake at any hour. */
const aHouse = async (): Promise<{ venue: TestVenue; party: string }> => {
  const { db } = shop.container
  const shifts = [aShift({ from: '18:00', to: '23:00', lastSeating: '18:00', intervalMinutes: 60 })]
  const venue = await aVenue(db, { book: { areas: [anArea({ capacity: 2 })], shifts } })
  await db
    .updateTable('venues')
    .set({ quietFrom: 0, quietUntil: 0, emailNotices: ['booked'] })
    .where('id', '=', venue.id)
    .execute()
  await changeSettings(system(), venue.id, { open: true, offerMinutes: 10 })
  const { id } = await aReservation(db, venue, { date: dayFromNow(3, venue), time: '18:00' })
  return { venue, party: id }
}
let last = 1_702_000
const aNumber = (): string => `+4915${(last += 1)}0001`
const day = { kind: 'day', from: '18:00', until: '18:00', partySize: 2 } as const
const waits = (venue: TestVenue, lastName: string, phone: string, more: object = {}) =>
  addEntry(system(), venue.id, { ...day, date: dayFromNow(3, venue), lastName, phone, lang: 'en', ...more })
const free = (id: string) =>
  shop.container.db.updateTable('reservations').set({ status: 'canceled', cancelActor: 'venue' }).where('id', '=', id).execute()
const entryOf = async (venue: TestVenue, name: string) =>
  (await listDay(system(), venue.id, dayFromNow(3, venue))).entries.find(({ lastName }) => lastName === name)!
const becomes = (venue: TestVenue, name: string, shape: object) =>
  vi.waitFor(async () => expect(await entryOf(venue, name)).toMatchObject(shape), { timeout: 30_000, interval: 60 })
const arrived = async (number: string, count = 1): Promise<string> => {
  const received = () => texts.phones.on(number).filter(({ way }) => way === 'out')
  await vi.waitFor(() => expect(received()).toHaveLength(count), { timeout: 30_000, interval: 40 })
  return texts.phones.on(number)[0]!.text
}

test('WI1: an offer goes by text to whoever left a number, 9 passes it on and 1 takes it, and its delivery stands on the list', async () => {
  const { venue, party } = await aHouse()
  const [first, second] = [aNumber(), aNumber()]
  await waits(venue, 'First', first)
  await waits(venue, 'Second', second, { email: 'second@guests.example', lang: 'de' })
  await free(party)
  const offer = await arrived(first)
  expect(offer).toMatch(/a table for 2 is free on .+ answer 1 = take it, 9 = pass it on\. http:\/\/localhost:\d+\/b\/[a-z2-9]{12}$/)
  await becomes(venue, 'First', { status: 'offered', told: { port: 'text', state: 'delivered' } })
  // The short address leads to the page of who waits, and changes nothing.
  const own = await fetch(/http:\S+$/.exec(offer)![0])
  expect(own.url).toContain('/book/wait/')
  expect(await own.text()).toContain('Take this table')
  await texts.reply(first, '9')
  expect(await arrived(first, 2)).toContain('whoever waits next')
  // With a number and an address alike, what is kept for minutes is told by text.
  expect(await arrived(second)).toContain('Antwort 1 = nehmen')
  await becomes(venue, 'First', { status: 'declined' })
  await texts.reply(second, '1')
  await becomes(venue, 'Second', { status: 'booked' })
  expect(await arrived(second, 2)).toContain('Der Tisch ist Ihrer')
  // It is a booking now, and answered as one.
  await texts.reply(second, '9')
  expect(await arrived(second, 3)).not.toContain('Nächsten')
})

test('a 9 that comes too late for an offer cancels no other booking of the guest', async () => {
  const { venue, party } = await aHouse()
  const number = aNumber()
  const contact = { ...aContact({ locale: 'en', email: 'lena@example.test' }), telephone: number }
  const { db } = shop.container
  await db
    .updateTable('venues')
    .set({ messagePorts: JSON.stringify({ booked: 'text' }) })
    .where('id', '=', shop.venue.id)
    .execute()
  const { id } = (await shop.call<{ id: string }>('booking', { venueId: shop.venue.id, date: shop.at('20:00', 3), partySize: 2, contact }))
    .body
  await arrived(number)
  await waits(venue, 'Late', number)
  await free(party)
  await arrived(number, 2)
  const past = new Date(Date.now() - 1000).toISOString()
  await db.updateTable('waitlistEntries').set({ offerUntil: past }).where('venueId', '=', venue.id).execute()
  await changeSettings(system(), venue.id, { open: true, offerMinutes: 10 })
  await becomes(venue, 'Late', { status: 'lapsed' })
  await texts.reply(number, '9')
  expect(await arrived(number, 3)).toContain('this offer is over')
  expect(await db.selectFrom('reservations').select('status').where('id', '=', id).executeTakeFirst()).toEqual({ status: 'confirmed' })
})

test('a text that does not arrive says so on the list; at the door, a table that is ready is told by text and 9 gives it back', async () => {
  texts.phones.become('failed')
  const { venue, party } = await aHouse()
  await waits(venue, 'Lost', aNumber())
  await free(party)
  await becomes(venue, 'Lost', { told: { port: 'text', state: 'failed', reason: 'The phone is switched off' } })
  texts.phones.become('delivered')
  const number = aNumber()
  const { id } = await addEntry(system(), venue.id, {
    kind: 'door',
    partySize: 2,
    lastName: 'Door',
    phone: number,
    lang: 'fr',
    quotedMinutes: 5,
  })
  await moveEntry(system(), { id, move: 'ready', version: undefined, override: true })
  expect(await arrived(number)).toContain('votre table pour 2 est prête')
  await texts.reply(number, '9')
  expect(await arrived(number, 2)).toContain('proposée aux suivants')
  const { status } = await shop.container.db.selectFrom('waitlistEntries').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(status).toBe('left')
})
