import { connectors } from '@tablewire/connectors/registry'
import type { Config } from '#src/platform/config.ts'
import type { Ports } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { makeFileStore } from '#src/platform/files/files.ts'
import type { Logger } from '#src/platform/log.ts'
import { makeMailer } from '#src/platform/mail/mail.ts'
import type { Metrics } from '#src/platform/telemetry/metrics.ts'
import { makeTraces } from '#src/platform/traces/make-traces.ts'
import { countWaiting } from '#src/features/traces/api.ts'

type Leaving = { config: Config; db: Db; log: Logger; metrics: Metrics }

/** By which something leaves the house, and what is kept and counted of it. */
export const waysOut = ({ config, db, log, metrics }: Leaving): Pick<Ports, 'mail' | 'files' | 'connectors' | 'traces'> => {
  metrics.watchWaiting(() => countWaiting(db))
  return {
    mail: makeMailer(config, log),
    files: makeFileStore(config),
    connectors,
    traces: makeTraces(db, log, metrics.observeHop),
  }
}
