import type { TableLost } from '@tablewire/contracts/booking/table-parties'
import type { TableSeat } from '@tablewire/contracts/booking/tables'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { noteSeat } from './note-seat.ts'
import { seatOf } from './table-rows.ts'

type Booking = { venueId: string; id: string }
type Sitting = { id: string; guestName: string; before: TableSeat }

/** Who sits at a booking's tables before it sits down there itself: mostly nobody. */
export const sittingAt = async (ctx: Ctx, { venueId, id }: Booking, tableIds: readonly string[]): Promise<Sitting[]> => {
  if (!tableIds.length) return []
  const { rows } = await sql<Omit<Sitting, 'before'>>`
    select b.id, trim(b.guest_first_name || ' ' || b.guest_last_name) as "guestName" from placed_bookings b
    where b.venue_id = ${venueId} and b.id <> ${id} and b.id in (select t.reservation_id from table_times t
      where t.venue_id = ${venueId} and t.table_id = any(${[...tableIds]}::uuid[]) and t.active and t.seated_at is not null)`.execute(
    ctx.db.withoutPlugins(),
  )
  return Promise.all(rows.map(async (row) => ({ ...row, before: await seatOf(ctx, { venueId, id: row.id }) })))
}

/** Of them those who were forgotten there and lost a table by it (`free_forgotten`): written down and told as of everybody who loses one. */
export const lostSince = async (ctx: Ctx, { venueId }: Pick<Booking, 'venueId'>, sitting: readonly Sitting[]): Promise<TableLost[]> => {
  const lost: TableLost[] = []
  for (const { id, guestName, before } of sitting) {
    const now = await seatOf(ctx, { venueId, id })
    if (now.tableIds.length === before.tableIds.length) continue
    await sql`
      update table_seats s set version = s.version + 1, locked = false, updated_at = ${ctx.clock().toString()}::timestamptz
      where s.venue_id = ${venueId} and s.reservation_id = ${id}`.execute(ctx.db)
    await noteSeat(ctx, { venueId, id }, before)
    lost.push({ reservationId: id, guestName, before: before.name, now: now.name })
  }
  return lost
}
