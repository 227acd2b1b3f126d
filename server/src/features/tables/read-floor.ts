import type { Floor, FloorLayout, FloorParty } from '@tablewire/contracts/booking/floor'
import { layoutOn } from '@tablewire/contracts/booking/floor.rules'
import { Problem } from '#src/platform/problem.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { floorOf, partiesTouched } from './floor-rows.ts'
import { requireLayouts } from './save-floor.ts'
import { ownVenue } from './save-plan.ts'
import { planOf } from './table-rows.ts'

export const readFloor = async (ctx: Ctx, venueId: string): Promise<Floor> => floorOf(ctx, (await ownVenue(ctx, venueId)).id)

export const readFloorDay = async (ctx: Ctx, venueId: string, date: string): Promise<{ date: string; layout: FloorLayout | null }> => ({
  date,
  layout: layoutOn((await readFloor(ctx, venueId)).layouts, date) ?? null,
})

/** More than these nobody looks through. */
const shownMost = 200

export const readTouched = async (
  ctx: Ctx,
  venueId: string,
  layouts: readonly FloorLayout[],
): Promise<{ parties: FloorParty[]; ids: string[] }> => {
  const venue = await ownVenue(ctx, venueId)
  if (venue.archived) throw new Problem('venue.archived')
  requireLayouts(layouts, await planOf(ctx, venue.id), venue)
  const touched = await partiesTouched(ctx, venue.id, layouts)
  return { parties: touched.slice(0, shownMost), ids: touched.map(({ reservationId }) => reservationId) }
}
