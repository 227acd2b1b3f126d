import type { Restore } from '@tablewire/contracts/operations/restores'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

/** For everybody who works with bookings, whichever: what is lost may be of any venue. After a day an evening is told nothing any more. */
export const latestRestore = async (ctx: Ctx): Promise<Restore | null> => {
  const { rows } = await sql<Restore>`
    select id, from_at as from, to_at as to from restores
    where found_at > ${ctx.clock().toString()}::timestamptz - interval '1 day' order by found_at desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}
