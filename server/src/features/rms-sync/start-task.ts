import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { sync, SyncTask } from '@tablewire/contracts/rms/sync'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { readTask, seesSystems } from './task-view.ts'
import { wakeTasks } from './work-task.ts'

type TaskRequest = Pick<SyncTask, 'kind' | 'algorithm' | 'rerunOf' | 'onlyFailed'> & { systemId: string }

/** One task of a kind and system at a time: ensured by a unique index, whoever starts it. */
const openTask = async (ctx: Ctx, wanted: TaskRequest): Promise<SyncTask> => {
  const id = newId()
  const { actor } = ctx
  const now = ctx.clock().toString()
  const opened = await ctx.db
    .insertInto('syncTasks')
    .values({ ...wanted, id, origin: 'person', askedBy: actor.name, askedById: actor.id, createdAt: now, nextAt: now })
    .onConflict((conflict) => conflict.columns(['systemId', 'kind']).where('endedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!opened) throw new Problem('sync_task.running')
  const task = await readTask(ctx, id)
  const { kind, systemName, algorithm, rerunOf, onlyFailed } = task
  await audit(ctx, {
    action: 'sync_task.started',
    subject: 'sync_task',
    subjectId: id,
    after: { kind, system: systemName, algorithm, rerunOf, onlyFailed },
  })
  await ctx.ports.live.publish(ctx, { type: 'sync', venueId: null, id, kind: 'started' })
  wakeTasks(ctx)
  return task
}

const requireActive = async (ctx: Ctx, systemId: string) => {
  const system = await ctx.db
    .selectFrom('systems')
    .select(['type', 'active', 'syncAlgorithm'])
    .where('id', '=', systemId)
    .executeTakeFirst()
  if (!system) throw new Problem('system.not_found')
  if (system.type === 'built_in') throw new Problem('system.built_in')
  if (!system.active) throw new Problem('system.inactive')
  return system
}

/** A task by hand, beside the schedule. */
export const startTask = async (ctx: Ctx, { params: { id: systemId }, body }: Received<typeof sync.start>): Promise<SyncTask> =>
  transaction(ctx, async (inner) => {
    if (!seesSystems(inner)) throw new Problem('system.not_found')
    const { syncAlgorithm } = await requireActive(inner, systemId)
    return openTask(inner, { systemId, kind: body.kind, algorithm: body.algorithm ?? syncAlgorithm, rerunOf: null, onlyFailed: false })
  })

/** Once more what has ended: all of it, or only what failed. */
export const rerunTask = async (ctx: Ctx, { params: { id }, body }: Received<typeof sync.rerun>): Promise<SyncTask> =>
  transaction(ctx, async (inner) => {
    const { systemId, kind, algorithm, endedAt, failedVenues } = await readTask(inner, id)
    if (endedAt === null) throw new Problem('sync_task.running')
    const onlyFailed = body.only === 'failed'
    if (onlyFailed && failedVenues === 0) throw new Problem('sync_task.nothing_failed')
    await requireActive(inner, systemId)
    return openTask(inner, { systemId, kind, algorithm, rerunOf: id, onlyFailed })
  })
