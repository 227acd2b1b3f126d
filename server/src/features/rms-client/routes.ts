import type { connections } from '@tablewire/contracts/rms/connections'
import type { Handlers } from '#src/platform/http/mount.ts'
import { listConnectors } from './list-connectors.ts'
import { testConnection } from './test-connection.ts'

export const connectionsHandlers: Handlers<typeof connections> = {
  list: (ctx) => listConnectors(ctx),
  test: (ctx, { params }) => testConnection(ctx, params.id),
}
