import type pg from 'pg'
import type { Config } from '#src/platform/config.ts'
import { destroyConnections, makeDb, makePool } from '#src/platform/db/connect.ts'
import { registerGuards } from '#src/platform/db/guards.ts'
import { probeDatabase, type DatabaseProbe } from '#src/platform/db/database-probe.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { type Memory, noMemory, startMemory } from '#src/platform/memory/memory.ts'
import { noReplica, type Replica, startReplica } from '#src/platform/replica/replica.ts'
import type { Logger } from '#src/platform/log.ts'
import { allGuards } from './guards-all.ts'
import type { Database } from './open-database.ts'

/** The connection pools of a process: the general one, and the job queue's own, which needs values in the driver's types. */
export type Pools = { pool: pg.Pool; queue: pg.Pool; db: Db }

const accessOf = ({ databasePrepare }: Config, { url, directUrl }: Database) => ({
  url,
  sessions: url === directUrl,
  prepare: databasePrepare === 'on',
})

export const openPools = (config: Config, database: Database): Pools => {
  // Both pools map the database's errors to the product's error codes.
  registerGuards(allGuards)
  const access = accessOf(config, database)
  const pool = makePool({ ...access, max: config.databasePool, name: 'tablewire' })
  return { pool, queue: makePool({ ...access, max: 4, name: 'tablewire jobs', texts: false }), db: makeDb(pool) }
}

/** What is kept of venues and their days; its changes are followed over one connection, past a pooler. */
export const openMemory = ({ availabilityMemoryMb, databasePrepare }: Config, { directUrl }: Database, log: Logger): Memory =>
  availabilityMemoryMb === 0
    ? noMemory
    : startMemory({ url: directUrl, prepare: databasePrepare === 'on', mostBytes: availabilityMemoryMb * 1_048_576, log })

/** Where a standby is named: what may be a few seconds old is asked there. It is reached without a pooler. */
export const openReplica = (
  { databaseReadUrl, databaseReadLagSeconds, databasePrepare, databasePool }: Config,
  primary: Db,
  log: Logger,
): Replica =>
  databaseReadUrl === undefined
    ? noReplica
    : startReplica({
        url: databaseReadUrl,
        prepare: databasePrepare === 'on',
        connections: databasePool,
        mostLagSeconds: databaseReadLagSeconds,
        primary,
        log,
      })

export const openDatabaseProbe = (config: Config, database: Database, log: Logger): DatabaseProbe =>
  probeDatabase(accessOf(config, database), config.databaseAnswerSeconds * 1000, (isSilent) =>
    isSilent ? log.error('the database does not answer') : log.warn('the database answers again'),
  )

/**
 * What waits on a machine that hangs is given up, so that the next to ask reaches the one that has taken its place at the same address. Whoever
 * waited was refused before; what may have been carried out is told by its idempotency key.
 */
export const renewWhenHung = (
  pulse: DatabaseProbe,
  { pool, queue }: Pick<Pools, 'pool' | 'queue'>,
  own: readonly { renew(): void }[],
): void =>
  pulse.onHung(() => {
    for (const one of [pool, queue]) destroyConnections(one)
    for (const one of own) one.renew()
  })

/** After jobs and requests have ended, connections still in use are closed: the process has to end. */
const patienceMs = 500

/** Ends the pool, and after a grace period the connections still in use. */
export const endPool = async ({ pool, db }: Pick<Pools, 'pool' | 'db'>): Promise<void> => {
  const cut = setTimeout(() => destroyConnections(pool), patienceMs)
  await db.destroy()
  clearTimeout(cut)
}
