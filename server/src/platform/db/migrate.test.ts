import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/build/database.ts'
import { ConfigError } from '../config.ts'
import { migrateUrl } from './migrate.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client(database.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('data of a newer version is left alone, and it is said what is newer and what to do', async () => {
  expect(await migrateUrl(database.url)).toEqual([])
  await client.query(`insert into migrations (name, version) values ('9998-next.sql', '9.1.0'), ('9999-after-that.sql', '9.2.0')`)
  const refused = await migrateUrl(database.url).catch((error: unknown) => error as Error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toMatch(
    /older than its data\. A newer one 9\.2\.0 .* 9999-after-that\.sql and 1 more; this one knows up to \d{4}-[\w-]+\.sql\. .*upgrading\.md.*TABLEWIRE_OLDER_VERSION=accept/,
  )
  expect(await migrateUrl(database.url, { acceptNewer: true })).toEqual([])
  await client.query(`delete from migrations where name like '999%'`)
  expect(await migrateUrl(database.url)).toEqual([])
})

const refusal = async (): Promise<string> => {
  const error = await migrateUrl(database.url).catch((caught: unknown) => caught as Error)
  expect(error).toBeInstanceOf(ConfigError)
  return (error as Error).message
}

test('a migration that this version has not, though it has later ones, is called that', async () => {
  await client.query(`insert into migrations (name) values ('0003-removed.sql')`)
  expect(await refusal()).toMatch(
    /^0003-removed\.sql was applied to this database, and this version of Tablewire has no such migration, though/,
  )
  await client.query(`delete from migrations where name = '0003-removed.sql'`)
  expect(await migrateUrl(database.url)).toEqual([])
})

test('a migration that was edited after it was applied is refused', async () => {
  await client.query(`update migrations set checksum = md5(checksum) where name like '0003-%'`)
  expect(await refusal()).toMatch(
    /^server\/migrations\/0003-reservations\.sql is not the file that was applied .* a new migration with the next number/,
  )
  // As if nobody had noted it yet: the file as it is now is the one to be held to.
  await client.query(`update migrations set checksum = null where name like '0003-%'`)
  expect(await migrateUrl(database.url)).toEqual([])
  expect((await client.query('select from migrations where checksum is null')).rowCount).toBe(0)
})

test('a new migration with a number below the latest applied is refused', async () => {
  await client.query(`delete from migrations where name like '0003-%'`)
  expect(await refusal()).toMatch(
    /^server\/migrations\/0003-reservations\.sql was not applied .* already was, which comes after it\. Give a new migration/,
  )
  await client.query(`insert into migrations (name) values ('0003-reservations.sql')`)
  expect(await migrateUrl(database.url)).toEqual([])
})

const withFile = async <T>(name: string, text: string, work: (from: URL) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await cp(new URL('../../../migrations/', import.meta.url), folder, { recursive: true })
    await writeFile(join(folder, name), text)
    return await work(pathToFileURL(`${folder}/`))
  } finally {
    await rm(folder, { recursive: true })
    await client.query('delete from migrations where name = $1', [name])
  }
}

test.each([
  ['0003-twin.sql', /^server\/migrations\/0003-[\w-]+\.sql and 1 more: 0003 is also the number of .* Give a new migration the next number/],
  ['136_Zz.sql', /^server\/migrations\/136_Zz\.sql: a migration is called by four digits and its words/],
  ['zz.sql', /^server\/migrations\/zz\.sql: a migration is called by four digits/],
])('a migration named %s, which has no number of its own, is refused', async (name, words) => {
  await withFile(name, 'create table by_chance (id int)', (from) => expect(migrateUrl(database.url, { from })).rejects.toThrow(words))
  expect((await client.query(`select to_regclass('by_chance') as made`)).rows).toEqual([{ made: null }])
})

test('a database that was migrated before versions and checksums were noted goes on', async () => {
  await client.query('alter table migrations drop column version, drop column checksum')
  expect(await migrateUrl(database.url)).toEqual([])
  expect((await client.query('select from migrations where version is not null')).rowCount).toBe(0)
})

