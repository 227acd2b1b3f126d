import type { callLog } from '@tablewire/contracts/operations/call-log'
import type { traces } from '@tablewire/contracts/operations/traces'
import type { Handlers } from '#src/platform/http/mount.ts'
import { getHop, getJourney, getTrace } from './get-trace.ts'
import { getCall, listCalls } from './list-calls.ts'
import { listConnections } from './list-connections.ts'
import { listTraces, sumTraces } from './list-traces.ts'
import { listInstallationProblems } from './list-installation-problems.ts'
import { retryBooking } from './retry-booking.ts'

export const tracesHandlers: Handlers<typeof traces> = {
  list: (ctx, { query }) => listTraces(ctx, query),
  summary: (ctx, { query }) => sumTraces(ctx, query),
  get: (ctx, { params }) => getTrace(ctx, params.id),
  connections: (ctx) => listConnections(ctx),
  ground: (ctx) => listInstallationProblems(ctx),
  journey: (ctx, { params }) => getJourney(ctx, params.id),
  settle: (ctx, { params }) => retryBooking(ctx, params.id),
  hop: (ctx, { params }) => getHop(ctx, params),
}

export const callLogHandlers: Handlers<typeof callLog> = {
  channelCalls: (ctx, { query }) => listCalls(ctx, 'channel', query),
  channelCall: (ctx, { params }) => getCall(ctx, 'channel', params.id),
  systemCalls: (ctx, { query }) => listCalls(ctx, 'system', query),
  systemCall: (ctx, { params }) => getCall(ctx, 'system', params.id),
}
