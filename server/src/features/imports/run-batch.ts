import type { PhraseKey } from '@tablewire/contracts/phrases/phrases'
import { onBehalfOf } from '#src/features/users/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { Problem } from '#src/platform/problem.ts'
import { readTable } from '#src/platform/table/read-table.ts'
import type { Importer, Importers } from './api.ts'
import { refusalOf } from './add-part.ts'
import { removeFile, sourceOf } from './batch-file.ts'
import { finish, keepFindings, type Progress, TakenOver, announceImport, takeOver } from './batch-progress.ts'
import { type Batch, findBatch } from './batch-rows.ts'
import { applyRows, asInitiator, checkRows, requireVenuesSeen, SeesOthers } from './run-rows.ts'
import { letGo, turnOf } from './turns.ts'

export const runBatchJob = defineJob<{ id: string }>('imports.work', 20)

const tableOf = (ctx: Ctx, batch: Batch) => readTable(sourceOf(ctx, batch), batch.layout!)

/** One live message that refreshes every screen of the venue; a hundred thousand messages would say the same. */
const notifyScreens = async (ctx: Ctx, venueIds: readonly (string | null)[]): Promise<void> => {
  for (const venueId of venueIds.slice(0, venuesTold)) await ctx.ports.live.publish(ctx, { type: 'reset', venueId, id: null, kind: null })
}
/** Screens that show another one get it with their next poll. */
const venuesTold = 200

const check = async (ctx: Ctx, importer: Importer, batch: Batch): Promise<void> => {
  const isOver = turnOf(ctx, batch)
  const table = tableOf(ctx, batch)
  const placer = await importer.open(ctx, batch, await table.header())
  const progress = await takeOver(ctx, batch, { anew: batch.rowsDone === 0 || !placer.pass })
  if (!(await checkRows(ctx, progress, { importer, placer, table, isOver }))) return handOver(ctx, progress)
  await transaction(ctx, async (inner) => {
    await finish(inner, progress, ['checked', 'checkedAt'])
    await inner.db.updateTable('importBatches').set({ rowsTotal: progress.counts.rows }).where('id', '=', batch.id).execute()
  })
}

type BatchNotice = { action: 'import.applied' | 'import.undone'; venueIds: readonly (string | null)[] }
const recordOutcome = async (ctx: Ctx, { batch, counts }: Progress, { action, venueIds }: BatchNotice): Promise<void> => {
  await audit(ctx, {
    action,
    subject: 'import',
    subjectId: batch.id,
    venueId: batch.venueId,
    after: { kind: batch.kind, fileName: batch.fileName, ...counts },
  })
  await notifyScreens(ctx, venueIds)
}

/** The next turn is behind all who wait now. */
const handOver = (ctx: Ctx, { batch, runId }: Progress): Promise<void> =>
  transaction(ctx, async (inner) => {
    await letGo(inner, batch, runId)
    await inner.ports.jobs.enqueue(inner, runBatchJob, { id: batch.id })
  })

const apply = async (ctx: Ctx, importer: Importer, batch: Batch): Promise<void> => {
  const isOver = turnOf(ctx, batch)
  const progress = await takeOver(ctx, batch, { anew: false })
  const table = tableOf(ctx, batch)
  const work = async (): Promise<boolean> =>
    applyRows(ctx, progress, { importer, placer: await importer.open(ctx, batch, await table.header()), table, isOver })
  const done = await work().catch((error: unknown) => {
    if (error instanceof SeesOthers) return false
    if (!isLost(error) || progress.rowsDone === 0) throw error
    // What came in until then stays, and can be taken back.
    progress.problem = rightLost
    return true
  })
  if (!done) return handOver(ctx, progress)
  await transaction(ctx, async (inner) => {
    await finish(inner, progress, ['applied', 'appliedAt'])
    await recordOutcome(inner, progress, { action: 'import.applied', venueIds: await importer.venuesOf(inner, batch) })
  })
  // Guests' data is deleted as soon as it is not needed.
  await removeFile(ctx, batch)
}

/** Whoever began it may not bring it in any more. */
const rightLost = 'import.right_lost'
const isLost = (error: unknown): boolean => error instanceof Problem && ['access.denied', 'venue.not_found'].includes(error.code)

/** Undoes the import, but for what was changed since, which it reports. */
const undo = async (ctx: Ctx, importer: Importer, batch: Batch): Promise<void> => {
  // Asked before they are gone.
  const venueIds = await importer.venuesOf(ctx, batch)
  const progress = await takeOver(ctx, batch, { anew: false })
  progress.guard = async (inner) => requireVenuesSeen(await asInitiator(inner, batch), venueIds)
  await progress.guard(ctx)
  if (!(await importer.undo(ctx, progress, turnOf(ctx, batch)))) return handOver(ctx, progress)
  const left = await importer.leftAfterUndo(ctx, batch.id)
  progress.counts = { ...progress.counts, kept: left.count }
  await keepFindings(
    ctx,
    progress,
    left.rows.map(({ line, name }) => ({ line, outcome: 'kept', reason: 'undo.changed', columnName: '', value: name })),
  )
  await transaction(ctx, async (inner) => {
    await finish(inner, progress, ['undone', 'undoneAt'])
    await recordOutcome(inner, progress, { action: 'import.undone', venueIds })
  })
}

const steps: Partial<Record<Batch['state'], (ctx: Ctx, importer: Importer, batch: Batch) => Promise<void>>> = {
  checking: check,
  applying: apply,
  undoing: undo,
}
/** Where an import stands again when its file turns out to be unreadable, or who began it may not go on. */
const before: Partial<Record<Batch['state'], Batch['state']>> = { checking: 'draft', applying: 'checked', undoing: 'applied' }

/** Resumes an import at its step; also after a crash, from its cursor. */
export const runBatch = async (system: Ctx, importers: Importers, { id }: { id: string }): Promise<void> => {
  const found = await system.db.selectFrom('importBatches').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) return
  const batch = await findBatch(system, id)
  const ctx = await onBehalfOf(
    { ...system, batch: { id, name: batch.fileName } },
    { id: batch.startedBy, name: batch.startedByName, scope: batch.scope, actedBy: batch.actedBy },
  )
  try {
    await steps[batch.state]?.(ctx, importers[batch.kind], batch)
  } catch (error) {
    if (error instanceof TakenOver) return
    const problem: PhraseKey | undefined = isLost(error) ? rightLost : refusalOf(error)
    const state = before[batch.state]
    if (!problem || !state) {
      // The job is retried by the queue; the screen shows the failure meanwhile.
      const failed: PhraseKey = 'server.failed'
      await ctx.db.updateTable('importBatches').set({ problem: failed }).where('id', '=', id).execute()
      await announceImport(ctx, batch, 'step')
      throw error
    }
    await ctx.db
      .updateTable('importBatches')
      .set({ state, problem, runId: null })
      .where('id', '=', id)
      .where('state', '=', batch.state)
      .execute()
    await announceImport(ctx, batch, 'step')
  }
}
