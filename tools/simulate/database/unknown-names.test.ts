import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/build/database.ts'
import { catalogueOf } from './catalogue.ts'
import { MemoryDatabase, type Session } from './memory-database.ts'
import { loadParser } from './syntax.ts'
import { SqlError } from './values.ts'

const tables = `
  create table reservation_moves (a text primary key);
  create table remote_moves (a text primary key);
  create table dishes (id integer primary key, name text not null, price integer);
  create table menus (id integer primary key, dish_id integer);
  create view cheap_dishes as select id, name from dishes where price < 10`

let database: TestDatabase
let client: pg.Client
let memory: MemoryDatabase
beforeAll(async () => {
  await loadParser()
  memory = new MemoryDatabase(catalogueOf([tables]), { nowMs: () => 0, newId: () => '' })
  database = await testDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  await client.query(`create schema unknown_names; set search_path = unknown_names; ${tables}`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof SqlError ? error.code : String(error)
  }
}
const inMemory = (session: Session, sql: string): string | undefined => codeOf(() => session.execute(sql, []))
const inPostgres = (sql: string): Promise<string | undefined> =>
  client.query(sql).then(
    () => undefined,
    (error: { code: string }) => error.code,
  )

test.each([
  ['42P01', 'select id from soups'],
  ['42P01', 'select s.id from dishes d'],
  ['42P01', 'select s.* from dishes d'],
  ['42P01', 'select d.id from dishes d where exists (select id from soups)'],
  ['42P01', 'select d.id from dishes d for update of s'],
  ['42P01', 'insert into soups (id) values (1)'],
  ['42P01', 'update soups set id = 1'],
  ['42P01', 'delete from soups'],
  ['42P01', 'with s as (select id from soups) select id from dishes'],
  ['42P01', 'delete from dishes d using menus m where s.dish_id = d.id'],
  ['42703', 'select taste from dishes'],
  ['42703', 'select d.taste from dishes d'],
  ['42703', 'select price from cheap_dishes'],
  ['42703', 'select id from dishes where taste = 1'],
  ['42703', 'select id from dishes order by taste'],
  ['42703', 'select d.id from dishes d join menus m on m.taste = d.id'],
  ['42703', 'select d.id from dishes d where exists (select 1 from menus d where d.price = 1)'],
  ['42703', 'with s as (select id from dishes) select name from s'],
  ['42703', 'insert into dishes (id, taste) values (1, 1)'],
  ['42703', "insert into dishes (id, name) values (1, 'soup') on conflict (taste) do nothing"],
  ['42703', "insert into dishes (id, name) values (1, 'soup') on conflict (id) do update set taste = 1"],
  ['42703', "insert into dishes (id, name) values (1, 'soup') on conflict (id) do update set name = excluded.taste"],
  ['42703', "insert into dishes (id, name) values (1, 'soup') returning taste"],
  ['42703', 'update dishes set taste = 1'],
  ['42703', 'update dishes set price = taste'],
  ['42703', 'update dishes set price = 1 where taste = 1'],
  ['42703', 'delete from dishes where taste = 1'],
  [undefined, 'select m.id from menus m where exists (select 1 from dishes where id = dish_id)'],
  [undefined, 'select d from dishes d'],
])('PostgreSQL says %s to: %s; and so does the database of histories', async (code, sql) => {
  expect(await inPostgres(sql)).toBe(code)
  expect(inMemory(memory.open(), sql)).toBe(code)
})

test('a transaction that named what is not there is over, as PostgreSQL has it', async () => {
  const session = memory.open()
  const all = [
    'begin',
    'select 1 as a',
    'select taste from dishes',
    'select id from dishes',
    'select id from soups',
    'rollback',
    'select id from dishes',
  ]
  const codes = [undefined, undefined, '42703', '25P02', '25P02', undefined, undefined]
  const there: (string | undefined)[] = []
  for (const sql of all) there.push(await inPostgres(sql))
  expect(there).toEqual(codes)
  expect(all.map((sql) => inMemory(session, sql))).toEqual(codes)
})

test('what every database has and this one has not stops the run by name', () => {
  for (const sql of ['select relname from pg_class', 'select id from pgboss.job', 'select xmin from dishes'])
    expect(inMemory(memory.open(), sql)).toMatch(/^Error: (table|column) /)
})
