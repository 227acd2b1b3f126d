import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { ownLink } from '@tablewire/server/features/guest-messages/own-link'
import { sendMessage } from '@tablewire/server/features/guest-messages/send-message'
import type { Mail } from '@tablewire/server/platform/mail/mail'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, recordingPorts } from '../build/a-ctx.ts'
import { aContact, aShop, type Shop } from './a-shop.ts'

let shop: Shop
let url: string
beforeAll(async () => {
  // Nothing works in the background here: what is queued is carried out when the test says so.
  shop = await aShop()
  const address = shop.app.server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => shop.close())

const pathOf = (id: string, page = ''): string => `${new URL(ownLink(shop.container.systemCtx('test'), id)).pathname}${page}`
const press = async (id: string, form: Record<string, string>, page = ''): Promise<number> =>
  (await fetch(`${url}${pathOf(id, page)}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })).status
const book = async (time: string): Promise<string> => {
  const { body } = await shop.call<BcBooking>('booking', {
    venueId: shop.venue.id,
    date: shop.at(time),
    partySize: 2,
    contact: aContact({ locale: 'en' }),
  })
  return body.id
}
const queued = (id: string) =>
  shop.container.db
    .selectFrom('guestMessages')
    .select(['id', 'kind'])
    .where('reservationId', '=', id)
    .where('state', '=', 'queued')
    .orderBy('queuedAt')
    .orderBy('id')
    .execute()
/** Sends all that waits, the newest first where that is asked for. */
const sendAll = async (id: string, { backwards = false } = {}): Promise<Mail[]> => {
  const { ports, mails } = recordingPorts()
  const rows = await queued(id)
  for (const { id: noticeId, kind } of backwards ? rows.toReversed() : rows)
    await sendMessage(aCtx(shop.container.db, { ports }), { reservationId: id, noticeId, notice: kind })
  return mails as Mail[]
}

test('a change that no message speaks of is written to nobody', async () => {
  const id = await book('18:00')
  expect(await sendAll(id)).toHaveLength(1)
  expect(await press(id, { act: 'notes', notes: 'By the window' })).toBe(303)
  expect(await press(id, { act: 'notes', notes: 'By the window, please' })).toBe(303)
  expect(await queued(id)).toEqual([])
  await shop.call(`booking/${id}`, { notes: 'A high chair' }, { method: 'PUT' })
  expect(await queued(id)).toEqual([])
})

test.each([false, true])(
  'several quick changes are one mail, of the last state; what was told is not told again (backwards: %s)',
  async (backwards) => {
    const id = await book(backwards ? '19:00' : '20:00')
    expect(await sendAll(id)).toHaveLength(1)
    for (const party of ['3', '4']) expect(await press(id, { act: 'party', party })).toBe(303)
    expect(await press(id, { at: String(shop.at('21:00')), party: '4' }, '/change')).toBe(303)
    expect(await queued(id)).toHaveLength(3)
    const mails = await sendAll(id, { backwards })
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toMatch(/9:00\sPM|21:00/)
    expect(mails[0]!.text).toMatch(/\b4\b/)
    // There and back again: he knows it already.
    for (const party of ['3', '4']) expect(await press(id, { act: 'party', party })).toBe(303)
    expect(await queued(id)).toHaveLength(2)
    expect(await sendAll(id, { backwards })).toEqual([])
    expect(await press(id, { act: 'party', party: '3' })).toBe(303)
    expect(await sendAll(id)).toHaveLength(1)
  },
)
