import type { FloorParty } from '@tablewire/contracts/booking/floor'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** They stay booked, and stand among those without a table. */
export const release = async (
  ctx: Ctx,
  venueId: string,
  parties: readonly Pick<FloorParty, 'reservationId' | 'tables'>[],
): Promise<void> => {
  const ids = parties.map(({ reservationId }) => reservationId)
  if (!ids.length) return
  await sql`delete from table_times t where t.venue_id = ${venueId} and t.reservation_id = any(${ids}::uuid[])`.execute(ctx.db)
  await sql`
    update table_seats s set version = s.version + 1, locked = false, updated_at = ${ctx.clock().toString()}::timestamptz
    where s.venue_id = ${venueId} and s.reservation_id = any(${ids}::uuid[])`.execute(ctx.db)
  for (const { reservationId, tables } of parties) {
    await audit(ctx, {
      action: 'reservation_tables.updated',
      subject: 'reservation_tables',
      subjectId: reservationId,
      venueId,
      before: { tables },
      after: { tables: '' },
    })
    await ctx.ports.live.publish(ctx, { type: 'tables', venueId, id: reservationId, kind: null })
  }
}
