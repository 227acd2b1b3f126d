import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

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
