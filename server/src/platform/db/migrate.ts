import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { connectAlone } from './servers.ts'
import { requireUtc, settleRole } from './session.ts'

const folder = new URL('../../../migrations/', import.meta.url)
const packageFile = new URL('../../../../package.json', import.meta.url)
/** Key of the advisory lock: any number, the same in every version of the product. */
const lockKey = 7_231_904

export type MigrateOptions = {
  /** Start although the data is of a newer version than this one. */
  acceptNewer?: boolean
  /** The address of a pooler, by which servers come: the role has to carry what their sessions go by. */
  pooler?: string
}
type AppliedMigration = { name: string; version: string | null }

/**
 * Brings the database at `url` up to date: each file of server/migrations once, in order, in a transaction of its own. Several processes may start at
 * once; one takes the lock and migrates, the others wait. Returns the names applied now.
 */
export const migrateUrl = async (url: string, { acceptNewer = false, pooler }: MigrateOptions = {}): Promise<string[]> =>
  oneAtATime(url, () =>
    onItsOwn(url, async (client) => {
      const before = await inTransaction(client, () => appliedBefore(client))
      const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
      if (!acceptNewer) requireKnown(before, names)
      const done = new Set(before.map(({ name }) => name))
      const version = await ownVersion()
      const missing = names.filter((name) => !done.has(name))
      for (const name of missing)
        await inTransaction(client, async () => {
          await client.query(await readFile(new URL(name, folder), 'utf8'))
          await client.query('insert into migrations (name, version) values ($1, $2)', [name, version])
        })
      if (pooler === undefined) return missing
      await settleRole(client)
      await onItsOwn(pooler, requireUtc)
      return missing
    }),
  )

const onItsOwn = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = await connectAlone(url, 'tablewire migrate')
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Without the role's timeouts: an index over years of bookings takes as long as it takes. */
const unlimited = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'
const inTransaction = async <T>(client: pg.Client, work: () => Promise<T>): Promise<T> => {
  await client.query(`begin; ${unlimited}`)
  const result = await work()
  await client.query('commit')
  return result
}

/*
 * The advisory lock is held by an otherwise idle transaction. A session lock would stay with a pooler's connection after our exit, and block the next
 * start.
 */
const oneAtATime = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  onItsOwn(url, (holder) =>
    inTransaction(holder, async () => {
      await holder.query('select pg_advisory_xact_lock($1)', [lockKey])
      return work()
    }),
  )

const ownVersion = async (): Promise<string> => (JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }).version

const appliedBefore = async (client: pg.Client): Promise<AppliedMigration[]> => {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now(), version text)',
  )
  // Earlier versions made it without. Checked first: `alter table` takes an exclusive lock.
  const { rowCount } = await client.query(
    `select from information_schema.columns where table_schema = current_schema() and table_name = 'migrations' and column_name = 'version'`,
  )
  if (!rowCount) await client.query('alter table migrations add column version text')
  return (await client.query<AppliedMigration>('select name, version from migrations order by name')).rows
}

/** Refuses a database of a newer version: an older one would write what the newer no longer means. */
const requireKnown = (before: readonly AppliedMigration[], names: readonly string[]): void => {
  const known = new Set(names)
  const unknown = before.filter(({ name }) => !known.has(name))
  const newest = unknown.at(-1)
  if (!newest) return
  const by = newest.version === null ? '' : ` ${newest.version}`
  const more = unknown.length > 1 ? ` and ${unknown.length - 1} more` : ''
  throw new ConfigError(
    `This version of Tablewire is older than its data. A newer one${by} has brought the database up to ${newest.name}${more}; this one knows up to ` +
      `${names.at(-1)}. Start the newer version again, or restore the backup made before the upgrade: docs/operations/upgrading.md. ` +
      `To start all the same: TABLEWIRE_OLDER_VERSION=accept.`,
  )
}
