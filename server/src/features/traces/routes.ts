import type { traces } from '@tablewire/contracts/traces'
import type { Handlers } from '#src/platform/http/mount.ts'
import { getHop, getJourney, getTrace } from './get-trace.ts'
import { listConnections } from './list-connections.ts'
import { listTraces, sumTraces } from './list-traces.ts'
import { settleBooking } from './settle-booking.ts'

export const tracesHandlers: Handlers<typeof traces> = {
  list: (ctx, { query }) => listTraces(ctx, query),
  summary: (ctx, { query }) => sumTraces(ctx, query),
  get: (ctx, { params }) => getTrace(ctx, params.id),
  connections: (ctx) => listConnections(ctx),
  journey: (ctx, { params }) => getJourney(ctx, params.id),
  settle: (ctx, { params }) => settleBooking(ctx, params.id),
  hop: (ctx, { params }) => getHop(ctx, params),
}
