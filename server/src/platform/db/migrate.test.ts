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

test('a database that was migrated before versions were noted goes on', async () => {
  await client.query('alter table migrations drop column version')
  expect(await migrateUrl(database.url)).toEqual([])
  expect((await client.query('select from migrations where version is not null')).rowCount).toBe(0)
})
