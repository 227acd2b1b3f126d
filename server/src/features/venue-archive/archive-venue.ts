import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { lockVenue, readVenue, setApart, setArchived } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { guestsToCome } from './guests-to-come.ts'

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
    const guests = (await guestsToCome(inner, [id])).get(id)
    if (guests && !confirmed) throw new Problem('venue.has_reservations', guests)
    return move(inner, before, true)
  })

/** `apart`: also where it was merged into another, which takes the merge apart. Only whoever looks at this one venue means that. */
export const restoreVenue = async (ctx: Ctx, id: string, { apart = false } = {}): Promise<VenueDetail> =>
  transaction(ctx, async (inner) => {
    await lockVenue(inner, id)
    const before = await readVenue(inner, id)
    if (before.archivedAt === null) throw new Problem('venue.not_archived')
    if (apart) await setApart(inner, id)
    return move(inner, before, false)
  })
