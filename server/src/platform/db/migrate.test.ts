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

test.each([
  ['0003-twin.sql', /^server\/migrations\/0003-[\w-]+\.sql and 1 more: 0003 is also the number of .* Give a new migration the next number/],
  ['136_Zz.sql', /^server\/migrations\/136_Zz\.sql: a migration is called by four digits and its words/],
  ['zz.sql', /^server\/migrations\/zz\.sql: a migration is called by four digits/],
])('a migration named %s, which has no number of its own, is refused', async (name, words) => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await cp(new URL('../../../migrations/', import.meta.url), folder, { recursive: true })
    await writeFile(join(folder, name), 'create table by_chance (id int)')
    const from = pathToFileURL(`${folder}/`)
    await expect(migrateUrl(database.url, { from })).rejects.toThrow(words)
    expect((await client.query(`select to_regclass('by_chance') as made`)).rows).toEqual([{ made: null }])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a database that was migrated before versions and checksums were noted goes on', async () => {
  await client.query('alter table migrations drop column version, drop column checksum')
  expect(await migrateUrl(database.url)).toEqual([])
  expect((await client.query('select from migrations where version is not null')).rowCount).toBe(0)
})

test('one process migrates at a time, and nothing of the lock stays behind in a session', async () => {
  const locks = async (granted: boolean): Promise<number> => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and granted = $1 and database = (select oid from pg_database where datname = current_database())`,
      [granted],
    )
    return rows[0]!.n
  }
  await client.query('select pg_advisory_lock(7231904)')
  const waiting = migrateUrl(database.url)
  await expect.poll(() => locks(false), { timeout: 10_000 }).toBe(1)
  await client.query('select pg_advisory_unlock(7231904)')
  expect(await waiting).toEqual([])
  expect([await locks(true), await locks(false)]).toEqual([0, 0])
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
