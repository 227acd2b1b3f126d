import { type RawBuilder, sql } from 'kysely'
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

/** Rows of (line, name, stays, by_people): what an import brought and is still here, and of it what was changed since. */
export type ImportedRows = RawBuilder<unknown>
/** `byPeople`: of those that were changed since; the others only a later import changed. */
export type Since = { brought: number; count: number; byPeople: number; rows: { line: number; name: string }[] }

/** It stands as some import left it. */
export const asImported = (table: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from import_previous o where o.subject_id = ${table}.id and o.version = ${table}.version)`

/** How much an import brought, what was changed of it since, and the first few of these. */
export const sinceOf = async (ctx: Ctx, brought: ImportedRows): Promise<Since> => {
  const { rows } = await sql<Since>`
    with brought as materialized (${brought})
    select count(*)::integer as brought, count(*) filter (where stays)::integer as count, count(*) filter (where by_people)::integer as by_people,
      coalesce((select json_agg(json_build_object('line', line, 'name', name)) from (
        select line, name from brought where stays order by line, name limit 5000) named), '[]') as rows
    from brought`.execute(ctx.db)
  return rows[0]!
}
