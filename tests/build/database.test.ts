import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from './database.ts'

const opened: TestDatabase[] = []
const open = async (): Promise<pg.Client> => {
  const database = await testDatabase()
  opened.push(database)
  const client = new pg.Client(database.url)
  await client.connect()
  return client
}

afterAll(() => Promise.all(opened.map((database) => database.drop())))

test('each call gives a database of its own, at the latest version of the schema', async () => {
  const [one, two] = await Promise.all([open(), open()])
  await one.query('create table only_here (id int)')
  await expect(two.query('select * from only_here')).rejects.toThrow('does not exist')
  const { rows } = await two.query<{ tables: number }>(
    `select count(*)::int as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(rows[0]!.tables).toBeGreaterThan(0)
  await Promise.all([one.end(), two.end()])
})
