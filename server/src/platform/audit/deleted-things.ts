import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { Problem } from '../problem.ts'

/** For so long what was deleted can be brought back. */
export const deletedDays = 30

/** Belongs inside the transaction that deletes it. Never a secret: what was deleted comes back without the ways into it. */
export const keepDeleted = async (ctx: Ctx, { subject, id, kept }: { subject: string; id: string; kept: object }): Promise<void> => {
  await sql`
    insert into deleted_things (subject, id, kept, deleted_at) values (${subject}, ${id}, ${JSON.stringify(kept)}, ${ctx.clock().toString()}::timestamptz)
    on conflict (subject, id) do update set kept = excluded.kept, deleted_at = excluded.deleted_at`.execute(ctx.db)
}

/** Of `deleted_things d`: it may still be brought back, whether or not the rest was cleared away already. */
export const stillKept = (ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`d.deleted_at > ${ctx
    .clock()
    .subtract({ hours: 24 * deletedDays })
    .toString()}::timestamptz`

/** What was kept of it, handed out once; of two who ask at the same moment one waits and gets nothing. */
export const takeDeleted = async <T>(ctx: Ctx, subject: string, id: string): Promise<T> => {
  const { rows } = await sql<{ kept: T }>`
    delete from deleted_things d where d.subject = ${subject} and d.id = ${id} and ${stillKept(ctx)} returning d.kept`.execute(ctx.db)
  if (!rows[0]) throw new Problem('undo.impossible')
  return rows[0].kept
}
