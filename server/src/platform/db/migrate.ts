import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'

const folder = new URL('../../../migrations/', import.meta.url)
const packageFile = new URL('../../../../package.json', import.meta.url)
/** Any number will do, as long as every version of the product takes the same. */
const lockKey = 7_231_904

export type MigrateOptions = {
  /** Start although the data is of a newer version than this one. */
  acceptNewer?: boolean
}
type Applied = { name: string; version: string | null }

/**
 * Brings the database at `url` up to date: each file of server/migrations once, in order, in a transaction of its own.
 * Several processes may start at once; one migrates, the others wait. Returns the names applied now.
 */
export const migrateUrl = async (url: string, { acceptNewer = false }: MigrateOptions = {}): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, application_name: 'tablewire migrate' })
  await client.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const before = await appliedBefore(client)
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    if (!acceptNewer) requireKnown(before, names)
    const done = new Set(before.map(({ name }) => name))
    const version = await ownVersion()
    for (const name of names) {
      if (done.has(name)) continue
      await client.query('begin')
      await client.query(await readFile(new URL(name, folder), 'utf8'))
      await client.query('insert into migrations (name, version) values ($1, $2)', [name, version])
      await client.query('commit')
      applied.push(name)
    }
  } finally {
    await client.end()
  }
  return applied
}

const ownVersion = async (): Promise<string> => (JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }).version

const appliedBefore = async (client: pg.Client): Promise<Applied[]> => {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now(), version text)',
  )
  // Earlier versions made it without. Asked first: to alter a table takes it from everybody else for a moment.
  const { rowCount } = await client.query(
    `select from information_schema.columns where table_schema = current_schema() and table_name = 'migrations' and column_name = 'version'`,
  )
  if (!rowCount) await client.query('alter table migrations add column version text')
  return (await client.query<Applied>('select name, version from migrations order by name')).rows
}

/** An older version would write what a newer one no longer means. */
const requireKnown = (before: readonly Applied[], names: readonly string[]): void => {
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
