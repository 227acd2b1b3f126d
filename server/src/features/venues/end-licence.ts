import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { venueIdOf } from './venue-ref.ts'
import { readVenue } from './venue-view.ts'

type Product = 'meta' | 'metaSSO' | 'listing' | 'sdk'

const products: Record<Product, { is: (venue: VenueDetail) => boolean; off: object }> = {
  // Its own sign-on is a part of the Meta licence.
  meta: { is: (venue) => venue.metaEnabled, off: { metaEnabled: false, metaEnabledAt: null, metaSsoEnabled: false } },
  metaSSO: { is: (venue) => venue.metaSSOEnabled, off: { metaSsoEnabled: false } },
  listing: { is: (venue) => venue.listingEnabled, off: { listingEnabled: false, listingEnabledAt: null } },
  sdk: { is: (venue) => venue.sdkAccess, off: { sdkAccess: false } },
}

/** Takes a product from a venue (CH3); one that it does not have is refused, so that two people do not both believe they did it. */
export const endLicence = async (
  ctx: Ctx,
  { ref, product, action }: { ref: string; product: Product; action: 'venue.license_deactivated' | 'venue.feature_disabled' },
): Promise<VenueDetail> =>
  transaction(ctx, async (inner) => {
    const id = await venueIdOf(inner, ref)
    await sql`select from venues where id = ${id} for update`.execute(inner.db)
    const before = await readVenue(inner, id)
    if (!products[product].is(before)) throw new Problem('venue.license_inactive')
    await inner.db
      .updateTable('venues')
      .set({ ...products[product].off, updatedAt: inner.clock().toString() })
      .where('id', '=', id)
      .execute()
    const after = await readVenue(inner, id)
    const of = ({ metaEnabled, metaSSOEnabled, listingEnabled, sdkAccess }: VenueDetail) => ({
      metaEnabled,
      metaSSOEnabled,
      listingEnabled,
      sdkAccess,
    })
    await audit(inner, { action, subject: 'venue', subjectId: id, venueId: id, before: of(before), after: of(after) })
    await inner.ports.live.publish(inner, { type: 'venue', venueId: id, id, kind: 'updated' })
    return after
  })
