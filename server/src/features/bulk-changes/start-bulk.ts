import type { BulkRun } from '@tablewire/contracts/estate/bulk-changes'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { kindOf } from './bulk-kinds.ts'
import { findBulk } from './bulk-rows.ts'
import { readRun } from './bulk-view.ts'
import { type BulkRequest, chosenVenues } from './chosen-venues.ts'
import { runBulkJob, wakeLater } from './run-bulk.ts'

const whoStarts = ({ actor, scope }: Ctx) => ({
  startedBy: actor.kind === 'user' ? actor.id : null,
  startedByName: actor.name,
  scope: JSON.stringify(scope),
  actedBy: actor.kind === 'user' && actor.actedBy ? JSON.stringify(actor.actedBy) : null,
})

/** Begins a change of many venues. Which ones they are is settled here: who joins the filter later is not meant. */
export const startBulk = async (ctx: Ctx, request: BulkRequest): Promise<BulkRun> =>
  transaction(ctx, async (inner) => {
    const { change } = request
    const ids = await chosenVenues(inner, request)
    const content = await kindOf(change).settle?.(inner, change)
    const id = newId()
    const companyId = inner.actor.kind === 'user' ? inner.actor.companyId : null
    const { startedBy, ...who } = whoStarts(inner)
    await inner.db
      .insertInto('bulkChanges')
      .values({
        id,
        companyId,
        change: JSON.stringify(change),
        content: content ? JSON.stringify(content) : null,
        state: 'applying',
        total: ids.length,
        createdBy: startedBy,
        createdByName: inner.actor.name,
        startedBy,
        ...who,
        createdAt: inner.clock().toString(),
      })
      .execute()
    await sql`
      insert into bulk_change_venues (bulk_id, place, venue_id)
      select ${id}, t.place - 1, t.id from unnest(${ids}::uuid[]) with ordinality as t (id, place)`.execute(inner.db)
    const after = { ...change, total: ids.length }
    await audit(inner, { action: 'bulk_change.started', subject: 'bulk_change', subjectId: id, companyId, after })
    await inner.ports.jobs.enqueue(inner, runBulkJob, { id })
    return readRun(inner, id)
  })

/** The venues that an undo left as they were are tried once more. How many they are. */
const openKept = async (ctx: Ctx, id: string): Promise<bigint> => {
  const { numAffectedRows } = await sql`
    update bulk_change_venues set undo = null, undo_reason = null where bulk_id = ${id} and undo = 'kept'`.execute(ctx.db)
  return numAffectedRows ?? 0n
}

/** Takes it back at every venue, or once more where an undo could not; one that is under way ends where it is, since its run finds out at its next venue. */
export const undoBulk = async (ctx: Ctx, id: string): Promise<BulkRun> =>
  transaction(ctx, async (inner) => {
    const bulk = await findBulk(inner, id, { lock: true })
    requireRight(inner, ...kindOf(bulk.change).right)
    if (bulk.state === 'undoing' || (bulk.state === 'undone' && !(await openKept(inner, id)))) throw new Problem('undo.done')
    await inner.db
      .updateTable('bulkChanges')
      .set({ state: 'undoing', counts: null, ...whoStarts(inner) })
      .where('id', '=', id)
      .execute()
    // It has a later turn now.
    await wakeLater(inner, bulk)
    const changes = { before: { state: bulk.state }, after: { state: 'undoing' } }
    await audit(inner, { action: 'bulk_change.undo_started', subject: 'bulk_change', subjectId: id, companyId: bulk.companyId, ...changes })
    await inner.ports.jobs.enqueue(inner, runBulkJob, { id })
    return readRun(inner, id)
  })
