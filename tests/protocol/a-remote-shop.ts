import type { Booking } from '../../sandbox/src/rms/booking.ts'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { aConnectedSystem, anRms, aRemoteVenue } from '../build/a-remote-venue.ts'
import type { TestSystem } from '../build/a-system.ts'
import type { TestVenue, VenueOverrides } from '../build/a-venue.ts'
import { aShop, type Shop } from './a-shop.ts'

export type RemoteShop = {
  shop: Shop
  rms: Rms
  connect: (settings?: Record<string, unknown>) => Promise<TestSystem>
  /** A venue of that system, sold by the shop's channel. */
  openRemote: (system: TestSystem, overrides?: VenueOverrides) => Promise<TestVenue>
  /** What the system has of the guest with this address. */
  there: (email: unknown) => Booking[]
  close: () => Promise<void>
}

/** A shop with a whole reservation system beside it, which the hub may speak to. */
export const aRemoteShop = async (env: Readonly<Record<string, string>> = {}): Promise<RemoteShop> => {
  const rms = await anRms()
  const shop = await aShop({ work: true, env: { SYSTEM_SERVICES: rms.origin, ...env } })
  const { db, ports } = shop.container
  return {
    shop,
    rms,
    connect: (settings = {}) => aConnectedSystem({ db, secrets: ports.secrets, rms }, { settings }),
    openRemote: async (system, overrides) => {
      const venue = await aRemoteVenue(db, system, overrides)
      await db.insertInto('channelVenues').values({ venueId: venue.id, channelId: shop.channel.id, state: 'live' }).execute()
      return venue
    },
    there: (email) => rms.book.all().filter((booking) => booking.contact.email === email),
    close: async () => {
      await shop.close()
      await rms.close()
    },
  }
}
