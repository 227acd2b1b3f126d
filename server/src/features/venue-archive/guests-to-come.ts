import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

export type GuestsToCome = { reservations: number; covers: number; last: string }

/** Who still comes to each of these venues, or still asks to; a venue without guests is not among them. */
export const guestsToCome = async (ctx: Ctx, venueIds: readonly string[]): Promise<Map<string, GuestsToCome>> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<GuestsToCome & { venueId: string }>`
    select venue_id, count(*)::integer as reservations, sum(party_size)::integer as covers, max(service_on)::text as last from placed_bookings
    where venue_id = any(${[...venueIds]}::uuid[]) and starts_at >= ${now}::timestamptz
      and status in ('held', 'pending_confirmation', 'requires_payment', 'confirmed') and (status <> 'held' or hold_expires_at > ${now}::timestamptz)
    group by venue_id`.execute(ctx.db)
  return new Map(rows.map(({ venueId, ...guests }) => [venueId, guests]))
}
