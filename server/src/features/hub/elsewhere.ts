import { sql } from 'kysely'
import { isRemote } from '#src/features/remote/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** Whether a venue's own system has this reservation. One the caller may not see is left to the verb, which refuses it. */
export const isElsewhere = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await sql<{ remote: boolean }>`select remote from reservations where id = ${id}`.execute(ctx.db)).rows[0]?.remote === true

/** Whether bookings at this venue are made at a system of its own. */
export const isVenueElsewhere = async (ctx: Ctx, venueId: string): Promise<boolean> => {
  const { rows } = await sql<{ systemId: string | null }>`select system_id from venues where id = ${venueId}`.execute(ctx.db)
  return rows[0] !== undefined && isRemote(ctx, rows[0])
}
