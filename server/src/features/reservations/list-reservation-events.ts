import type { ReservationEvent } from '@tablewire/contracts/booking/reservations'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { visibleAs } from './reservation-rows.ts'
import { eventColumns } from './reservation-view.ts'

/** Every change of a reservation, oldest first. */
export const listReservationEvents = async (ctx: Ctx, id: string): Promise<ReservationEvent[]> => {
  const { rows } = await sql<ReservationEvent | { id: null }>`
    select ${eventColumns}
    from reservations r left join reservation_events e on e.venue_id = r.venue_id and e.reservation_id = r.id
    where ${visibleAs(ctx, id, 'r')}
    order by e.at, e.id`.execute(ctx.db.withoutPlugins())
  if (!rows.length) throw new Problem('reservation.not_found')
  return rows.filter((row): row is ReservationEvent => row.id !== null)
}
