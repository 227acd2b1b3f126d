import { freshDays } from '#src/features/rms-client/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { startLoop } from '#src/platform/jobs/leased-loop.ts'
import { healthChecks } from './sync-health.ts'
import { taskWork } from './work-task.ts'

export { syncEverything } from './jobs.ts'

/** Sync tasks, health checks and days that are asked for, in every working process. */
export const startSyncing = (ctx: (name: string) => Ctx): { stop: () => Promise<void> } => {
  const loops = [
    startLoop(() => ctx(taskWork.name), taskWork),
    startLoop(() => ctx(healthChecks.name), healthChecks),
    startLoop(() => ctx(freshDays.name), freshDays),
  ]
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) }
}
