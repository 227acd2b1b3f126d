import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aMailServer, type MailServer } from '../../../../tests/build/a-mail-server.ts'
import { aContact, aShop, type Shop } from '../../../../tests/protocol/a-shop.ts'
import { sendMessage } from './send-message.ts'

let mailServer: MailServer
let shop: Shop
beforeAll(async () => {
  mailServer = await aMailServer()
  shop = await aShop({ work: true, env: { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://tables.example.test' } })
})
afterAll(async () => {
  await shop.close()
  await mailServer.close()
})

const mailsTo = (address: string) => mailServer.taken.filter(({ to }) => to === address)
const arrived = async (address: string, count: number): Promise<{ raw: string; mail: Email }> => {
  await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(count), { timeout: 60_000, interval: 50 })
  const { raw } = mailsTo(address)[count - 1]!
  return { raw, mail: await PostalMime.parse(raw) }
}
/** The part of a mail that a calendar reads: what its type says, and its lines. */
const calendarOf = ({ raw, mail }: { raw: string; mail: Email }) => {
  const part = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar' || mimeType === 'application/ics')
  const content = part ? (typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content)) : ''
  const lines = content.replaceAll(/\r?\n /g, '').split(/\r?\n/)
  const value = (name: string): string | undefined => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)
  return { method: /content-type: text\/calendar;[^\n]*(?:\r\n\s+[^\n]*)*?method=(\w+)/i.exec(raw)?.[1], content, value }
}
const pathIn = ({ mail }: { mail: Email }): string => {
  const found = /href="https:\/\/tables\.example\.test(\/book\/own\/[^"]+)"/.exec(mail.html ?? '')?.[1]
  if (!found) throw new Error('no link in the mail')
  return found
}
const base = (): string => {
  const address = shop.app.server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
const press = async (path: string, form: Record<string, string>): Promise<number> =>
  (await fetch(`${base()}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })).status
const messagesOf = (id: string) =>
  shop.container.db
    .selectFrom('guestMessages')
    .select(['kind', 'state', 'answer'])
    .where('reservationId', '=', id)
    .orderBy('queuedAt')
    .execute()

test('a calendar follows a booking from its mail: one entry, newer with each change, gone with the cancellation', async () => {
  const email = 'calendar@guests.example'
  const { body } = await shop.call<BcBooking>('booking', {
    venueId: shop.venue.id,
    date: shop.at('20:00'),
    partySize: 2,
    contact: aContact({ locale: 'de', email, lastname: 'Brandt; "Lena", \\ und Söhne' }),
  })
  const booked = await arrived(email, 1)
  const first = calendarOf(booked)
  expect(first.method).toBe('REQUEST')
  expect(first.value('METHOD')).toBe('REQUEST')
  expect(first.value('STATUS')).toBe('CONFIRMED')
  expect(first.value('UID')).toBe(`${body.id}@bookings.tablewire`)
  expect(first.value('DTSTART')).toBe(new Date(shop.at('20:00') * 1000).toISOString().replaceAll(/[-:]|\.000/g, ''))
  for (const line of first.content.split(/\r?\n/)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const markup = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(booked.mail.html ?? '')![1]!) as Record<
    string,
    unknown
  >
  expect(markup).toMatchObject({
    '@type': 'FoodEstablishmentReservation',
    reservationNumber: body.reference,
    reservationStatus: 'http://schema.org/ReservationConfirmed',
    partySize: 2,
  })
  expect(markup['cancelReservationUrl']).toBe(`https://tables.example.test${pathIn(booked)}/cancel`)
  expect(booked.mail.text).toContain('Online absagen können Sie bis')
  const own = pathIn(booked)
  expect(await press(`${own}/change`, { at: String(shop.at('21:00')), party: '3' })).toBe(303)
  const second = calendarOf(await arrived(email, 2))
  expect([second.method, second.value('UID'), second.value('STATUS')]).toEqual(['REQUEST', first.value('UID'), 'CONFIRMED'])
  expect(Number(second.value('SEQUENCE'))).toBeGreaterThan(Number(first.value('SEQUENCE')))
  expect(second.value('DTSTART')).toBe(new Date(shop.at('21:00') * 1000).toISOString().replaceAll(/[-:]|\.000/g, ''))
  expect(await press(`${own}/cancel`, {})).toBe(303)
  const third = calendarOf(await arrived(email, 3))
  expect([third.method, third.value('METHOD'), third.value('UID'), third.value('STATUS')]).toEqual([
    'CANCEL',
    'CANCEL',
    first.value('UID'),
    'CANCELLED',
  ])
  expect(Number(third.value('SEQUENCE'))).toBeGreaterThan(Number(second.value('SEQUENCE')))
  await vi.waitFor(
    async () =>
      expect(await messagesOf(body.id)).toEqual([
        { kind: 'booked', state: 'sent', answer: 'changed' },
        { kind: 'changed', state: 'sent', answer: 'canceled' },
        { kind: 'canceled', state: 'sent', answer: null },
      ]),
    { timeout: 60_000, interval: 50 },
  )
})

test('an address that is refused for good stands as refused, and what the venue does not send is not there', async () => {
  mailServer.answer = async (to) => (to.startsWith('gone') ? 550 : 250)
  const { body } = await shop.call<BcBooking>('booking', {
    venueId: shop.venue.id,
    date: shop.at('19:00'),
    partySize: 2,
    contact: aContact({ email: 'gone@guests.example' }),
  })
  await vi.waitFor(async () => expect(await messagesOf(body.id)).toEqual([{ kind: 'booked', state: 'bounced', answer: null }]), {
    timeout: 60_000,
    interval: 50,
  })
  mailServer.answer = async () => 250
  const { db } = shop.container
  await db
    .updateTable('venues')
    .set({ emailNotices: ['canceled'] })
    .where('id', '=', shop.venue.id)
    .execute()
  const quiet = await shop.call<BcBooking>('booking', {
    venueId: shop.venue.id,
    date: shop.at('18:00'),
    partySize: 2,
    contact: aContact({ email: 'quiet@guests.example' }),
  })
  await vi.waitFor(async () => expect(await messagesOf(quiet.body.id)).toEqual([{ kind: 'booked', state: 'skipped', answer: null }]), {
    timeout: 60_000,
    interval: 50,
  })
  expect(mailsTo('quiet@guests.example')).toEqual([])
})

test('a mail on its way when its booking is canceled does not leave', async () => {
  const { db } = shop.container
  await db
    .updateTable('venues')
    .set({ emailNotices: ['booked', 'reminder'] })
    .where('id', '=', shop.venue.id)
    .execute()
  const { body } = await shop.call<BcBooking>('booking', {
    venueId: shop.venue.id,
    date: shop.at('17:30'),
    partySize: 2,
    contact: aContact({ email: 'late@guests.example' }),
  })
  await arrived('late@guests.example', 1)
  const ctx = shop.container.systemCtx('test')
  const { mail } = ctx.ports
  // Canceled in the moment in which the mail server waits for the text.
  const slow = {
    ...mail,
    send: async (...[inner, letter, begins]: Parameters<typeof mail.send>) =>
      mail.send(inner, letter, async () => {
        await db.updateTable('reservations').set({ status: 'canceled', cancelActor: 'venue' }).where('id', '=', body.id).execute()
        await begins?.()
      }),
  }
  const told = { reservationId: body.id, noticeId: crypto.randomUUID(), notice: 'reminder' as const, asked: true }
  await expect(sendMessage({ ...ctx, ports: { ...ctx.ports, mail: slow } }, told)).rejects.toThrow(/mail|true/)
  await sendMessage(ctx, told)
  expect(mailsTo('late@guests.example')).toHaveLength(1)
})
