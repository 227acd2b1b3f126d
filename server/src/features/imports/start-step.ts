import type { ImportBatch, ImportState } from '@tablewire/contracts/import/import'
import type { UndoPlan } from '@tablewire/contracts/import/import-findings'
import { missingTargets } from '@tablewire/contracts/import/import.rules'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Importers } from './api.ts'
import { announceImport } from './batch-progress.ts'
import { type Batch, findBatch, lockBatch } from './batch-rows.ts'
import { readBatch } from './batch-view.ts'
import { runBatchJob } from './run-batch.ts'
import { requireVenuesSeen } from './run-rows.ts'

type Step = {
  action: 'check_started' | 'apply_started' | 'undo_started'
  to: ImportState
  set?: { keepChanged: boolean; invite?: boolean }
}

const begin = async (ctx: Ctx, batch: Batch, { action, to, set = { keepChanged: false } }: Step): Promise<ImportBatch> => {
  await ctx.db
    .updateTable('importBatches')
    .set({
      state: to,
      ...set,
      problem: null,
      rowsDone: 0,
      ...(to === 'undoing' ? {} : { counts: null }),
      startedBy: ctx.actor.kind === 'user' ? ctx.actor.id : null,
      startedByName: ctx.actor.name,
      scope: JSON.stringify(ctx.scope),
      actedBy: ctx.actor.kind === 'user' && ctx.actor.actedBy ? JSON.stringify(ctx.actor.actedBy) : null,
      version: sql<number>`version + 1`,
      updatedAt: ctx.clock().toString(),
    })
    .where('id', '=', batch.id)
    .execute()
  await audit(ctx, {
    action: `import.${action}`,
    subject: 'import',
    subjectId: batch.id,
    venueId: batch.venueId,
    before: { state: batch.state },
    after: { state: to, fileName: batch.fileName, ...set },
  })
  await ctx.ports.jobs.enqueue(ctx, runBatchJob, { id: batch.id })
  await announceImport(ctx, batch, 'step')
  return readBatch(ctx, batch.id)
}

/** The dry run: as often as people like, until it is applied. */
export const checkBatch = (ctx: Ctx, id: string): Promise<ImportBatch> =>
  transaction(ctx, async (inner) => {
    const batch = await lockBatch(inner, id, ['draft', 'checked'])
    if (!batch.layout) throw new Problem('import.state_wrong')
    const missing = missingTargets(batch, batch.mapping)
    if (missing.length)
      throw new Problem(
        'import.mapping_incomplete',
        { fields: missing.join(', ') },
        Object.fromEntries(missing.map((field) => [`mapping.fields.${field}`, [{ issue: 'required' }]])),
      )
    return begin(inner, batch, { action: 'check_started', to: 'checking' })
  })

/** Only an import with a valid dry run is applied. */
export const applyBatch = (ctx: Ctx, id: string, invite: boolean): Promise<ImportBatch> =>
  transaction(ctx, async (inner) => {
    const batch = await lockBatch(inner, id, ['checked'])
    const set = { keepChanged: false, ...(batch.kind === 'users' ? { invite } : {}) }
    return begin(inner, batch, { action: 'apply_started', to: 'applying', set })
  })

const named = 5

/** Preview of an undo: what it would remove, and what it would leave as it was changed since. */
export const undoPlan = async (ctx: Ctx, importers: Importers, id: string): Promise<UndoPlan> => {
  const batch = await findBatch(ctx, id)
  if (batch.state !== 'applied') throw new Problem('import.state_wrong')
  await requireVenuesSeen(ctx, await importers[batch.kind].venuesOf(ctx, batch))
  const { brought, count, byPeople, rows } = await importers[batch.kind].changedSince(ctx, id)
  return { goes: brought - count, stays: count, byPeople, names: rows.slice(0, named).map(({ name }) => name) }
}

/** Refused while there are rows that people changed since, which are named; unless the caller chooses to leave these. */
export const startUndo = (
  ctx: Ctx,
  importers: Importers,
  { id, keepChanged }: { id: string; keepChanged: boolean },
): Promise<ImportBatch> =>
  transaction(ctx, async (inner) => {
    const batch = await lockBatch(inner, id, ['applied'])
    await requireVenuesSeen(inner, await importers[batch.kind].venuesOf(inner, batch))
    if (!keepChanged) {
      const { count, rows } = await importers[batch.kind].changedSince(inner, id)
      const names = rows.slice(0, named).map(({ name }) => name)
      if (count)
        throw new Problem('import.changed_since', { count, names: `${names.join(', ')}${count > named ? ' …' : ''}` }).with({
          count,
          names,
        })
    }
    return begin(inner, batch, { action: 'undo_started', to: 'undoing', set: { keepChanged } })
  })
