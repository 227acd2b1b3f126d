import type { TableSeat } from '@tablewire/contracts/booking/tables'
import type { Ctx } from '#src/platform/ctx.ts'
import { noteSeat } from './assign-tables.ts'
import { seatOf } from './table-rows.ts'

type Booking = { venueId: string; id: string }

/** Where a booking sits, or sat, before a step that the database may take its tables for. */
export const tablesHeld = (ctx: Ctx, { venueId, id }: Booking): Promise<TableSeat> => seatOf(ctx, { venueId, id })

/**
 * Whoever takes his place again, or sits down, where somebody else has the table has none any more, as the database says (`keep_table_times`): that is
 * written down and shown, and the step is done nevertheless.
 */
export const noteLost = async (ctx: Ctx, booking: Booking, before: TableSeat): Promise<void> => {
  if (!before.tableIds.length) return
  const { tableIds } = await seatOf(ctx, booking)
  if (!tableIds.length) await noteSeat(ctx, booking, before)
}
