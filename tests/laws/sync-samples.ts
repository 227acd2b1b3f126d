import type {} from '@tablewire/server/features/rms-sync/task-rows'
import { newId } from '@tablewire/server/platform/id'
import { aSystem } from '../build/a-system.ts'
import type { World } from './world.ts'

type SyncSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** A task of a system of its own; nobody works it, its time has not come. */
export const aTask = async ({ container }: World, over: { ended?: boolean } = {}): Promise<{ params: { id: string } }> => {
  const { id: systemId } = await aSystem(container.db)
  const [id, now] = [newId(), new Date()]
  const ended = over.ended ? ({ state: 'done', endedAt: now, nextAt: null } as const) : { nextAt: new Date(Date.now() + 86_400_000) }
  await container.db
    .insertInto('syncTasks')
    .values({ id, systemId, kind: 'health', origin: 'person', askedBy: 'law', createdAt: now, ...ended })
    .execute()
  return { params: { id } }
}

export const syncSamples: Record<string, (world: World) => SyncSample | Promise<SyncSample>> = {
  'sync.list': () => ({ query: { filters: { kind: 'venues,areas', troubled: '0' } } }),
  'sync.get': (world) => aTask(world),
  'sync.logs': (world) => aTask(world),
  'sync.start': async ({ container }) => ({ params: { id: (await aSystem(container.db)).id }, body: { kind: 'health' } }),
  'sync.rerun': async (world) => ({ ...(await aTask(world, { ended: true })), body: { only: 'all' } }),
  'sync.stop': (world) => aTask(world),
}
