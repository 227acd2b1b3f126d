import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { readLetter } from '@tablewire/server/features/guest-messages/read-letter'
import { sendAsText } from '@tablewire/server/features/guest-messages/send-as-text'
import { addressesOf } from '@tablewire/server/features/text-port/addresses'
import { gatewayFor } from '@tablewire/server/features/text-port/gateway-of'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { serveTexts, type Texts } from '../../sandbox/src/texts/serve-texts.ts'
import { aTextGateway } from '../build/a-text-gateway.ts'
import { aContact, aShop, type Shop } from './a-shop.ts'

let shop: Shop
let texts: Texts
let url: string
let gateway: { id: string; secret: string }

const speak = async (dialect: 'http' | 'kannel' | 'whatsapp'): Promise<void> => {
  const { db, ports } = shop.container
  const address = { http: texts.sendUrl, kannel: texts.kannelUrl, whatsapp: texts.whatsappUrl }[dialect]
  const { numberId, appSecret } = texts.access
  const more =
    dialect === 'whatsapp'
      ? { sender: numberId, appSecretSealed: ports.secrets.seal(appSecret), appSecretSetAt: new Date().toISOString() }
      : { sender: '+4930000000' }
  await db
    .updateTable('textGateways')
    .set({ dialect, url: address, ...more })
    .where('id', '=', gateway.id)
    .execute()
  texts.access.inboundUrl = addressesOf(url, { id: gateway.id, dialect }).inboundUrl
}

beforeAll(async () => {
  texts = await serveTexts()
  shop = await aShop({ work: true })
  const { config, db, ports } = shop.container
  config.channelServices.push(texts.origin)
  const address = shop.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  config.port = port
  url = `http://localhost:${port}`
  gateway = await aTextGateway({ db, secrets: ports.secrets }, { url: texts.sendUrl })
  Object.assign(texts.access, { secret: gateway.secret, username: 'hub' })
  await speak('http')
  await db
    .updateTable('venues')
    .set({
      emailNotices: ['booked', 'canceled'],
      messagePorts: JSON.stringify({ booked: 'text', canceled: 'text_without_mail' }),
      phoneNumber: '+493012345678',
    })
    .where('id', '=', shop.venue.id)
    .execute()
})
afterAll(async () => {
  await shop.close()
  await texts.close()
})
afterEach(() => {
  texts.phones.become('delivered')
  texts.next.length = 0
})

let last = 1_701_000
const aNumber = (): string => `+4915${(last += 1)}0001`
type Given = { number: string; locale?: string; days?: number; email?: string }
const book = async ({ number, locale = 'en', days = 3, email = 'lena@example.test' }: Given): Promise<BcBooking> => {
  const contact = { ...aContact({ locale, email }), telephone: number }
  return (await shop.call<BcBooking>('booking', { venueId: shop.venue.id, date: shop.at('20:00', days), partySize: 2, contact })).body
}
const messagesOf = (id: string) =>
  shop.container.db
    .selectFrom('guestMessages')
    .select(['kind', 'port', 'state', 'answer', 'said', 'reason', 'recipient'])
    .where('reservationId', '=', id)
    .orderBy('queuedAt')
    .execute()
const rowOf = (id: string) => shop.container.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const arrived = async (number: string, count = 1): Promise<string> => {
  await vi.waitFor(() => expect(texts.phones.on(number).filter(({ way }) => way === 'out')).toHaveLength(count), {
    timeout: 30_000,
    interval: 40,
  })
  return texts.phones.on(number)[0]!.text
}
const becomes = (id: string, shape: object) =>
  vi.waitFor(async () => expect((await messagesOf(id)).at(-1)).toMatchObject(shape), { timeout: 30_000, interval: 40 })

