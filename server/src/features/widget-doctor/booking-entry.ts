import type { BookingEntry } from '@tablewire/contracts/channels/booking-page'
import { sql } from 'kysely'
import { brandOfHost, brandOfVenue } from '#src/features/brands/api.ts'
import { bookingOrigin } from '#src/features/factors/api.ts'
import { bookedAt } from '#src/features/venue-pages/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import { buttonOf } from '#src/features/widget/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** So many are listed; who has more knows that they are his. */
const housesMost = 100

/** The ids by which guests may be led to this venue together with others. */
export const entriesOf = async (ctx: Ctx, venueId: string): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string | null }>`
    select unnest(array[v.group_id, v.company_id, c.brand_id]) as id from venues v join companies c on c.id = v.company_id where v.id = ${venueId}
    union select l.channel_id from live_links l join channels c on c.id = l.channel_id
      where l.venue_id = ${venueId} and c.type = 'widget' and c.active and not c.test`.execute(ctx.db)
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

/** WI1: where guests choose among the venues of a company, group, brand or channel. Who sees none of those venues sees no such page. */
export const readBookingEntry = async (ctx: Ctx, id: string): Promise<BookingEntry> => {
  const found = await bookedAt(ctx, { id, channel: null })
  if (!found || found.kind === 'venue') throw new Problem('company.not_found')
  const { rows } = await sql<{
    id: string
  }>`select v.id from venues v where v.id = any(${[...found.venueIds]}::uuid[]) and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  const seen = new Set(rows.map((row) => row.id))
  if (!seen.size && ctx.scope.kind !== 'all') throw new Problem('company.not_found')
  const { rows: channels } = await sql<BookingEntry['channels'][number]>`
    select c.id, c.name, c.hosts from channels c where c.type = 'widget' and c.active and not c.test
      and exists (select from live_links l join venues v on v.id = l.venue_id where l.channel_id = c.id and v.sdk_access and v.id = any(${[...seen]}::uuid[]))
    order by c.created_at, c.id`.execute(ctx.db)
  // As the page itself: in the look of one of them only where it is that of all.
  const looks = new Set(found.places.map(({ brandId }) => brandId)).size
  const brand = looks === 1 ? await brandOfVenue(ctx, found.places[0]!.venueId) : await brandOfHost(ctx.db, '')
  const houses = found.places.filter(({ venueId }) => seen.has(venueId))
  return {
    id,
    kind: found.kind,
    name: found.name,
    origin: await bookingOrigin(ctx),
    colors: buttonOf(brand, null),
    houses: houses.slice(0, housesMost).map(({ venueId, name, city, own }) => ({ venueId, name, city, own })),
    total: houses.length,
    channels,
  }
}
