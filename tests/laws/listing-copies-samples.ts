import { randomUUID } from 'node:crypto'
import { aListedVenue } from '../build/a-listed-venue.ts'
import type { World } from './world.ts'

type ListingSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Sold by the channel, and listed. */
const aListing = async ({ container: { db }, venue, channel }: World): Promise<{ id: string; channelId: string }> => {
  const { id } = await aListedVenue(db, { companyId: venue.companyId })
  await db.insertInto('channelVenues').values({ venueId: id, channelId: channel.id, state: 'live' }).execute()
  return { id, channelId: channel.id }
}
const report = (name: string) => ({ observedAt: '2026-11-01T12:00:00Z', name, phone: '+34 910 000 000', url: 'https://guide.example/casa' })

export const listingCopiesSamples: Record<string, (world: World) => ListingSample | Promise<ListingSample>> = {
  'bcListings.get': async (world) => ({ params: { id: (await aListing(world)).id } }),
  'bcListings.report': async (world) => ({ params: { id: (await aListing(world)).id }, body: report('Casa Nueva') }),
  'bcListings.changes': () => ({ query: { limit: 5 } }),
  'bcListings.site': () => ({ body: { readUrl: `https://${randomUUID()}.example.com/places/{venueId}.json` } }),
  'listingCopies.differences': () => ({ query: { limit: 5, filters: { field: 'hours,phone', state: 'open' } } }),
  'listingCopies.resolve': async (world) => {
    const { id } = await aListing(world)
    await world.ask({ method: 'PUT', url: `/v1/bc/venues/${id}/listing`, key: world.channel.key, body: report('Casa Nueva') })
    const { id: difference } = await world.container.db
      .selectFrom('listingDifferences')
      .select('id')
      .where('venueId', '=', id)
      .executeTakeFirstOrThrow()
    return { body: { ids: [difference], act: 'overwrite' } }
  },
  'listingCopies.list': async (world) => ({ params: { id: (await aListing(world)).id } }),
  'listingCopies.ask': async (world) => ({ params: { ...(await aListing(world)) } }),
  'listingCopies.probe': async (world) => {
    const params = await aListing(world)
    const site = { channelId: params.channelId, readUrl: 'https://127.0.0.1/{venueId}', setAt: '2026-11-01T12:00:00Z' }
    await world.container.db
      .insertInto('listingSites')
      .values(site)
      .onConflict((on) => on.doNothing())
      .execute()
    return { params }
  },
}
