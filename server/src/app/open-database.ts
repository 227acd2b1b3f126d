import { type Config, ConfigError } from '#src/platform/config.ts'
import { makeDb, makePool } from '#src/platform/db/connect.ts'
import { commitsWait } from '#src/platform/db/database-probe.ts'
import { migrateUrl } from '#src/platform/db/migrate.ts'
import { isReadOnly } from '#src/platform/db/servers.ts'
import { sqlCodeOf } from '#src/platform/db/transaction.ts'
import type { Logger } from '#src/platform/log.ts'
import { startEmbedded } from '#src/platform/postgres/embedded-postgres.ts'
import { folderFault } from './before-start.ts'

/** `directUrl`: past a pooler, where there is one. `stopped`: settles when our own database has stopped, expected or not. */
export type Database = { url: string; directUrl: string; stop: () => Promise<void>; stopped?: Promise<unknown> }

/** The configured database, or the embedded one in the data folder; migrated either way. */
export const openDatabase = async (config: Config, log: Logger): Promise<Database> =>
  config.databaseUrl
    ? migrated(config, log, {
        url: config.databaseUrl,
        directUrl: config.databaseDirectUrl ?? config.databaseUrl,
        stop: async () => undefined,
      })
    : inWords(config, async () => {
        const embedded = await startEmbedded({ dataDir: config.data, log: (line) => log.debug({ line }, 'postgres') })
        return migrated(config, log, { ...embedded, directUrl: embedded.url })
      })

/** What a folder does to a start, in a sentence. */
export const inWords = async <T>({ data }: Config, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw (await folderFault(data, error)) ?? error
  }
}

const readOnlyText =
  'The database takes no writes: DATABASE_URL leads to a standby, or to a server with default_transaction_read_only. Name all servers of the database, with ' +
  'target_session_attrs=read-write, and start again once one of them takes writes: docs/operations/high-availability.md.'

const unconfirmedText =
  'The database saves nothing: its commits wait for a synchronous standby that is away. Bring the standby back, or take it out of synchronous_standby_names: ' +
  'docs/operations/runbook.md, "Database away".'

/** Where that is what a start waits for, or fails by: the database itself says it nowhere. */
const isUnconfirmed = async ({ directUrl: url }: Database): Promise<boolean> => {
  const db = makeDb(makePool({ url, max: 1, name: 'tablewire start' }))
  const is = await commitsWait(db, 5000).catch(() => false)
  await db.destroy()
  return is
}

const slowMs = 15_000
const lockNotCome = '55P03'
/** A start that waits for the database's commits says so, and goes on when they are confirmed. */
export const sayingWhy = async <T>(log: Logger, database: Database, work: () => Promise<T>): Promise<T> => {
  const slow = setTimeout(() => {
    void isUnconfirmed(database).then((is) => is && log.error({}, unconfirmedText))
  }, slowMs)
  try {
    return await work()
  } catch (error) {
    // Locks of what waits, perhaps of a server that was stopped meanwhile.
    throw sqlCodeOf(error) === lockNotCome && (await isUnconfirmed(database)) ? new ConfigError(unconfirmedText) : error
  } finally {
    clearTimeout(slow)
  }
}

const migrated = async (config: Config, log: Logger, database: Database): Promise<Database> => {
  try {
    const applied = await sayingWhy(log, database, () =>
      migrateUrl(database.directUrl, {
        acceptNewer: config.olderVersion === 'accept',
        ...(database.directUrl === database.url ? {} : { pooler: database.url }),
      }),
    )
    if (applied.length) log.debug({ applied }, 'migrated')
  } catch (error) {
    await database.stop()
    throw isReadOnly(error) ? new ConfigError(readOnlyText) : error
  }
  return database
}
