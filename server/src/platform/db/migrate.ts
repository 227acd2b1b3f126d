import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { doubledNumbers, oddNames } from './migration-names.ts'
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
  /** Where the files are, as an address that ends with a slash. */
  from?: URL
}
type AppliedMigration = { name: string; version: string | null; checksum: string | null }
type MigrationFile = { name: string; text: string; checksum: string }

/**
 * Brings the database at `url` up to date: each file of server/migrations once, in order, in a transaction of its own or, where it says so, statement by
 * statement. Several processes may start at once; one takes the lock and migrates, the others wait. Returns the names applied now.
 */
export const migrateUrl = async (url: string, { acceptNewer = false, pooler, from = folder }: MigrateOptions = {}): Promise<string[]> =>
  oneAtATime(url, () =>
    onItsOwn(url, async (client) => {
      const files = await migrationFiles(from)
      requireNamed(files)
      const before = await inTransaction(client, () => appliedBefore(client))
      if (!acceptNewer) requireKnown(before, files)
      requireUnchanged(before, files)
      const done = new Set(before.map(({ name }) => name))
      const toApply = files.filter(({ name }) => !done.has(name))
      requireInOrder(before, toApply)
      await inTransaction(client, () => addChecksums(client, files))
      const version = await ownVersion()
      for (const { name, text, checksum } of toApply) {
        const note = () => client.query('insert into migrations (name, version, checksum) values ($1, $2, $3)', [name, version, checksum])
        await (text.startsWith(byThemselves) ? applyEach : applyWhole)(client, text, note)
      }
      const missing = toApply.map(({ name }) => name)
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

/** How long a migration waits for a table. Everybody who comes after it waits too, so it steps back and tries again: a long export must not stop bookings. */
const [patience, pauseMs] = ['3s', 500]
/** No lock in time, and a deadlock, which is found earlier than that. */
const stepsBack = new Set(['55P03', '40P01'])
type Apply = (client: pg.Client, text: string, note: () => Promise<unknown>) => Promise<unknown>

const applyWhole: Apply = async (client, text, note) => {
  for (;;)
    try {
      return await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = '${patience}'`)
        await client.query(text)
        await note()
      })
    } catch (error) {
      if (!stepsBack.has(String((error as { code?: unknown }).code))) throw error
      await client.query('rollback')
      await sleep(pauseMs)
    }
}

/** How a file begins whose statements run outside of a transaction, beside bookings. Each may be run again: one that was cut off begins with the first. */
const byThemselves = '-- Each statement by itself'
const applyEach: Apply = async (client, text, note) => {
  // The session is its own and ends with the migration; the role's limits, which every pooled session goes by, would cut an index off for ever.
  await client.query('set statement_timeout = 0')
  await client.query('set idle_in_transaction_session_timeout = 0')
  for (const statement of statementsOf(text)) await client.query(statement)
  await note()
}

/** Statements end with a line, and bodies in dollars may hold such lines as well. */
const statementsOf = (text: string): string[] => {
  const statements: string[] = []
  let open = ''
  for (const line of text.split('\n')) {
    open += `${line}\n`
    if (!line.trimEnd().endsWith(';') || open.split('$$').length % 2 === 0) continue
    statements.push(open)
    open = ''
  }
  return open.trim() === '' ? statements : [...statements, open]
}

/*
 * The advisory lock is held by an otherwise idle transaction. A session lock would stay with a pooler's connection after our exit, and block the next
 * start. It is asked for again and again: a statement that waits has a snapshot, and an index that is built beside bookings waits for all snapshots. For
 * the same reason it is asked as plain text: with parameters its portal, and the snapshot of that, would stay until the end of the transaction.
 */
const oneAtATime = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  onItsOwn(url, (holder) =>
    inTransaction(holder, async () => {
      for (;;) {
        const { rows } = await holder.query<{ ours: boolean }>(`select pg_try_advisory_xact_lock(${lockKey}) as ours`)
        if (rows[0]!.ours) return work()
        await sleep(pauseMs)
      }
    }),
  )

const ownVersion = async (): Promise<string> => (JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }).version

/** However a checkout ends its lines. */
const checksumOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

const migrationFiles = async (from: URL): Promise<MigrationFile[]> => {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, from), 'utf8')
      return { name, text, checksum: checksumOf(text) }
    }),
  )
}

/** Columns that earlier versions made the table without. */
const laterColumns = ['version', 'checksum']

const appliedBefore = async (client: pg.Client): Promise<AppliedMigration[]> => {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now(), version text, checksum text)',
  )
  // Looked up first: `alter table` takes an exclusive lock.
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_schema = current_schema() and table_name = 'migrations'`,
  )
  for (const column of laterColumns)
    if (!rows.some(({ column_name: name }) => name === column)) await client.query(`alter table migrations add column ${column} text`)
  return (await client.query<AppliedMigration>('select name, version, checksum from migrations order by name')).rows
}

/** Those applied before checksums were noted get theirs from the file as it is now. */
const addChecksums = (client: pg.Client, files: readonly MigrationFile[]): Promise<unknown> =>
  client.query(
    `update migrations m set checksum = f.checksum from unnest($1::text[], $2::text[]) as f (name, checksum)
      where m.name = f.name and m.checksum is null`,
    [files.map(({ name }) => name), files.map(({ checksum }) => checksum)],
  )

const andMore = (all: readonly unknown[]): string => (all.length > 1 ? ` and ${all.length - 1} more` : '')

/** Refuses a database of a newer version: an older one would write what the newer no longer means. */
const requireKnown = (before: readonly AppliedMigration[], files: readonly MigrationFile[]): void => {
  const known = new Set(files.map(({ name }) => name))
  const last = files.at(-1)?.name ?? ''
  const unknown = before.filter(({ name }) => !known.has(name))
  const newer = unknown.filter(({ name }) => name > last)
  const newest = newer.at(-1)
  if (newest) {
    const by = newest.version === null ? '' : ` ${newest.version}`
    throw new ConfigError(
      `This version of Tablewire is older than its data. A newer one${by} has brought the database up to ${newest.name}${andMore(newer)}; this one knows up to ` +
        `${last}. Start the newer version again, or restore the backup made before the upgrade: docs/operations/upgrading.md. ` +
        `To start all the same: TABLEWIRE_OLDER_VERSION=accept.`,
    )
  }
  const [lost] = unknown
  if (!lost) return
  throw new ConfigError(
    `${lost.name}${andMore(unknown)} was applied to this database, and this version of Tablewire has no such migration, though it has later ones up to ${last}: ` +
      `a file of server/migrations was removed or renamed, or another build made this database. Start the version that made it, or put the file back: ` +
      `docs/operations/upgrading.md. To start all the same: TABLEWIRE_OLDER_VERSION=accept.`,
  )
}

/** Refuses a migration that was edited after it was applied: new databases would differ from this one. */
const requireUnchanged = (before: readonly AppliedMigration[], files: readonly MigrationFile[]): void => {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]))
  const changed = before.filter(({ name, checksum }) => checksum !== null && checksums.has(name) && checksums.get(name) !== checksum)
  if (!changed[0]) return
  throw new ConfigError(
    `server/migrations/${changed[0].name}${andMore(changed)} is not the file that was applied to this database: it was changed since. ` +
      `Put the file back as it was, and make the change in a new migration with the next number: docs/operations/upgrading.md.`,
  )
}

/** Refuses a migration that shares its number with another, or has none: it would run before or after the other by chance. */
const requireNamed = (files: readonly MigrationFile[]): void => {
  const names = files.map(({ name }) => name)
  const [wrong, ...more] = [...oddNames(names), ...doubledNumbers(names)]
  if (!wrong) return
  throw new ConfigError(
    `server/migrations/${wrong.name}${andMore([wrong, ...more])}: ${wrong.text}. Give a new migration the next number: docs/operations/upgrading.md.`,
  )
}

const numberOf = (name: string): number => Number.parseInt(name, 10)
/** Refuses a new migration numbered below one that is applied: new databases would run it in another order than this one. */
const requireInOrder = (before: readonly AppliedMigration[], toApply: readonly MigrationFile[]): void => {
  const latest = before.at(-1)
  const late = latest ? toApply.filter(({ name }) => numberOf(name) < numberOf(latest.name)) : []
  if (!late[0]) return
  throw new ConfigError(
    `server/migrations/${late[0].name}${andMore(late)} was not applied to this database, but ${latest!.name} already was, which comes after it. ` +
      `Give a new migration the next number: docs/operations/upgrading.md.`,
  )
}
