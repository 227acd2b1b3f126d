import { makeConnectors, systemTimers } from '@tablewire/connectors/registry'
import type { Config } from '#src/platform/config.ts'
import type { Ports } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { makeFileStore } from '#src/platform/files/files.ts'
import type { Logger } from '#src/platform/log.ts'
import { makeMailer } from '#src/platform/mail/mail.ts'
import { guardedSend, refusedSend } from '#src/platform/net/guarded-send.ts'
import { joinCluster } from '#src/platform/cluster.ts'
import type { Metrics } from '#src/platform/telemetry/metrics.ts'
import { makeTraces } from '#src/platform/traces/make-traces.ts'
import type { HopCounter } from '#src/platform/traces/traces.ts'
import { makeTurnedAway } from '#src/features/demand/api.ts'
import { countWaiting, makeTally } from '#src/features/traces/api.ts'

type Leaving = { config: Config; db: Db; log: Logger; metrics: Metrics }

/** Outgoing side of the process: HTTP client, timers, traces and metrics; the cluster is joined from `cluster.start` on. */
export const outboundPorts = ({ config, db, log, metrics }: Leaving) => {
  const cluster = joinCluster(db, log)
  metrics.watchWaiting(() => countWaiting(db))
  const counters: readonly HopCounter[] = [{ count: metrics.observeHop, write: () => Promise.resolve() }, makeTally(db), makeTurnedAway(db)]
  const counter: HopCounter = {
    count: (hop) => counters.forEach((one) => one.count(hop)),
    write: async () => {
      for (const one of counters) await one.write()
    },
  }
  const ports: Pick<Ports, 'timers' | 'mail' | 'files' | 'connectors' | 'traces' | 'send'> = {
    timers: systemTimers,
    mail: makeMailer(config, log),
    files: makeFileStore(config),
    connectors: makeConnectors(cluster),
    send: config.outgoing === 'open' ? guardedSend : refusedSend,
    traces: makeTraces(db, log, counter),
  }
  return { ports, cluster }
}
