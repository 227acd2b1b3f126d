import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fault } from '../../sandbox/src/rms/faults.ts'
import type { TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { aContact } from './a-shop.ts'

let remote: RemoteShop
let venue: TestVenue
beforeAll(async () => {
  remote = await aRemoteShop({ TABLEWIRE_WAITS: 'claim=1000,answer=8000' })
  venue = await remote.openRemote(await remote.connect())
})
afterAll(() => remote.close())

let days = 3
const always = { probability: 1, ms: 0 }
/** Books, is held up for longer than its key is claimed, and is asked for again meanwhile, with those faults. */
const bookTwice = async (meanwhile: readonly Fault[]) => {
  const { rms, shop, there } = remote
  const contact = aContact({ email: `${randomUUID()}@example.test` })
  const body = { venueId: venue.id, date: shop.at('20:00', ++days, venue), partySize: 2, contact }
  const ask = (idempotencyKey: string) => shop.call<{ code: string }>('booking', body, { idempotencyKey })
  const key = randomUUID()
  rms.faults.set([{ ...always, kind: 'slow', on: 'availability', ms: 2500, times: 1 }])
  const heldUp = ask(key)
  await sleep(1200)
  rms.faults.set(meanwhile)
  const repeated = await ask(key)
  rms.faults.set([])
  const said = ({ status, body: { code } }: Awaited<typeof heldUp>) => [status, code]
  return { repeated: said(repeated), heldUp: said(await heldUp), there: () => there(contact.email), again: () => ask(key) }
}

test('HU4: refused while its first call was held up: that one says the same, and books nothing', async () => {
  const { repeated, heldUp, there, again } = await bookTwice([{ ...always, kind: 'conflict', on: 'create', times: 1 }])
  expect(repeated).toEqual([409, 'slot.taken'])
  expect(heldUp).toEqual(repeated)
  expect(there()).toEqual([])
  // Asked for once more, it is tried anew.
  expect((await again()).status).toBe(201)
  expect(there()).toMatchObject([{ status: 'confirmed' }])
})

test('HU4: refused before anything was written, while its first call was held up: that one does not book behind it', async () => {
  const { repeated, heldUp, there, again } = await bookTwice([{ ...always, kind: 'conflict', on: 'availability', times: 1 }])
  expect(repeated).toEqual([409, 'slot.taken'])
  expect(heldUp).toEqual([409, 'key.in_flight'])
  expect(there()).toEqual([])
  expect((await again()).status).toBe(201)
  expect(there()).toMatchObject([{ status: 'confirmed' }])
})
