import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Party } from './occupancy.ts'

/** A coming party, with the fields a list of conflicts shows. */
export type ComingParty = Party & {
  reference: string
  status: Status
  startsLocal: string
  serviceOn: string
  areaName: string
  guestName: string
}

/** Everybody with a place at the venue from now on; those who booked first come first. Holds are left out: they run out by themselves. */
export const comingParties = async (ctx: Ctx, venueId: string): Promise<ComingParty[]> => {
  const { rows } = await sql<ComingParty>`
    select r.id, r.reference, r.status, r.party_size as "partySize", r.area_id as "areaId", a.name as "areaName",
      to_char(r.starts_local, 'YYYY-MM-DD"T"HH24:MI') as "startsLocal", r.service_on::text as "serviceOn",
      trim(r.guest_first_name || ' ' || r.guest_last_name) as "guestName",
      (extract(epoch from r.starts_at) * 1000)::float8 as "startMs", (extract(epoch from r.ends_at) * 1000)::float8 as "endMs"
    from placed_bookings r join areas a on a.venue_id = r.venue_id and a.id = r.area_id
    where r.venue_id = ${venueId} and ${inScope(ctx, 'r.venue_id')} and r.starts_at > ${ctx.clock().toString()}::timestamptz
      and r.status in ('pending_confirmation', 'requires_payment', 'confirmed')
    order by r.created_at, r.id`.execute(ctx.db.withoutPlugins())
  return rows
}
