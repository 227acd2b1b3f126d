import { abilityOf } from '@tablewire/contracts/access'
import type pg from 'pg'
import { systemClock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.ts'
import { type Ctx, newTrail, type Ports } from '#src/platform/ctx.ts'
import { makeDb, makePool } from '#src/platform/db/connect.ts'
import { migrateUrl } from '#src/platform/db/migrate.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { makeFileStore } from '#src/platform/files/files.ts'
import { newId } from '#src/platform/id.ts'
import { startJobs } from '#src/platform/jobs/jobs.ts'
import { startLive } from '#src/platform/live/live.ts'
import { type Logger, makeLogger } from '#src/platform/log.ts'
import { makeMailer } from '#src/platform/mail/mail.ts'
import { startEmbedded } from '#src/platform/postgres/embedded-postgres.ts'
import { loadSecrets } from '#src/platform/secrets/secrets.ts'
import { makeMetrics, type Metrics } from '#src/platform/telemetry/metrics.ts'
import { allJobs } from './jobs-all.ts'

/** Everything a running process of the product holds. `close` gives it back in the right order. */
export type House = {
  config: Config
  log: Logger
  db: Db
  pool: pg.Pool
  ports: Ports
  metrics: Metrics
  systemCtx: (name: string) => Ctx
  close: () => Promise<void>
}

export type Database = { url: string; stop: () => Promise<void> }

/** The database of the configuration, or our own in the data folder; migrated either way. */
export const openDatabase = async (config: Config, log: Logger): Promise<Database> => {
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await startEmbedded({ dataDir: config.data, log: (line) => log.debug({ line }, 'postgres') })
  try {
    const applied = await migrateUrl(database.url)
    if (applied.length) log.debug({ applied }, 'migrated')
  } catch (error) {
    await database.stop()
    throw error
  }
  return database
}

/** `work` = this process also runs jobs; every process may enqueue them. */
export const openHouse = async (config: Config, work: boolean): Promise<House> => {
  const log = makeLogger(config.logLevel)
  const database = await openDatabase(config, log)
  const pool = makePool({ url: database.url, max: config.databasePool, name: 'tablewire' })
  let closing = false
  // Our own database may stop before it has read that we hung up.
  pool.on('error', (error) => closing || log.warn({ err: error }, 'database connection lost'))
  const db = makeDb(pool)
  const metrics = makeMetrics()
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
    trail: newTrail(),
  })
  const secrets = await loadSecrets(config)
  const [jobs, live] = await Promise.all([
    startJobs({ url: database.url, log, handlers: allJobs, work, systemCtx, count: metrics.countJob }),
    startLive(db, database.url, log),
  ])
  Object.assign(ports, { config, jobs, live, secrets, mail: makeMailer(config, log), files: makeFileStore(config) } satisfies Ports)
  metrics.watchSubscribers(() => live.subscribers())
  const close = async (): Promise<void> => {
    closing = true
    await Promise.allSettled([jobs.stop(), live.stop(), ports.mail.close()])
    await db.destroy()
    await database.stop()
  }
  return { config, log, db, pool, ports, metrics, systemCtx, close }
}
