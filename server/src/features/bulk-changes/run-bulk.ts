import { type RawBuilder, sql } from 'kysely'
import { onBehalfOf } from '#src/features/users/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { stopwatchMs } from '#src/platform/clock.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { outageOf } from '#src/platform/db/outage.ts'
import { asProblem, problemToKeep } from '#src/platform/http/errors.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { Problem } from '#src/platform/problem.ts'
import { kindOf } from './bulk-kinds.ts'
import type { ValueChange } from './bulk-kind.ts'
import { type Bulk, findBulk, settledChange } from './bulk-rows.ts'
import { countsOf } from './bulk-view.ts'

export const runBulkJob = defineJob<{ id: string }>('bulk.work', 20)

/** A job that works longer is taken for dead; well before, it hands over to the next one. */
const sliceMs = 180_000
const chunk = 48
/** Venues side by side: one alone mostly waits for answers of the database, and more would take the connections that bookings need. */
const atOnce = 4
/** Screens hear of so many venues one by one; of more of them they hear once, at the end. */
const toldOneByOne = 200

/** Somebody else works on it now, or it is being taken back. */
class TakenOver extends Error {
  override name = 'TakenOver'
}

type Run = { bulk: Bulk; runId: string }
type Place = { place: number; venueId: string; before: ValueChange['before'] | null; after: ValueChange['after'] | null }
type Settled = { outcome: 'changed' | 'unchanged' | 'refused'; reason?: string; kept?: ValueChange }

/** Belongs into the transaction of the work it tells of: what was taken over meanwhile is rolled back with it. */
const holdRun = async (ctx: Ctx, { bulk, runId }: Run): Promise<void> => {
  const { rows } = await sql`
    select from bulk_changes where id = ${bulk.id} and state = ${bulk.state} and run_id = ${runId} for share`.execute(ctx.db)
  if (!rows.length) throw new TakenOver()
}

const settle = async (ctx: Ctx, [{ bulk }, { place }]: [Run, Place], { outcome, reason, kept }: Settled): Promise<void> => {
  await sql`
    update bulk_change_venues set outcome = ${outcome}, reason = ${reason ?? null}, before = ${kept ? JSON.stringify(kept.before) : null}::jsonb,
      after = ${kept ? JSON.stringify(kept.after) : null}::jsonb where bulk_id = ${bulk.id} and place = ${place}`.execute(ctx.db)
}
const settleUndo = async (
  ctx: Ctx,
  [{ bulk }, { place }]: [Run, Place],
  [undo, reason]: ['restored' | 'kept', string | null],
): Promise<void> => {
  await sql`update bulk_change_venues set undo = ${undo}, undo_reason = ${reason} where bulk_id = ${bulk.id} and place = ${place}`.execute(
    ctx.db,
  )
}

/** What one venue refuses is told beside it, and the others go on. A database that is away or busy refuses nothing: the job comes again. */
const reasonFor = (ctx: Ctx, error: unknown, { venueId }: Place): string => {
  if (error instanceof TakenOver || outageOf(error) !== undefined) throw error
  const problem = asProblem(error)
  if (problem) return problemToKeep(problem)
  ctx.log.error({ err: error, venueId }, 'change of many venues')
  return problemToKeep(new Problem('server.failed'))
}

/** A refusal is told by whoever works on it, and by nobody who lost it while he was refused. */
const stillHeld = (ctx: Ctx, run: Run, tell: (inner: Ctx) => Promise<void>): Promise<void> =>
  transaction(
    ctx,
    async (inner) => {
      await holdRun(inner, run)
      await tell(inner)
    },
    { unhurried: true },
  )

const applyAt = async (ctx: Ctx, run: Run, place: Place): Promise<void> => {
  const change = settledChange(run.bulk)
  const { survey, apply } = kindOf(change)
  try {
    await inOneGo(ctx, run, async (inner) => {
      const found = (await survey(inner, change, [place.venueId])).get(place.venueId)
      if (!found) throw new Problem('venue.not_found')
      const { outcome, problem } = found
      const kept = outcome === 'changed' ? await apply(inner, change, place.venueId) : undefined
      const came = outcome === 'changed' && !kept ? 'unchanged' : outcome
      await settle(inner, [run, place], {
        outcome: came,
        ...(problem ? { reason: problemToKeep(problem) } : {}),
        ...(kept ? { kept } : {}),
      })
    })
  } catch (error) {
    const reason = reasonFor(ctx, error, place)
    await stillHeld(ctx, run, (inner) => settle(inner, [run, place], { outcome: 'refused', reason }))
  }
}

const undoAt = async (ctx: Ctx, run: Run, place: Place): Promise<void> => {
  const { change } = run.bulk
  try {
    await inOneGo(ctx, run, async (inner) => {
      await kindOf(change).undo(inner, change, { id: place.venueId, before: place.before!, after: place.after! })
      await settleUndo(inner, [run, place], ['restored', null])
    })
  } catch (error) {
    const reason = reasonFor(ctx, error, place)
    await stillHeld(ctx, run, (inner) => settleUndo(inner, [run, place], ['kept', reason]))
  }
}

const beginnerOf = ({ startedBy, startedByName, scope, actedBy }: Bulk) => ({ id: startedBy, name: startedByName, scope, actedBy })

/** A venue and what is told of it, together; what a crash of the database takes is found out again, as both are gone then. */
const inOneGo = (ctx: Ctx, run: Run, work: (inner: Ctx) => Promise<void>): Promise<void> =>
  transaction(
    ctx,
    async (inner) => {
      await holdRun(inner, run)
      // Who lost the right or the venue meanwhile changes nothing more.
      const own = await onBehalfOf(inner, beginnerOf(run.bulk))
      const { change } = run.bulk
      requireRight(own, ...kindOf(change).right)
      await work(own)
    },
    { unhurried: true },
  )