test('one process migrates at a time, holds no snapshot while it waits, and nothing of the lock stays behind in a session', async () => {
  const locks = async (): Promise<number> => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows[0]!.n
  }
  /** Others who migrate and are between two looks at the lock. */
  const waiters = async (): Promise<unknown[]> => {
    const { rows } = await client.query(`select backend_xmin::text as snapshot from pg_stat_activity
      where datname = current_database() and application_name = 'tablewire migrate' and state = 'idle in transaction' and query like '%pg_try_advisory_xact_lock%'`)
    return rows
  }
  await client.query('select pg_advisory_lock(7231904)')
  const waiting = migrateUrl(database.url)
  await expect.poll(waiters, { timeout: 10_000 }).toEqual([{ snapshot: null }])
  await client.query('select pg_advisory_unlock(7231904)')
  expect(await waiting).toEqual([])
  expect(await locks()).toBe(0)
})

test('a migration that waits for a table lets everybody else pass, and comes through when it is free', async () => {
  await client.query('create table busy (id int)')
  const [reader, writer] = [new pg.Client(database.url), new pg.Client(database.url)]
  await Promise.all([reader.connect(), writer.connect()])
  await reader.query('begin; select from busy')
  await withFile('9000-busy.sql', 'alter table busy add column more int', async (from) => {
    const migrated = migrateUrl(database.url, { from })
    const waiting = `select count(*)::int as n from pg_locks where relation = 'busy'::regclass and not granted`
    await expect.poll(async () => (await client.query<{ n: number }>(waiting)).rows[0]!.n, { timeout: 10_000 }).toBe(1)
    await writer.query('insert into busy (id) values (1)')
    await reader.query('commit')
    expect(await migrated).toEqual(['9000-busy.sql'])
    expect((await client.query('select id, more from busy')).rows).toEqual([{ id: 1, more: null }])
  })
  await Promise.all([reader.end(), writer.end()])
})

test('statements by themselves: an index is built beside writers, and what was cut off is done again', async () => {
  await client.query('create table kept (id int); insert into kept select generate_series(1, 9)')
  const text = (last: string): string => `-- Each statement by itself
do $$
begin
  update kept set id = id + 100 where id < 100;
  commit;
end $$;
drop index concurrently if exists kept_id;
create index concurrently kept_id on kept (id);
${last}`
  await withFile('9001-kept.sql', text('select 1 / 0;\n'), async (from) => {
    await expect(migrateUrl(database.url, { from })).rejects.toThrow('division by zero')
    expect((await client.query('select min(id) as first from kept')).rows).toEqual([{ first: 101 }])
  })
  // However short the role's limits are: they are those of people's questions.
  const name = new URL(database.url).pathname.slice(1)
  await client.query(`alter role current_user in database ${name} set statement_timeout = '300ms'`)
  await withFile('9001-kept.sql', text('select pg_sleep(0.6)'), async (from) => {
    // The first one to come and the one that waits for it: the index waits for no snapshot of the second.
    const both = await Promise.all([migrateUrl(database.url, { from }), migrateUrl(database.url, { from })])
    expect(both.flat()).toEqual(['9001-kept.sql'])
    const { rows } = await client.query(
      `select min(k.id) as first, bool_and(i.indisvalid) as valid from kept k, pg_index i where i.indexrelid = 'kept_id'::regclass`,
    )
    expect(rows).toEqual([{ first: 101, valid: true }])
  })
  await client.query(`alter role current_user in database ${name} reset statement_timeout`)
})

test('behind a pooler the role carries what sessions go by; a time limit of its own it keeps', async () => {
  const settings = async (): Promise<unknown> => {
    const fresh = new pg.Client(database.url)
    await fresh.connect()
    const { rows } = await fresh.query(
      `select current_setting('timezone') as zone, current_setting('statement_timeout') as asked, current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    await fresh.end()
    return rows[0]
  }
  const name = new URL(database.url).pathname.slice(1)
  await client.query(`alter role current_user in database ${name} set timezone = 'Europe/Madrid'`)
  await client.query(`alter role current_user in database ${name} set statement_timeout = '7s'`)
  expect(await settings()).toEqual({ zone: 'Europe/Madrid', asked: '7s', idle: '0' })
  await migrateUrl(database.url)
  expect(await settings()).toEqual({ zone: 'Europe/Madrid', asked: '7s', idle: '0' })
  await migrateUrl(database.url, { pooler: database.url })
  expect(await settings()).toEqual({ zone: 'UTC', asked: '7s', idle: '1min' })
})
