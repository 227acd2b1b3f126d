import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import type { TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'

let remote: RemoteShop
let venue: TestVenue
beforeAll(async () => {
  remote = await aRemoteShop()
  venue = await remote.openRemote(await remote.connect())
  const { db } = remote.shop.container
  await aChannel(db, { type: 'widget', venues: [venue.id] })
  await db.updateTable('venues').set({ sdkAccess: true }).where('id', '=', venue.id).execute()
})
afterAll(() => remote.close())

let address = 0
const ask = (method: 'GET' | 'POST', path: string, fields?: Record<string, string>, id = venue.id) =>
  remote.shop.app.inject({
    method,
    url: `/book/${id}${path}`,
    remoteAddress: `127.2.0.${1 + (address++ % 250)}`,
    headers: { accept: 'text/html', ...(fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
    ...(fields ? { payload: new URLSearchParams(fields).toString() } : {}),
  })
const hold = async (at: number): Promise<string> => {
  const answer = await ask('POST', '/hold', { party: '2', at: String(at) })
  expect(answer.statusCode).toBe(303)
  return new URL(answer.headers.location!, 'http://here').searchParams.get('held')!
}
const guest = (email: string) => ({ firstName: 'Noa', lastName: 'Vidal', email })
const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1600))

test('WI1: a venue’s own system is asked, and books once however often the guest presses', async () => {
  const at = remote.shop.at('20:00', 5, venue)
  expect((await ask('GET', `?party=2&date=${new Date(at * 1000).toISOString().slice(0, 10)}`)).body).toContain(`value="${at}"`)
  const held = await hold(at)
  await slow()
  remote.rms.faults.set([{ kind: 'slow', probability: 1, on: 'create', ms: 800 }])
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask('POST', '/details', { held, ...guest('often@guests.example') })))
  remote.rms.faults.set([])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303])
  expect(remote.there('often@guests.example')).toHaveLength(1)
  expect((await ask('GET', answers[0]!.headers.location!.slice(`/book/${venue.id}`.length))).body).toContain('Your table is booked')
})

test('WI1: a place whose time ran out is asked for anew, once', async () => {
  const held = await hold(remote.shop.at('20:30', 6, venue))
  const { db } = remote.shop.container
  await db
    .updateTable('reservations')
    .set({ status: 'expired', holdExpiresAt: null })
    .where('venueId', '=', venue.id)
    .where('status', '=', 'held')
    .execute()
  await slow()
  const answers = await Promise.all([1, 2].map(() => ask('POST', '/details', { held, ...guest('late@guests.example') })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect(remote.there('late@guests.example')).toHaveLength(1)
})

test.each(['error_after', 'error_before', 'busy', 'cut'] as const)(
  'WI1: whatever becomes of the answer (%s), the guest has one booking there',
  async (kind) => {
    const email = `${kind}@guests.example`
    const held = await hold(remote.shop.at('21:00', 7 + ['error_after', 'error_before', 'busy', 'cut'].indexOf(kind), venue))
    await slow()
    remote.rms.faults.set([{ kind, probability: 1, on: 'create', ms: 0, times: 1 }])
    const first = await ask('POST', '/details', { held, ...guest(email) })
    expect([303, 409, 503]).toContain(first.statusCode)
    if (first.statusCode !== 303) expect(first.body).toContain(`value="${email}"`)
    remote.rms.faults.set([])
    const again = await ask('POST', '/details', { held, ...guest(email) })
    expect(again.statusCode).toBe(303)
    await expect.poll(() => remote.there(email).length, { timeout: 20_000 }).toBe(1)
  },
)

test('WI1: where the system has given the place away, another time books with the same details, once', async () => {
  const held = await hold(remote.shop.at('19:00', 4, venue))
  await slow()
  remote.rms.faults.set([{ kind: 'conflict', probability: 1, on: 'create', ms: 0, times: 1 }])
  const refused = await ask('POST', '/details', { held, ...guest('other@guests.example') })
  remote.rms.faults.set([])
  expect(refused.statusCode).toBe(409)
  expect(refused.body).toContain('This time has gone meanwhile')
  const [, at] = /<button name="at" value="(\d+)"/.exec(refused.body)!
  const answers = await Promise.all([1, 2].map(() => ask('POST', '/details', { held, at: at!, ...guest('other@guests.example') })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect(remote.there('other@guests.example').filter(({ status }) => status !== 'canceled')).toHaveLength(1)
})

test('WI1: a time that the venue’s own system refuses leaves the guest the place he holds', async () => {
  const at = remote.shop.at('19:30', 9, venue)
  const held = await hold(at)
  const { db } = remote.shop.container
  const statusOf = async (): Promise<string[]> =>
    (
      await db
        .selectFrom('reservations')
        .select('status')
        .where('venueId', '=', venue.id)
        .where('startsAt', '=', new Date(at * 1000).toISOString())
        .execute()
    ).map(({ status }) => status)
  remote.rms.faults.set([{ kind: 'error_before', probability: 1, on: 'availability', ms: 0 }])
  expect((await ask('POST', '/hold', { party: '2', at: String(remote.shop.at('20:30', 9, venue)), held })).statusCode).toBe(503)
  remote.rms.faults.set([])
  expect(await statusOf()).toEqual(['held'])
})

test('WI1: what is to be paid, and how much, stands beside the time and before the button; a party that pays nothing reads nothing of it', async () => {
  const { db } = remote.shop.container
  const cellar = await remote.openRemote(await remote.connect(), { name: 'Vine Cellar', externalId: 'vine-cellar' })
  await aChannel(db, { type: 'widget', venues: [cellar.id] })
  await db.updateTable('venues').set({ sdkAccess: true }).where('id', '=', cellar.id).execute()
  const at = remote.shop.at('20:00', 5, cellar)
  const date = new Date(at * 1000).toISOString().slice(0, 10)
  const timesFor = async (party: number) => (await ask('GET', `?party=${party}&date=${date}`, undefined, cellar.id)).body
  const detailsFor = async (party: number, lang = 'en') => {
    const answer = await ask('POST', '/hold', { party: String(party), at: String(at), lang }, cellar.id)
    expect(answer.statusCode).toBe(303)
    return (await ask('GET', answer.headers.location!.slice(`/book/${cellar.id}`.length), undefined, cellar.id)).body
  }
  expect(await timesFor(5)).toContain('deposit €50.00')
  expect(await timesFor(2)).not.toContain('deposit')
  const paid = await detailsFor(5)
  expect(paid).toContain('a deposit of €50.00 for your whole party')
  expect([paid.includes('Continue to payment'), paid.includes('Book this table')]).toEqual([true, false])
  expect(await detailsFor(5, 'de')).toMatch(/eine Anzahlung von 50,00\s€ für Ihre ganze Gesellschaft/)
  const free = await detailsFor(2)
  expect([free.includes('Book this table'), /deposit|payment or a card/.test(free)]).toEqual([true, false])
  // The house asks as a rule, and its system says nothing of this start.
  await db.updateTable('venues').set({ paymentType: 'guarantee' }).where('id', '=', cellar.id).execute()
  expect(await detailsFor(2)).toContain('may ask for a payment or a card')
})
