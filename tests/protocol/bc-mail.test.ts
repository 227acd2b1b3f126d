import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aContact, aShop, type Shop } from './a-shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await aShop({ work: true })))
afterAll(() => shop.close())

test('a guest of a channel hears of booking, change and cancellation by mail, in his language', async () => {
  const { call, venue, at, container } = shop
  const mails = () => container.db.selectFrom('mails').select(['recipient', 'subject', 'text']).orderBy('sentAt').orderBy('id').execute()
  const arrived = (count: number) => vi.waitFor(async () => expect(await mails()).toHaveLength(count), { timeout: 60_000, interval: 50 })
  const booked = await call<BcBooking>('booking', {
    venueId: venue.id,
    date: at('20:00'),
    partySize: 2,
    contact: aContact({ locale: 'nl' }),
  })
  await arrived(1)
  await call(`booking/${booked.body.id}`, { partySize: 3 }, { method: 'PUT' })
  await arrived(2)
  await call(`booking/${booked.body.id}/cancel`, { cancelActor: 'guest' }, { method: 'PUT' })
  await arrived(3)
  const sent = await mails()
  expect(new Set(sent.map((mail) => mail.recipient))).toEqual(new Set(['lena@example.test']))
  expect(sent.map((mail) => mail.subject.replace(/,.*/, ''))).toEqual([
    `Uw tafel bij ${venue.name}`,
    `Uw reservering bij ${venue.name} is gewijzigd`,
    `Uw reservering bij ${venue.name}`,
  ])
  for (const { text } of sent) expect(text).toContain(booked.body.reference)
  const kinds = async () =>
    (await container.db.selectFrom('reservationEvents').select('kind').where('reservationId', '=', booked.body.id).execute()).map(
      (event) => event.kind,
    )
  await vi.waitFor(async () => expect((await kinds()).filter((kind) => kind === 'notified')).toHaveLength(3), {
    timeout: 60_000,
    interval: 50,
  })
})
