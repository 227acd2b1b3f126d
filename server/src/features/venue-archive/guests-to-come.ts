import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

export type GuestsToCome = { reservations: number; covers: number; last: string }

type Who = { by: 'starts_at' | 'ends_at'; statuses: readonly string[] }
const guestsAt = async (ctx: Ctx, venueIds: readonly string[], { by, statuses }: Who): Promise<Map<string, GuestsToCome>> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<GuestsToCome & { venueId: string }>`
    select venue_id, count(*)::integer as reservations, sum(party_size)::integer as covers, max(service_on)::text as last from placed_bookings
    where venue_id = any(${[...venueIds]}::uuid[]) and ${sql.ref(by)} >= ${now}::timestamptz
      and starts_at >= ${now}::timestamptz - interval '12 hours'
      and status = any(${[...statuses]}::text[]) and (status <> 'held' or hold_expires_at > ${now}::timestamptz)
    group by venue_id`.execute(ctx.db)
  return new Map(rows.map(({ venueId, ...guests }) => [venueId, guests]))
}

const expected = ['held', 'pending_confirmation', 'requires_payment', 'confirmed']

/** Who still comes to each of these venues, or still asks to; a venue without guests is not among them. */
export const guestsToCome = (ctx: Ctx, venueIds: readonly string[]): Promise<Map<string, GuestsToCome>> =>
  guestsAt(ctx, venueIds, { by: 'starts_at', statuses: expected })

/** Who still comes, or is there at this moment. */
export const guestsNotGone = (ctx: Ctx, venueIds: readonly string[]): Promise<Map<string, GuestsToCome>> =>
  guestsAt(ctx, venueIds, { by: 'ends_at', statuses: [...expected, 'seated'] })
