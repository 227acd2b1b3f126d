import type { restores } from '@tablewire/contracts/operations/restores'
import type { Handlers } from '#src/platform/http/mount.ts'
import { latestRestore } from './latest-restore.ts'

export const restoresHandlers: Handlers<typeof restores> = { latest: (ctx) => latestRestore(ctx) }