test.each(['http', 'kannel', 'whatsapp'] as const)(
  '%s: a text arrives, its delivery stands with the booking, 1 and 9 act as the page does',
  async (dialect) => {
    await speak(dialect)
    const number = aNumber()
    const { id } = await book({ number })
    const text = await arrived(number)
    expect(text).toMatch(/^.+: your table is booked for .+, party of 2\. View, change, cancel: http:\/\/localhost:\d+\/b\/[a-z2-9]{12}$/)
    await becomes(id, { kind: 'booked', port: 'text', state: 'delivered' })
    expect((await messagesOf(id))[0]!.recipient).not.toContain(number)
    // The short address leads to the page, and changes nothing.
    const short = await fetch(/http:\S+$/.exec(text)![0], { redirect: 'manual' })
    expect(short.status).toBe(303)
    expect(short.headers.get('location')).toContain('/book/own/')
    expect(await texts.reply(number, ' 1 ')).toBe(200)
    expect((await rowOf(id)).guestConfirmedAt).not.toBeNull()
    expect(await arrived(number, 2)).toContain('thank you, see you')
    expect(await texts.reply(number, '9')).toBe(200)
    expect(await rowOf(id)).toMatchObject({ status: 'canceled', cancelActor: 'guest' })
    expect(await arrived(number, 3)).toContain('is canceled')
    expect((await messagesOf(id))[0]).toMatchObject({ answer: 'canceled' })
  },
)

test('the same answer told twice cancels one booking, and no answer acts on another number or where nothing was sent', async () => {
  await speak('http')
  const number = aNumber()
  const [first, second] = [await book({ number, days: 3 }), await book({ number, days: 4 })]
  await arrived(number, 2)
  const shown = texts.phones.write(number, '9')
  const { tellReply } = await import('../../sandbox/src/texts/hub.ts')
  for (let round = 0; round < 3; round += 1) expect(await tellReply(texts.access, number, shown)).toBe(200)
  expect([(await rowOf(first.id)).status, (await rowOf(second.id)).status].toSorted()).toEqual(['canceled', 'confirmed'])
  expect(await texts.reply(aNumber(), '9')).toBe(200)
  // Written once more by a guest who is not answered fast enough: still about what was written last, and never about another evening.
  expect([await texts.reply(number, '9'), await texts.reply(number, '9')]).toEqual([200, 200])
  expect([(await rowOf(first.id)).status, (await rowOf(second.id)).status].toSorted()).toEqual(['canceled', 'confirmed'])
})

test('a cancelation that is told by a text of its own is not told by two', async () => {
  const { db } = shop.container
  const ports = (canceled: 'text' | 'text_without_mail') =>
    db
      .updateTable('venues')
      .set({ messagePorts: JSON.stringify({ booked: 'text', canceled }) })
      .where('id', '=', shop.venue.id)
      .execute()
  await ports('text')
  const number = aNumber()
  const { id } = await book({ number, days: 5 })
  await arrived(number)
  await texts.reply(number, '9')
  await arrived(number, 2)
  await becomes(id, { kind: 'canceled', port: 'text', state: 'delivered' })
  expect(texts.phones.on(number).filter(({ way }) => way === 'out')).toHaveLength(2)
  // Asked again, he is answered.
  await texts.reply(number, '9')
  await arrived(number, 3)
  await ports('text_without_mail')
})

test('too late to cancel is said in the guest’s language, with whom to call', async () => {
  const number = aNumber()
  const { id } = await book({ number, locale: 'de' })
  await arrived(number)
  await sql`update books set rules = jsonb_set(rules, '{cancellationWindowMinutes}', '20000') where venue_id = ${shop.venue.id}`.execute(
    shop.container.db,
  )
  await texts.reply(number, '9')
  expect(await arrived(number, 2)).toMatch(/zu spät\. Bitte anrufen: \+493012345678\.$/)
  expect((await rowOf(id)).status).toBe('confirmed')
  await sql`update books set rules = jsonb_set(rules, '{cancellationWindowMinutes}', '0') where venue_id = ${shop.venue.id}`.execute(
    shop.container.db,
  )
})

test('STOP stops the gateway’s texts to that number, once confirmed; mails go instead, and START brings them back', async () => {
  const number = aNumber()
  const { id } = await book({ number, locale: 'es' })
  await arrived(number)
  await texts.reply(number, 'Baja')
  expect(await arrived(number, 2)).toContain('responda START')
  expect((await messagesOf(id))[0]).toMatchObject({ answer: 'stopped' })
  await texts.reply(number, 'stop')
  const after = await book({ number, days: 5 })
  await becomes(after.id, { port: 'mail', state: 'sent' })
  expect(texts.phones.on(number).filter(({ way }) => way === 'out')).toHaveLength(2)
  await texts.reply(number, 'START')
  await arrived(number, 3)
  const again = await book({ number, days: 6 })
  await becomes(again.id, { port: 'text', state: 'delivered' })
})

