import type { Db } from '@tablewire/server/platform/db/schema'
import type {} from '@tablewire/server/features/listing-copies/copy-rows'
import { aVenue, type TestVenue, type VenueOverrides } from './a-venue.ts'

/** A venue with the listing product, and what guests need to find it. */
export const aListedVenue = async (db: Db, overrides: VenueOverrides = {}): Promise<TestVenue> => {
  const venue = await aVenue(db, { name: 'Casa Vieja', city: 'Madrid', countryCode: 'ES', timeZone: 'Europe/Madrid', ...overrides })
  await db
    .updateTable('venues')
    .set({
      listingEnabled: true,
      listingEnabledAt: '2026-11-01T10:00:00Z',
      phoneNumber: '+34912345678',
      address: 'Calle Mayor 5',
      postalCode: '28013',
    })
    .where('id', '=', venue.id)
    .execute()
  return venue
}
