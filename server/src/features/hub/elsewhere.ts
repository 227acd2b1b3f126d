import { sql } from 'kysely'
import { isRemote } from '#src/features/remote/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { makeShortMemory } from '#src/platform/short-memory.ts'

/** Whether a venue's own system has this reservation. One the caller may not see is left to the verb, which refuses it. */
export const isElsewhere = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await sql<{ remote: boolean }>`select remote from reservations where id = ${id}`.execute(ctx.db)).rows[0]?.remote === true

type Known = { id: string; systemId: string | null }
const memory = makeShortMemory<Known>({ keepMs: 2000, max: 20_000 })

/** Whether bookings at this venue are made at a system of its own; as it was two seconds ago at most. */
export const isVenueElsewhere = async (ctx: Ctx, venueId: string): Promise<boolean> => {
  const known = await memory.recall(venueId, async () => {
    const { rows } = await sql<Known>`select id, system_id from venues where id = ${venueId}`.execute(ctx.db)
    return rows[0] ?? { id: venueId, systemId: null }
  })
  return isRemote(ctx, known)
}