test('a text does not leave for a booking that was canceled while it was written', async () => {
  const number = aNumber()
  const { id } = await book({ number })
  await arrived(number)
  const { db } = shop.container
  const ctx = shop.container.systemCtx('test')
  const letter = (await readLetter(ctx, id))!
  const message = { venueId: letter.venueId, id: crypto.randomUUID() }
  const now = new Date().toISOString()
  const queued = { reservationId: id, kind: 'booked', startsAt: letter.startsAt, recipient: '…', askedBy: 'Ada', state: 'queued' } as const
  await db
    .insertInto('guestMessages')
    .values({ ...message, ...queued, queuedAt: now, stateAt: now, answer: null, answeredAt: null })
    .execute()
  await db.updateTable('reservations').set({ status: 'canceled', cancelActor: 'venue' }).where('id', '=', id).execute()
  const carrier = (await gatewayFor(ctx, letter.companyId))!
  await sendAsText(ctx, letter, { message, notice: 'booked', phone: number, gateway: carrier, told: '' })
  expect(texts.phones.on(number).filter(({ way }) => way === 'out')).toHaveLength(1)
  expect(await db.selectFrom('guestMessages').select(['state', 'begun']).where('id', '=', message.id).execute()).toEqual([
    { state: 'skipped', begun: 0 },
  ])
})

test('other words are shown to the house and not answered; erased with the guest', async () => {
  const number = aNumber()
  const { id } = await book({ number })
  await arrived(number)
  await texts.reply(number, 'Can we bring a dog?')
  expect((await messagesOf(id))[0]).toMatchObject({ answer: 'wrote', said: 'Can we bring a dog?' })
  await sql`update reservations set guest_id = null, guest_first_name = '', guest_last_name = '', guest_email = null, guest_phone = null where id = ${id}`.execute(
    shop.container.db,
  )
  expect((await messagesOf(id))[0]!.said).toBeNull()
})

test('a text that fails says why; one the gateway refuses for good is not tried again; a lost answer does not write twice', async () => {
  texts.phones.become('failed')
  const failing = aNumber()
  const failed = await book({ number: failing })
  const way = (id: string) => messagesOf(id).then((all) => all.map(({ kind, port, state, reason }) => ({ kind, port, state, reason })))
  // What no text could tell goes by mail; the next one does so at once.
  const byMail = { kind: 'booked', port: 'mail', state: 'sent', reason: null }
  await vi.waitFor(
    async () =>
      expect(await way(failed.id)).toEqual([
        { kind: 'booked', port: 'text', state: 'failed', reason: 'The phone is switched off' },
        byMail,
      ]),
    { timeout: 30_000, interval: 100 },
  )
  texts.phones.become('delivered')
  texts.next.push(422)
  const refused = await book({ number: aNumber() })
  await vi.waitFor(
    async () => expect(await way(refused.id)).toEqual([{ kind: 'booked', port: 'text', state: 'failed', reason: 'As wished.' }, byMail]),
    { timeout: 30_000, interval: 100 },
  )
  texts.next.push('lost')
  const number = aNumber()
  const lost = await book({ number })
  await becomes(lost.id, { state: 'delivered' })
  expect(texts.phones.on(number)).toHaveLength(1)
})

test('nobody else is believed: unsigned, wrongly signed, old, of an unknown gateway', async () => {
  const number = aNumber()
  const { id } = await book({ number })
  await arrived(number)
  const { inboundUrl, deliveryUrl } = addressesOf(url, { id: gateway.id, dialect: 'http' })
  const body = JSON.stringify({ id: 'x', from: number, text: '9' })
  const { signatureOf } = await import('@tablewire/server/platform/net/body-signature')
  const now = Math.floor(Date.now() / 1000)
  const tries: [string, Record<string, string>][] = [
    [inboundUrl, {}],
    [inboundUrl, { 'tablewire-signature': signatureOf(['another secret of somebody'], now, body) }],
    [inboundUrl, { 'tablewire-signature': signatureOf([gateway.secret], now - 3600, body) }],
    [inboundUrl.replace(gateway.id, shop.venue.id), { 'tablewire-signature': signatureOf([gateway.secret], now, body) }],
    [deliveryUrl, {}],
  ]
  for (const [to, headers] of tries)
    expect((await fetch(to, { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } })).status).toBe(403)
  expect((await fetch(`${inboundUrl}?from=${encodeURIComponent(number)}&text=9&id=1`)).status).toBe(403)
  expect((await rowOf(id)).status).toBe('confirmed')
})
