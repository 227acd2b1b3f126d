import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { ListingDetail, listings, ListingUpdate } from '@tablewire/contracts/listing/listings'
import { sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { inScope, updateVenue } from '#src/features/venues/api.ts'
import { audit, savesNothing, withFields } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireSound } from './check-listing.ts'
import { readListingValues, writeListingValues } from './listing-values.ts'
import { readListing } from './read-listing.ts'

/** What the audit calls the writes that make a listing newer. */
const listingActions = [
  'listing.updated',
  'listing.undone',
  'venue.updated',
  'venue.undone',
  'venue.synced',
  'venue.imported',
  'venue.archived',
  'venue.restored',
]

/** One writes a venue's listing at a time; a venue without the product has none to write. */
export const lockListing = async (ctx: Ctx, venueId: string): Promise<{ version: number }> => {
  const { rows } = await sql<{ enabled: boolean }>`
    select v.listing_enabled as enabled from venues v where v.id = ${venueId} and ${inScope(ctx, 'v.id')} for no key update of v`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new Problem('venue.not_found')
  if (!rows[0].enabled) throw new Problem('listing.disabled')
  const found = await sql<{ version: number }>`
    select v.version + coalesce(p.version, 0) as version from venues v left join listing_profiles p on p.venue_id = v.id
    where v.id = ${venueId}`.execute(ctx.db)
  return found.rows[0]!
}

/** What is the venue's own: its page shows it, and everybody else who asks for it. */
const writePlace = async (ctx: Ctx, venueId: string, body: ListingUpdate): Promise<void> => {
  const { displayName, address, postalCode, city, latitude, longitude, phone: phoneNumber } = body
  const named = Object.entries({ displayName, address, postalCode, city, latitude, longitude, phoneNumber }).filter(
    ([, value]) => value !== undefined,
  )
  if (!named.length) return
  await updateVenue(ctx, { params: { id: venueId }, body: Object.fromEntries(named) }).catch((error: unknown) => {
    // The one field that is called otherwise here.
    const fields = error instanceof Problem ? error.fields : undefined
    if (!fields?.['phoneNumber']) throw error
    const { phoneNumber: phoneFaults, ...rest } = fields
    throw new Problem((error as Problem).code, (error as Problem).values, { ...rest, phone: phoneFaults })
  })
}

const requireOwnPhotos = async (ctx: Ctx, venueId: string, photos: ListingUpdate['photos']): Promise<void> => {
  if (!photos?.length) return
  const ids = photos.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    select f.id from listing_photos f where f.venue_id = ${venueId} and f.id = any(${ids}::uuid[]) for share`.execute(ctx.db)
  if (rows.length !== new Set(ids).size) throw new Problem('photo.not_found')
}

/** LI1: changes what is named, only for whoever has seen the listing as it is now. */
export const updateListing = async (ctx: Ctx, { params: { id }, body }: Received<typeof listings.update>): Promise<ListingDetail> =>
  transaction(ctx, async (inner) => {
    const { version } = await lockListing(inner, id)
    await refuseStale(inner, { code: 'listing.version_stale', seen: body.version, now: version, subjectId: id, actions: listingActions })
    requireSound(body)
    await requireOwnPhotos(inner, id, body.photos)
    await writePlace(inner, id, body)
    const before = await readListingValues(inner, id)
    const own = Object.fromEntries(Object.entries(body).filter(([field]) => field in before))
    const after = withFields(before, own)
    if (!savesNothing(inner, { action: 'listing.updated', subject: 'listing', before, after })) {
      await writeListingValues(inner, id, after)
      await audit(inner, { action: 'listing.updated', subject: 'listing', subjectId: id, venueId: id, before, after })
      await inner.ports.live.publish(inner, { type: 'venue', venueId: id, id, kind: 'updated' })
    }
    return readListing(inner, id)
  })
