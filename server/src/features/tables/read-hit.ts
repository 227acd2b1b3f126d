import type { TablePlan } from '@tablewire/contracts/booking/tables'
import { Problem } from '#src/platform/problem.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { partiesHit, partiesTight, type Party } from './plan-touched.ts'
import { ownVenue, requirePlan } from './save-plan.ts'
import { planOf } from './table-rows.ts'

/** More than these nobody looks through. */
const shownMost = 200

export const readHit = async (
  ctx: Ctx,
  venueId: string,
  given: TablePlan,
): Promise<{ parties: Party[]; ids: string[]; tight: Party[] }> => {
  const venue = await ownVenue(ctx, venueId)
  if (venue.archived) throw new Problem('venue.archived')
  requirePlan(given, venue)
  const plans = { before: await planOf(ctx, venue.id), wanted: given }
  const hit = await partiesHit(ctx, venue.id, plans)
  const tight = await partiesTight(ctx, venue.id, plans)
  return { parties: hit.slice(0, shownMost), ids: hit.map(({ reservationId }) => reservationId), tight: tight.slice(0, shownMost) }
}
