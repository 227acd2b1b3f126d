import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { imports } from '@tablewire/contracts/import/import'
import type { ImportRowResult } from '@tablewire/contracts/import/import-findings'
import type { Selectable } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Tables } from '#src/platform/db/schema.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Importers } from './api.ts'
import { type Batch, batchesInSight } from './batch-rows.ts'
import { meaningOf, valueInWords } from './batch-view.ts'
import { linesWithRemarks, settledOut } from './count-remarks.ts'

type Row = Selectable<Tables['importRows']>

const reversible = new Set(['made', 'changed'])

/** What an undo would do about rows of an import that is applied, or did. */
const undoOf = (row: Row, { state, kind }: Pick<Batch, 'state' | 'kind'>, kept: ReadonlySet<string>): ImportRowResult['undo'] => {
  const gone = kind === 'onboarding' ? 'canceled' : 'removed'
  if (row.undone !== null) return { what: row.undone === 'removed' ? gone : row.undone, done: true }
  if (state !== 'applied' || !reversible.has(row.outcome) || row.subjectId === null) return null
  if (kept.has(row.subjectId)) return { what: 'kept', done: false }
  return { what: row.outcome === 'made' ? gone : 'restored', done: false }
}

const keptOf = (
  { id, state }: Pick<Batch, 'id' | 'state'>,
  rows: readonly Row[],
  keptAmong: (id: string, ids: string[]) => Promise<Set<string>>,
) => {
  if (state !== 'applied') return new Set<string>()
  return keptAmong(
    id,
    rows.filter(({ outcome }) => reversible.has(outcome)).flatMap(({ subjectId }) => subjectId ?? []),
  )
}

const findingsOf = async (ctx: Ctx, importId: string, rows: readonly Row[]) => {
  if (!rows.length) return new Map<number, (ImportRowResult['findings'][number] & { line: number })[]>()
  const found = await ctx.db
    .selectFrom('importFindings')
    .select(['line', 'outcome', 'reason', 'columnName as column', 'value'])
    .where('batchId', '=', importId)
    .where((eb) => eb('line', '=', eb.fn.any(eb.val(rows.map(({ line }) => line)))))
    .orderBy('id')
    .execute()
  const findings = found.map(({ reason, value, ...finding }) => ({
    ...finding,
    value: valueInWords(ctx, { reason, value }),
    meaning: meaningOf(ctx, reason),
  }))
  return Map.groupBy(findings, ({ line }) => line)
}

/** What becomes of each row of an import, in the order of the file; nothing without saying which. */
export const listRows = async (
  ctx: Ctx,
  importers: Importers,
  { limit = 50, offset = 0, after, filters = {} }: Received<typeof imports.rows>['query'],
): Promise<Result<typeof imports.rows>> => {
  const { importId, outcome, field, remarks } = filters
  if (after !== undefined && !/^\d{1,9}$/.test(after)) throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
  if (importId === undefined) return { data: [], total: 0, next: null }
  const batch = await ctx.db
    .selectFrom('importBatches as b')
    .select(['b.id', 'b.kind', 'b.state'])
    .where('b.id', '=', importId)
    .where(batchesInSight(ctx, 'b'))
    .executeTakeFirst()
  if (!batch) return { data: [], total: 0, next: null }
  const found = ctx.db
    .selectFrom('importRows as r')
    .where('r.batchId', '=', batch.id)
    .$if(outcome !== undefined, (query) => query.where('r.outcome', '=', outcome!))
    .$if(remarks === true, (query) => query.where('r.outcome', 'not in', settledOut).where('r.line', 'in', linesWithRemarks(ctx, batch.id)))
    .$if(field !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('importRowFields as f')
            .select('f.line')
            .whereRef('f.batchId', '=', 'r.batchId')
            .whereRef('f.line', '=', 'r.line')
            .where('f.field', '=', field!),
        ),
      ),
    )
  const [rows, counted] = await Promise.all([
    found
      .selectAll('r')
      .$if(after !== undefined, (query) => query.where('r.line', '>', Number(after)))
      .orderBy('r.line')
      .limit(limit + 1)
      .offset(offset)
      .execute(),
    found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const shown = rows.slice(0, limit)
  const [kept, findings] = await Promise.all([
    keptOf(batch, shown, (...about) => importers[batch.kind].keptAmong(ctx, ...about)),
    findingsOf(ctx, batch.id, shown),
  ])
  const data = shown.map((row) => ({
    id: String(row.line),
    line: row.line,
    outcome: row.outcome,
    subjectId: row.subjectId,
    name: row.name,
    changes: row.changes,
    findings: (findings.get(row.line) ?? []).map(({ line: _line, ...finding }) => finding),
    undo: undoOf(row, batch, kept),
  }))
  return { data, total: counted.total, next: rows.length > limit ? data.at(-1)!.id : null }
}
