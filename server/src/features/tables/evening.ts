import { standing } from '@tablewire/contracts/booking/floor.rules'
import { seatingsOf } from '@tablewire/contracts/booking/tables.rules'
import type { TablePlan } from '@tablewire/contracts/booking/tables'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { awayOf } from './floor-rows.ts'
import type { Evening, Stay, TableParty } from './find-seating.ts'
import { blocksIn, partiesIn, type PartyAtTables, type SeatedBooking } from './table-rows.ts'

/** Who comes within this time is expected at his table. */
const soonMs = 30 * 60_000
/** He is there, or may be at the door. */
export const isSoon = ({ startMs }: Pick<SeatedBooking, 'startMs'>, nowMs: number): boolean => startMs < nowMs + soonMs
/** Nobody but people moves him: he sits, is about to come, or somebody wants him to stay. */
export const isFixed = ({ locked, ...party }: Pick<SeatedBooking, 'status' | 'startMs'> & { locked: boolean }, nowMs: number): boolean =>
  locked || party.status === 'seated' || isSoon(party, nowMs)

/** As somebody who sits asks: whoever sits as well has his table now, whatever the time of his booking. */
export const asSeated = (evening: Evening, { startMs, endMs }: Stay, sitting: ReadonlySet<string>): Evening => ({
  ...evening,
  parties: evening.parties.map((party) =>
    sitting.has(party.id) ? { ...party, startMs: Math.min(party.startMs, startMs), endMs: Math.max(party.endMs, endMs) } : party,
  ),
})

/** No stay is longer, and who is moved may be moved for somebody earlier or later. */
const aroundMs = 12 * 3_600_000

/** Everything that a party's seat depends on: everybody around its time. */
export const eveningAround = async (
  ctx: Ctx,
  { venueId, serviceOn, startMs, endMs }: Pick<SeatedBooking, 'venueId' | 'serviceOn' | 'startMs' | 'endMs'>,
  plan: TablePlan,
): Promise<{ evening: Evening; parties: PartyAtTables[] }> => {
  const span = { venueId, fromMs: startMs - aroundMs, toMs: endMs + aroundMs }
  const [parties, blocks, awayOn] = await Promise.all([partiesIn(ctx, span), blocksIn(ctx, span), awayOf(ctx, venueId)])
  const nowMs = ctx.clock().epochMilliseconds
  return {
    parties,
    evening: {
      seatings: seatingsOf(standing(plan, awayOn(serviceOn))),
      parties: parties.map((party): TableParty => ({ ...party, fixed: isFixed(party, nowMs) || party.serviceOn !== serviceOn })),
      blocks: blocks.map(({ tableId, from, until }) => ({ tableId, startMs: instantMs(from), endMs: instantMs(until) })),
    },
  }
}
