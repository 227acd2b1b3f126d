import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { ImportBatch, imports } from '@tablewire/contracts/import/import'
import { conflictReasons } from '@tablewire/contracts/import/import.rules'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { type Counts, lockBatch } from './batch-rows.ts'
import { readBatch } from './batch-view.ts'

type Input = Received<typeof imports.decide>
type Decided = { choice: 'accept' | 'move' | 'skip'; startsLocal: string | null }

const invalid = (issue: 'required' | 'invalid'): Problem => new Problem('request.invalid', {}, { startsLocal: [{ issue }] })
const wanted = ({ choice, startsLocal }: Input['body']): Decided | null => {
  if (choice === null) return null
  if (choice !== 'move') return { choice, startsLocal: null }
  if (startsLocal === undefined) throw invalid('required')
  try {
    Temporal.PlainDateTime.from(startsLocal, { overflow: 'reject' })
  } catch {
    throw invalid('invalid')
  }
  return { choice, startsLocal }
}

/** A row that stays out is not among those to come, and the other way round. */
const counted = (counts: Counts | null, before: Decided | undefined, after: Decided | null): Counts | null => {
  const by = Number(before?.choice === 'skip') - Number(after?.choice === 'skip')
  return counts && { ...counts, made: counts.made + by, rejected: counts.rejected - by }
}

/** One row of the conflict list; what is decided holds for the next dry run and for the import itself. */
export const decideRow = (ctx: Ctx, { params: { id }, body }: Input): Promise<ImportBatch> =>
  transaction(ctx, async (inner) => {
    const after = wanted(body)
    const { line, version } = body
    const batch = await lockBatch(inner, id, ['checked'])
    if (batch.version !== version) throw new Problem('import.version_stale')
    const { rows: known } = await sql<{ reason: string }>`
      select reason from import_findings where batch_id = ${id} and line = ${line} and reason = any(${conflictReasons}::text[])
        and outcome in ('noted', 'skipped', 'kept') limit 1`.execute(inner.db)
    if (!known.length) throw new Problem('import.row_not_found')
    const { rows } = await sql<Decided>`
      select choice, to_char(starts_local, 'YYYY-MM-DD"T"HH24:MI') as starts_local from import_decisions where batch_id = ${id} and line = ${line}`.execute(
      inner.db,
    )
    const now = inner.clock().toString()
    if (!after) await inner.db.deleteFrom('importDecisions').where('batchId', '=', id).where('line', '=', line).execute()
    else
      await sql`
        insert into import_decisions (batch_id, line, choice, starts_local, decided_by_name, decided_at)
        values (${id}, ${line}, ${after.choice}, ${after.startsLocal}::timestamp, ${inner.actor.name}, ${now}::timestamptz)
        on conflict (batch_id, line) do update set choice = excluded.choice, starts_local = excluded.starts_local,
          decided_by_name = excluded.decided_by_name, decided_at = excluded.decided_at`.execute(inner.db)
    // A change that finds no place is none of the rows to come.
    const isNew = known.every(({ reason }) => reason !== 'change.no_place')
    const counts = isNew ? counted(batch.counts, rows[0], after) : batch.counts
    if (isNew)
      await sql`
        update import_rows set outcome = ${after?.choice === 'skip' ? 'skipped' : 'made'}
        where batch_id = ${id} and line = ${line} and outcome in ('made', 'skipped')`.execute(inner.db)
    await inner.db
      .updateTable('importBatches')
      .set({ version: version + 1, updatedAt: now, counts: counts && JSON.stringify(counts) })
      .where('id', '=', id)
      .execute()
    await audit(inner, {
      action: 'import.row_decided',
      subject: 'import',
      subjectId: id,
      venueId: batch.venueId,
      before: { line, ...(rows[0] ?? { choice: null }) },
      after: { line, ...(after ?? { choice: null }) },
    })
    return readBatch(inner, id)
  })
