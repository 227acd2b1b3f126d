import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

export const keepDays = 90
/** Whoever watches thousands of venues gets more than anybody reads. */
export const keepPerPerson = 2000
const batchSize = 5000

/** Small batches, so that no lock is held for long. */
const removeAll = async (ctx: Ctx, which: ReturnType<typeof sql>): Promise<number> => {
  for (let removed = 0; ;) {
    const { numAffectedRows } = await sql`delete from notifications where id in (${which} limit ${batchSize})`.execute(ctx.db)
    removed += Number(numAffectedRows ?? 0n)
    if ((numAffectedRows ?? 0n) < batchSize) return removed
  }
}

/** Retention: ninety days, and of those the newest two thousand. */
export const tidyNotifications = async (ctx: Ctx): Promise<number> => {
  const before = ctx
    .clock()
    .subtract({ hours: keepDays * 24 })
    .toString()
  const old = await removeAll(ctx, sql`select id from notifications where created_at < ${before}::timestamptz`)
  const beyond = sql`
    select o.id from (select user_id from notifications group by user_id having count(*) > ${keepPerPerson}) p
    cross join lateral (
      select id from notifications n where n.user_id = p.user_id order by n.created_at desc, n.id desc offset ${keepPerPerson}
    ) o`
  return old + (await removeAll(ctx, beyond))
}