const steps = {
  applying: { open: sql`outcome is null`, work: applyAt, end: 'applied', at: 'appliedAt', action: 'bulk_change.applied' },
  undoing: { open: sql`outcome = 'changed' and undo is null`, work: undoAt, end: 'undone', at: 'undoneAt', action: 'bulk_change.undone' },
} as const

/** All entries of the audit stand under the id of the change. */
const workingCtx = (system: Ctx, { id, change, total }: Bulk): Ctx => {
  const { live } = system.ports
  const quiet = { ...live, publish: () => Promise.resolve() }
  return {
    ...system,
    requestId: id,
    batch: { id, name: change.kind },
    ports: total > toldOneByOne ? { ...system.ports, live: quiet } : system.ports,
  }
}

const stepOf = ({ state }: Bulk) => (state === 'applying' || state === 'undoing' ? steps[state] : undefined)

const openPlaces = async ({ db }: Ctx, { bulk }: Run, last: number): Promise<Place[]> => {
  const { rows } = await sql<Place>`
    select place, venue_id, before, after from bulk_change_venues
    where bulk_id = ${bulk.id} and place > ${last} and ${stepOf(bulk)!.open} and not bulk_change_waits(bulk_id, venue_id)
    order by place limit ${chunk}`.execute(db)
  return rows
}

/** Venues to which changes that were asked for earlier are still to come. */
const anyWaits = async ({ db }: Ctx, { bulk }: Run): Promise<boolean> => {
  const { rows } = await sql`
    select from bulk_change_venues where bulk_id = ${bulk.id} and ${stepOf(bulk)!.open} limit 1`.execute(db)
  return rows.length > 0
}

/** Those that are open and `which`; one that is at work already begins anew and goes on from where it is. */
const wake = async (ctx: Ctx, which: RawBuilder<unknown>): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from bulk_changes where state in ('applying', 'undoing') and ${which} order by turn`.execute(ctx.db)
  for (const { id } of rows) await ctx.ports.jobs.enqueue(ctx, runBulkJob, { id })
}
/** Those asked for later may go on where they waited. */
export const wakeLater = (ctx: Ctx, { turn }: Bulk): Promise<void> => wake(ctx, sql`turn > ${turn}`)
/** Whoever began to wait in the moment when the one before it ended was not woken; nor who fell over what is mended since. */
export const wakeWaiting = (ctx: Ctx): Promise<void> => wake(ctx, sql`run_id is null`)

const finish = (ctx: Ctx, system: Ctx, run: Run): Promise<void> =>
  transaction(ctx, async (inner) => {
    const step = stepOf(run.bulk)!
    await holdRun(inner, run)
    const { id, companyId, change, total } = run.bulk
    const now = inner.clock().toString()
    const counts = await countsOf(inner, id)
    await inner.db
      .updateTable('bulkChanges')
      .set({ state: step.end, [step.at]: now, counts: JSON.stringify(counts) })
      .where('id', '=', id)
      .execute()
    const { done: _done, ...told } = counts
    const after = { kind: change.kind, total, ...told }
    const own = await onBehalfOf(inner, beginnerOf(run.bulk))
    await audit(own, { action: step.action, subject: 'bulk_change', subjectId: id, companyId, after })
    await wakeLater(inner, run.bulk)
    if (total > toldOneByOne) await system.ports.live.publish(inner, { type: 'reset', venueId: null, id: null, kind: null, companyId })
  })

/** Waits for all, also where one fails: none goes on unseen. */
const allDone = async (working: readonly Promise<void>[]): Promise<void> => {
  const failed = (await Promise.allSettled(working)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** All that could be done is; what is left waits for its turn, and nobody works on it until then. */
const rest = async (system: Ctx, ctx: Ctx, run: Run): Promise<void> => {
  if (!(await anyWaits(system, run))) return finish(ctx, system, run)
  await letGo(system, run)
}
const letGo = ({ db }: Ctx, { bulk, runId }: Run): Promise<unknown> =>
  db.updateTable('bulkChanges').set({ runId: null }).where('id', '=', bulk.id).where('runId', '=', runId).execute()

/** Goes on with a change of many venues, or with taking it back; again after a crash, from where it stopped. */
export const runBulk = async (system: Ctx, { id }: { id: string }): Promise<void> => {
  const known = await system.db.selectFrom('bulkChanges').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) return
  const bulk = await findBulk(system, id)
  const step = stepOf(bulk)
  if (!step) return
  const run = { bulk, runId: newId() }
  await system.db.updateTable('bulkChanges').set({ runId: run.runId }).where('id', '=', id).where('state', '=', bulk.state).execute()
  const ctx = workingCtx(system, bulk)
  const startedMs = stopwatchMs()
  try {
    for (let last = -1; ;) {
      const places = await openPlaces(system, run, last)
      if (!places.length) return await rest(system, ctx, run)
      for (let at = 0; at < places.length; at += atOnce) {
        await system.ports.jobs.backpressure()
        await allDone(places.slice(at, at + atOnce).map((place) => step.work(ctx, run, place)))
      }
      last = places.at(-1)!.place
      if (stopwatchMs() - startedMs > sliceMs) return await system.ports.jobs.enqueue(system, runBulkJob, { id })
    }
  } catch (error) {
    if (error instanceof TakenOver) return
    // Nobody works on it now: should the job be given up for good, it goes on within the minute, and holds up none that was asked for later.
    await letGo(system, run).catch(() => undefined)
    throw error
  }
}
