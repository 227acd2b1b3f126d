import type { acting } from '@tablewire/contracts/identity/acting'
import type { Handlers } from '#src/platform/http/mount.ts'
import { actAs } from './act-as.ts'
import { actBack } from './act-back.ts'
import { handOver } from './hand-over.ts'
import { listCustomers } from './list-customers.ts'

export const actingHandlers: Handlers<typeof acting> = {
  customers: (ctx, { query }) => listCustomers(ctx, query),
  start: (ctx, { params }) => actAs(ctx, params.id),
  handOver: (ctx, { params }) => handOver(ctx, params.id),
  stop: (ctx, { body }) => actBack(ctx, body.backToken),
}
