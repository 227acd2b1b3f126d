import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { imports } from '@tablewire/contracts/import/import'
import type { ImportFinding } from '@tablewire/contracts/import/import-findings'
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { csvLine } from '#src/platform/table/csv-line.ts'
import { batchesInSight, findBatch, type RequestedPlace } from './batch-rows.ts'
import { meaningOf, valueInWords } from './batch-view.ts'

type Decision = ImportFinding['decision'] & { line: number }
const decisionsOn = async (
  ctx: Ctx,
  importId: string,
  rows: readonly { line: number }[],
): Promise<Map<number, ImportFinding['decision']>> => {
  if (!rows.length) return new Map()
  const { rows: found } = await sql<Decision>`
    select line, choice, to_char(starts_local, 'YYYY-MM-DD"T"HH24:MI') as starts_local, decided_by_name as by_name
    from import_decisions where batch_id = ${importId} and line = any(${rows.map(({ line }) => line)}::integer[])`.execute(ctx.db)
  return new Map(found.map(({ line, ...decision }) => [line, decision]))
}

/** Names of the venues and areas these rows wanted to go to. */
const namesOf = async (ctx: Ctx, rows: readonly { about: RequestedPlace | null }[]): Promise<Map<string, string>> => {
  const ids = [...new Set(rows.flatMap(({ about }) => (about ? [about.venueId, about.areaId] : [])))]
  if (!ids.length) return new Map()
  const { rows: found } = await sql<{ id: string; name: string }>`
    select id, name from venues where id = any(${ids}::uuid[]) union all select id, name from areas where id = any(${ids}::uuid[])`.execute(
    ctx.db,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

type FindingsQuery = Received<typeof imports.findings>['query']

/** What an import found, in the order of the file; nothing without saying which. Ids rise with the order they were found in. */
export const listFindings = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after, filters = {} }: FindingsQuery,
): Promise<Result<typeof imports.findings>> => {
  const { importId, outcome, reason } = filters
  if (after !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(after))
    throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
  if (importId === undefined) return { data: [], total: 0, next: null }
  const sight = ctx.db.selectFrom('importBatches as b').select('b.id').where(batchesInSight(ctx, 'b')).where('b.id', '=', importId)
  const found = ctx.db
    .selectFrom('importFindings')
    .where('batchId', 'in', sight)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome!))
    .$if(reason !== undefined, (query) => query.where(sql<SqlBool>`reason = ${reason}`))
  const [rows, counted] = await Promise.all([
    found
      .select(['id', 'line', 'outcome', 'reason', 'columnName as column', 'value', 'about'])
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(limit + 1)
      .offset(offset)
      .execute(),
    found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const shown = rows.slice(0, limit)
  const [decisions, names] = await Promise.all([decisionsOn(ctx, importId, shown), namesOf(ctx, shown)])
  const data = shown.map((row) => ({
    ...row,
    meaning: meaningOf(ctx, row.reason),
    value: valueInWords(ctx, row),
    about: row.about && { ...row.about, venueName: names.get(row.about.venueId) ?? '', areaName: names.get(row.about.areaId) ?? '' },
    decision: decisions.get(row.line) ?? null,
  }))
  return { data, total: counted.total, next: rows.length > limit ? data.at(-1)!.id : null }
}

/** A piece a browser takes at a time. */
const rowsAtOnce = 5000
const bare = (name: string): string => name.replace(/\.(csv|xlsx|gz|txt|tsv)+$/i, '').replace(/\.csv$/i, '')

/** The rejected rows as they were, with the reasons of each in front; a row with several stands once. */
export const listRejectedRows = async (
  ctx: Ctx,
  { id, after }: { id: string; after: string | undefined },
): Promise<Result<typeof imports.rejectedRows>> => {
  const batch = await findBatch(ctx, id)
  const rows = await ctx.db
    .selectFrom('importFindings')
    .select(['id', 'line', 'reason', 'columnName', 'value', 'cells'])
    .where('batchId', '=', id)
    .where('outcome', '=', 'rejected')
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(rowsAtOnce + 1)
    .execute()
  // The last row of a piece may have more reasons in the next one: then it goes there as a whole.
  const more = rows.length > rowsAtOnce
  const taken = more ? rows.filter(({ line }) => line !== rows.at(-1)!.line) : rows
  const lines = [...Map.groupBy(taken, ({ line }) => line)].map(([line, found]) =>
    csvLine([
      line,
      found
        .map(
          ({ reason, columnName, value }) =>
            `${columnName === '' ? '' : `${columnName}: `}${meaningOf(ctx, reason)}${value === '' ? '' : ` (${valueInWords(ctx, { reason, value })})`}`,
        )
        .join('; '),
      ...(found[0]!.cells ?? []),
    ]),
  )
  const header = after === undefined ? `\ufeff${csvLine(['#', '!', ...batch.columns.map(({ name }) => name)])}` : ''
  return { fileName: `${bare(batch.fileName)}-rejected.csv`, content: header + lines.join(''), next: more ? taken.at(-1)!.id : null }
}
