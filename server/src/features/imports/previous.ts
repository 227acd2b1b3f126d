import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { JsonColumn } from '#src/platform/db/schema.ts'

type Previous = {
  batchId: string
  line: number
  subjectId: string
  before: JsonColumn<unknown>
  version: number
}
declare module '#src/platform/db/schema.ts' {
  interface Tables {
    importPrevious: Previous
  }
}

export type PreviousState = { line: number; subjectId: string; before: unknown; version: number }

/** The previous values of rows about to be overwritten; must run in the transaction of that work. */
export const keepPrevious = async (ctx: Ctx, batchId: string, rows: readonly PreviousState[]): Promise<void> => {
  if (!rows.length) return
  await sql`
    insert into import_previous (batch_id, line, subject_id, before, version)
    select ${batchId}, r.line, r."subjectId", nullif(r.before, 'null'::jsonb), r.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line integer, "subjectId" uuid, before jsonb, version integer)`.execute(
    ctx.db,
  )
}

/** In reverse order: a row that was written twice becomes what it was before the first time. */
export const previousOf = (ctx: Ctx, batchId: string, most: number): Promise<PreviousState[]> =>
  ctx.db
    .selectFrom('importPrevious')
    .select(['line', 'subjectId', 'before', 'version'])
    .where('batchId', '=', batchId)
    .orderBy('line', 'desc')
    .limit(most)
    .execute()

export const forgetPrevious = async (ctx: Ctx, batchId: string, lines: readonly number[]): Promise<void> => {
  if (lines.length)
    await ctx.db
      .deleteFrom('importPrevious')
      .where('batchId', '=', batchId)
      .where('line', 'in', [...lines])
      .execute()
}
