import type { sync } from '@tablewire/contracts/rms/sync'
import type { Handlers } from '#src/platform/http/mount.ts'
import { listLogs } from './list-logs.ts'
import { listTasks } from './list-tasks.ts'
import { rerunTask, startTask } from './start-task.ts'
import { stopTask } from './stop-task.ts'
import { readTask } from './task-view.ts'

export const syncHandlers: Handlers<typeof sync> = {
  list: (ctx, { query }) => listTasks(ctx, query),
  get: (ctx, { params }) => readTask(ctx, params.id),
  logs: listLogs,
  start: startTask,
  rerun: rerunTask,
  stop: (ctx, { params }) => stopTask(ctx, params.id),
}
