import type { TableSeat } from '@tablewire/contracts/booking/tables'
import type { Ctx } from '#src/platform/ctx.ts'
import { assignTables, refuseOlder } from './assign-tables.ts'
import { noteSeat } from './note-seat.ts'
import { seatOf } from './table-rows.ts'

/** Where a booking that moves is to sit, by whoever read the version. */
export type TablesWanted = { tableIds: string[]; locked?: boolean | undefined; back?: boolean | undefined; version: number }
/** What became of a booking's tables while it was changed. */
export type TablesMoved = { before: TableSeat; now: TableSeat }

type Booking = { venueId: string; id: string }

/** As it stands before the change, which takes the tables along; whoever wants others must have seen it so. */
export const tablesBefore = async (ctx: Ctx, booking: Booking, wanted: TablesWanted | undefined): Promise<TableSeat> => {
  const before = await seatOf(ctx, booking)
  if (wanted && wanted.version !== before.version) await refuseOlder(ctx, booking, wanted.version)
  return before
}

/**
 * Gives it the wanted tables at its new time. Else it keeps its own, also where it sits down or is taken back; where somebody has those then, it has none any more, as the database says
 * (`keep_table_times`), locked or not: that is written down and told, and the booking moves nevertheless.
 */
export const tablesAfter = async (
  ctx: Ctx,
  { venueId, id }: Booking,
  { before, wanted }: { before: TableSeat; wanted: TablesWanted | undefined },
): Promise<TablesMoved | undefined> => {
  const now = await seatOf(ctx, { venueId, id })
  if (wanted) {
    const { tableIds, locked = false, back = false } = wanted
    return { before, now: await assignTables(ctx, id, { tableIds, locked, version: now.version, moves: [], back }) }
  }
  if (before.tableIds.toSorted().join() === now.tableIds.toSorted().join()) return undefined
  if (!now.tableIds.length) await noteSeat(ctx, { venueId, id }, before)
  return { before, now }
}
