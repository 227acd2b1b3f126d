import { randomUUID } from 'node:crypto'
import type {} from '@tablewire/server/features/rms-bookings/remote-rows'
import { aReservation } from '../build/a-reservation.ts'
import { aSystem } from '../build/a-system.ts'
import { aCompany, aVenue } from '../build/a-venue.ts'
import type { World } from './world.ts'

type PartnerSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; token?: string }
const on = (id: string): PartnerSample => ({ params: { id } })
const name = (): string => `Law ${randomUUID()}`

/** A venue with two areas known to its system. */
const withAreas = async (world: World) => {
  const { db } = world.container
  const venue = await aVenue(db, { companyId: world.venue.companyId })
  const area = `area-${randomUUID()}`
  const made = await world.ask({
    method: 'POST',
    url: `/v1/rms/venues/${venue.id}/areas`,
    token: world.superAdmin,
    body: { name: 'Roof', externalId: area, capacity: 20 },
  })
  if (made.statusCode !== 201) throw new Error(made.body)
  return { id: venue.id, area }
}
const aBrand = async (world: World): Promise<string> => {
  const body = { companyId: world.venue.companyId, name: name() }
  const made = await world.ask({ method: 'POST', url: '/v1/rms/brands', token: world.superAdmin, body })
  return made.json<{ data: { id: string } }>().data.id
}

const aSalesLink = async (world: World) => {
  await world.container.db.deleteFrom('salesLinks').execute()
  const made = await world.ask({ method: 'POST', url: '/v1/rms/ai-sales', token: world.superAdmin, body: { venueId: world.venue.id } })
  if (made.statusCode !== 201) throw new Error(made.body)
  return { params: { id: made.json<{ data: { id: string } }>().data.id } }
}

export const partnerSamples: Record<string, (world: World) => PartnerSample | Promise<PartnerSample>> = {
  'salesLinks.list': () => ({ query: { filters: { state: 'active' } } }),
  'salesLinks.get': aSalesLink,
  'salesLinks.create': (world) => ({ body: { venueId: world.venue.id, lang: 'de', recipient: 'Law', expiresInDays: 30 } }),
  'salesLinks.revoke': aSalesLink,
  'salesLinks.enquiries': aSalesLink,
  'partners.companies': () => ({}),
  'partners.company': (world) => on(world.venue.companyId),
  'partners.createCompany': () => ({ body: { name: name(), externalId: null, countryCode: 'ES' } }),
  'partners.updateCompany': async (world) => ({ ...on(await aCompany(world.container.db)), body: { name: name() } }),
  'partners.brands': () => ({}),
  'partners.brand': async (world) => on(await aBrand(world)),
  'partners.createBrand': (world) => ({ body: { companyId: world.venue.companyId, name: name(), venues: [world.venue.id] } }),
  'partners.updateBrand': async (world) => ({ ...on(await aBrand(world)), body: { name: name() } }),
  'partners.createArea': async (world) => ({
    ...on((await aVenue(world.container.db, { companyId: world.venue.companyId })).id),
    body: {
      name: 'Roof',
      externalId: 'roof',
      capacity: 12,
      translations: [{ locale: 'de', data: [{ field: 'name', content: 'Dach' }] }],
    },
  }),
  'partners.updateArea': async (world) => ({ params: await withAreas(world), body: { name: 'Winter garden', capacity: 30 } }),
  'partners.archiveArea': async (world) => ({ params: await withAreas(world) }),
  'partners.posTables': (world) => on(world.venue.id),
  'partners.writePosTables': (world) => ({
    ...on(world.venue.id),
    body: {
      tables: [
        { id: 't1', name: 'Window', area: world.venue.areaId },
        { id: 't2', name: 'Door' },
      ],
    },
  }),
  'partners.bookings': (world) => ({ query: { filters: { venueId: world.venue.id, status: 'confirmed,no-show' } } }),
  'partners.booking': async (world) => on(await world.booking()),
  'partners.changeBooking': async (world) => ({ ...(await remoteBooking(world)), body: { partySize: 4, status: 'seated' } }),
  'partners.pushAvailability': (world) => ({ body: { venueId: world.venue.id, dates: ['2030-01-01'] } }),
  'partners.reports': (world) => ({ query: { from: '2030-01-01', to: '2030-01-31', filters: { venueId: world.venue.id } } }),
  'partners.notice': async (world) => ({
    token: (await aSystem(world.container.db)).key,
    body: { entity: 'booking', entityId: 'theirs-1', action: 'update', data: { partySize: 3 } },
  }),
}

/** A booking at a venue whose own system owns the tables, named by that system's id. */
export const remoteBooking = async (world: World, companyId = world.venue.companyId) => {
  const { db } = world.container
  const venue = await aVenue(db, { companyId })
  const system = await aSystem(db, { venues: [venue.id] })
  const { id } = await aReservation(db, venue, { remote: true, systemId: system.id, source: 'system' })
  const remoteId = `R-${randomUUID()}`
  const now = new Date()
  await db
    .insertInto('remoteBookings')
    .values({
      venueId: venue.id,
      reservationId: id,
      systemId: system.id,
      remoteId,
      key: remoteId,
      state: 'live',
      toldStatus: 'confirmed',
      updatedAt: now,
      createdAt: now.toISOString(),
    } as never)
    .execute()
  return { params: { id: remoteId }, token: system.key, reservationId: id }
}
