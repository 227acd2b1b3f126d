import type {} from '@tablewire/server/features/onboarding/request-rows'
import { restaurantConfirms } from '@tablewire/server/features/onboarding/api'
import { builtInSystemId } from '@tablewire/server/features/venues/api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aVenue, type TestVenue } from '../build/a-venue.ts'
import { aContact, aShop, type Shop } from './a-shop.ts'

let shop: Shop
let venue: TestVenue
beforeAll(async () => {
  shop = await aShop({ work: true })
  venue = await aVenue(shop.container.db, { externalId: 'casa-1' })
})
afterAll(() => shop.close())

type Read = { data: { id: string; status: string; progress: Record<string, unknown> } }
const long = { timeout: 10_000, interval: 50 }
const rowOf = (id: string) => shop.container.db.selectFrom('onboardingRequests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('ON3: the steps tick by what a channel really does, and its booking makes the request live', { timeout: 40_000 }, async () => {
  const { call, container } = shop
  const { db } = container
  const made = await call<Read>('onboarding-requests', { systemId: builtInSystemId, rmsVenueId: 'casa-1', venueName: 'Casa Vieja' })
  const { id } = made.body.data
  await restaurantConfirms(container.systemCtx('test'), id, {
    name: 'Casa Vieja',
    address: 'Calle Mayor 1',
    hours: 'Mon–Sun',
    accessFor: [],
    termsVersion: '1',
  })
  const stateOf = async () => (await db.selectFrom('channelVenues').select('state').where('venueId', '=', venue.id).execute())[0]?.state
  await vi.waitFor(async () => expect(await stateOf()).toBe('requested'), long)
  const search = (partySize: number) => call(`availability?venueId=${venue.id}&partySize=${partySize}&date=${shop.at('20:00', 3, venue)}`)
  // Not on sale yet: it is not answered, and nothing is proved.
  expect((await search(2)).status).toBe(404)
  expect((await call(`venues/${venue.id}/link`, { move: 'approve' })).status).toBe(200)

  expect((await search(900)).status).toBe(200)
  await vi.waitFor(async () => expect((await rowOf(id)).visibleAt).not.toBeNull(), long)
  expect(await rowOf(id)).toMatchObject({ status: 'bc_activation', availableAt: null, onboardedAt: null })

  expect((await search(2)).body).toMatchObject({ venueId: venue.id })
  await vi.waitFor(async () => expect((await rowOf(id)).availableAt).not.toBeNull(), long)
  expect((await rowOf(id)).status).toBe('bc_activation')

  const booking = { venueId: venue.id, partySize: 2, date: shop.at('20:00', 3, venue), contact: aContact() }
  const booked = await call<{ id: string }>('booking', booking)
  await vi.waitFor(async () => expect((await rowOf(id)).status).toBe('live'), long)
  expect(await rowOf(id)).toMatchObject({ proofBookingId: booked.body.id, proofIsTest: false })

  const history = await db.selectFrom('onboardingHistory').select(['kind', 'toStatus']).where('requestId', '=', id).orderBy('id').execute()
  // Whether the restaurant was looked for before it answered depends on when the job ran.
  expect(history.map(({ kind }) => kind).filter((kind) => kind !== 'contact_missing')).toEqual([
    'requested',
    'skipped',
    'confirmed',
    'link_asked',
    'visible',
    'available',
    'onboarded',
    'live',
  ])
  expect(history.at(-1)).toMatchObject({ toStatus: 'live' })
})
