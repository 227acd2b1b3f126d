import { admitAct } from '#src/features/shared-devices/api.ts'
import { recordCall } from '#src/features/traces/api.ts'
import { systemClock } from '#src/platform/clock.ts'
import { makeEdgeLimit } from '#src/platform/http/rate-limit.ts'
import { callersOf } from './callers.ts'
import type { AppContainer } from './ports.ts'

/** What every route asks before it answers: who calls, how often he may, and who counts it. */
export const edgeOf = (container: AppContainer) => ({
  callers: callersOf(container),
  admit: admitAct,
  limit: makeEdgeLimit(container.db, systemClock),
  observe: container.metrics.observeRequest,
  onCall: recordCall,
})
