import type { TableSeat } from '@tablewire/contracts/booking/tables'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { seatOf, type SeatedBooking } from './table-rows.ts'

const told = ({ name, locked, version, until }: TableSeat) => ({ tables: name, locked, version, ...(until ? { until } : {}) })

/** What became of a party's tables, for its history and every screen. */
export const noteSeat = async (ctx: Ctx, { venueId, id }: Pick<SeatedBooking, 'venueId' | 'id'>, before: TableSeat): Promise<TableSeat> => {
  const after = await seatOf(ctx, { venueId, id })
  await audit(ctx, {
    action: 'reservation_tables.updated',
    subject: 'reservation_tables',
    subjectId: id,
    venueId,
    before: told(before),
    after: told(after),
  })
  await ctx.ports.live.publish(ctx, { type: 'tables', venueId, id, kind: null })
  return after
}
