import { abilityOf } from '@tablewire/contracts/identity/access'
import type pg from 'pg'
import { systemClock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.ts'
import { type Ctx, newUnitOfWork, type Ports } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { monitorHost } from '#src/platform/host/host-monitor.ts'
import { newId } from '#src/platform/id.ts'
import { openJobs } from '#src/platform/jobs/jobs.ts'
import { startLive } from '#src/platform/live/live.ts'
import { type Logger, makeLogger } from '#src/platform/log.ts'
import { makeMetrics, type Metrics } from '#src/platform/telemetry/metrics.ts'
import { allJobs } from './jobs-all.ts'
import { type Database, openDatabase, sayingWhy } from './open-database.ts'
import { openSecrets } from './open-secrets.ts'
import { startLoops } from './loops-all.ts'
import { endPool, openMemory, openPools, openReplica, openDatabaseProbe, renewWhenHung } from './pools.ts'
import { makeDemos, type OpenDemos } from './demos/make-demos.ts'
import { outboundPorts } from './outbound-ports.ts'
import { flushBuffers } from './flush-buffers.ts'

/** The app container: all resources of a running process. `close` releases them in the right order. */
export type AppContainer = {
  config: Config
  log: Logger
  db: Db
  pool: pg.Pool
  pulse: ReturnType<typeof openDatabaseProbe>
  ports: Ports
  metrics: Metrics
  systemCtx: (name: string) => Ctx
  demos: OpenDemos<AppContainer>
  /** Settles when the embedded database has stopped by itself: the process has to be restarted. */
  lost: Promise<Error>
  /** On the way to its end: `/readyz` says no, and what still comes is answered. */
  draining: boolean
  close: () => Promise<void>
}

const lostText = 'The built-in PostgreSQL has stopped by itself. Start again: whatever was confirmed is kept.'

/** `work` = this process also runs jobs; every process may enqueue them. */
export const openContainer = async (config: Config, work: boolean): Promise<AppContainer> => {
  const log = makeLogger(config.logLevel)
  const database = await openDatabase(config, log)
  try {
    return await sayingWhy(log, database, () => wireContainer({ config, log, database, work }))
  } catch (error) {
    // The embedded database would keep this process alive.
    await database.stop()
    throw error
  }
}

type Plot = { config: Config; log: Logger; database: Database; work: boolean }

const wireContainer = async ({ config, log, database, work }: Plot): Promise<AppContainer> => {
  const { pool, queue, db } = openPools(config, database)
  let closing = false
  // The embedded database may stop before our disconnects arrive.
  pool.on('error', (error) => closing || log.warn({ err: error }, 'database connection lost'))
  const { secrets, standing } = await openSecrets(config, db, log).catch(async (error: unknown) => {
    closing = true
    await endPool({ pool, db })
    throw error
  })
  const pulse = openDatabaseProbe(config, database, log)
  const ground = monitorHost({ config, db, log, secrets, standing, pulse })
  const metrics = makeMetrics()
  metrics.watchGround(ground.state)
  metrics.watchPool(() => ({ inUse: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }))
  const ports = {} as Ports
  const systemCtx = (name: string): Ctx => ({
    actor: { kind: 'system', id: null, name },
    ability: abilityOf({ roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'], permissions: [] }),
    scope: { kind: 'all' },
    db,
    clock: systemClock,
    lang: 'en',
    origin: { host: '', address: '' },
    requestId: newId(),
    log: log.child({ job: name }),
    ports,
    unitOfWork: newUnitOfWork(),
  })
  const { ports: out, cluster } = outboundPorts({ config, db, log, metrics })
  const demos = makeDemos({ config, log, directUrl: database.directUrl, work, open: openContainer })
  const [jobs, live] = await Promise.all([openJobs({ pool: queue, log }), startLive(db, database.directUrl, log), cluster.start()])
  const memory = openMemory(config, database, log)
  const replica = openReplica(config, db, log)
  renewWhenHung(pulse, { pool, queue }, [live, memory])
  Object.assign(ports, { config, processId: newId(), jobs, live, secrets, ground, demos, memory, replica, ...out } satisfies Ports)
  metrics.watchMemory(memory.figures)
  metrics.watchReplica(replica.figures)
  metrics.watchSubscribers(() => live.subscribers())
  // Only now: what waits from before a restart runs at once, and with a port missing each job would lose a try.
  if (work) await jobs.work({ handlers: allJobs, systemCtx, count: metrics.countJob })
  const loops = work ? startLoops(systemCtx) : undefined
  const close = async (): Promise<void> => {
    closing = true
    ground.stop()
    await demos.close()
    await loops?.stop()
    await Promise.allSettled([jobs.stop(), live.stop(), memory.stop(), replica.stop(), ports.mail.close()])
    await Promise.all([flushBuffers(systemCtx('closing')), cluster.stop()])
    await Promise.all([endPool({ pool, db }), pulse.stop()])
    await database.stop()
  }
  const lost = new Promise<Error>((resolve) => {
    void database.stopped?.then(() => closing || resolve(Object.assign(new Error(lostText), { code: 'database_lost' })))
  })
  return { config, log, db, pool, pulse, ports, metrics, systemCtx, demos, lost, draining: false, close }
}
