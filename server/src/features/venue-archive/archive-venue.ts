import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { sql } from 'kysely'
import { lockVenue, readVenue, setArchived } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'

type ToCome = { reservations: number; covers: number; last: string | null }

/** Who still comes, or still asks to. */
const toCome = async (ctx: Ctx, venueId: string): Promise<ToCome> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<ToCome>`
    select count(*)::integer as reservations, coalesce(sum(party_size), 0)::integer as covers, max(service_on)::text as last from placed_bookings
    where venue_id = ${venueId} and starts_at >= ${now}::timestamptz and status in ('held', 'pending_confirmation', 'requires_payment', 'confirmed')
      and (status <> 'held' or hold_expires_at > ${now}::timestamptz)`.execute(ctx.db)
  return rows[0]!
}

export const archiveState = ({ active, archivedAt }: VenueDetail) => ({ active, archived: archivedAt !== null })

const move = async (ctx: Ctx, before: VenueDetail, archived: boolean): Promise<VenueDetail> => {
  const { id } = before
  await setArchived(ctx, [id], archived)
  const after = await readVenue(ctx, id)
  await audit(ctx, {
    action: archived ? 'venue.archived' : 'venue.restored',
    subject: 'venue',
    subjectId: id,
    venueId: id,
    before: archiveState(before),
    after: archiveState(after),
  })
  await ctx.ports.live.publish(ctx, { type: 'venue', venueId: id, id, kind: 'updated' })
  return after
}

/** VE1: nobody is cancelled by it; whoever archives a venue with guests to come has read how many they are. */
export const archiveVenue = async (
  ctx: Ctx,
  { params: { id }, body: { confirmed = false } }: { params: { id: string }; body: { confirmed?: boolean | undefined } },
): Promise<VenueDetail> =>
  transaction(ctx, async (inner) => {
    // Before it is counted who comes: a booking under way is waited for, one that comes later sees the archive.
    await lockVenue(inner, id)
    const before = await readVenue(inner, id)
    if (before.archivedAt !== null) throw new Problem('venue.archived')
    const { reservations, covers, last } = await toCome(inner, id)
    if (reservations > 0 && !confirmed) throw new Problem('venue.has_reservations', { reservations, covers, last: last! })
    return move(inner, before, true)
  })

export const restoreVenue = async (ctx: Ctx, id: string): Promise<VenueDetail> =>
  transaction(ctx, async (inner) => {
    await lockVenue(inner, id)
    const before = await readVenue(inner, id)
    if (before.archivedAt === null) throw new Problem('venue.not_archived')
    return move(inner, before, false)
  })
