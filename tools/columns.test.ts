import type { Tables } from '@tablewire/server/platform/db/schema'
import type { DefaultedInstant, InstantColumn, JsonColumn, NullableInstant, NullableJson } from '@tablewire/server/platform/db/schema'
import type { Generated, GeneratedAlways } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../tests/build/database.ts'
import type { MadeColumns } from '../docs/generated/columns.ts'
import { type ColumnProblems, columnsText } from './columns.ts'
import { openCatalogue } from './simulate/open-catalogue.ts'
import { catalogueOf } from './simulate/database/catalogue.ts'
import { loadParser } from './simulate/database/syntax.ts'
import { typeNamed } from './simulate/database/values.ts'

// Judged by the compiler, as part of npm run check: it names the first column of which a feature declares what the migrations do not make.
const nothingWrong = <Problem extends never>(...found: Problem[]): Problem[] => found
nothingWrong<ColumnProblems<Tables, MadeColumns>>()

/** One wrong column of each kind, and what is said of it: this does not compile where it is not found, or anything else is. */
type ProblemsOf<Column, Made extends string> = ColumnProblems<{ t: { a: Column } }, { t: { a: Made } }>
const found: [
  ColumnProblems<{ t: { a: string; b: string } }, { t: { a: 'text' } }>,
  ColumnProblems<{ t: { a: string } }, { t: { a: 'text'; b: 'text' } }>,
  ColumnProblems<{ t: { a: string } }, { u: { a: 'text' } }>,
  ProblemsOf<string, 'text null'>,
  ProblemsOf<string | null, 'text'>,
  ProblemsOf<Generated<string>, 'instant'>,
  ProblemsOf<InstantColumn, 'text'>,
  ProblemsOf<NullableInstant, 'instant'>,
  ProblemsOf<number, 'text'>,
  ProblemsOf<'a' | 'b', 'number'>,
  ProblemsOf<boolean, 'number'>,
  ProblemsOf<string, 'json'>,
  ProblemsOf<NullableJson<{ x: number }>, 'text null'>,
  ProblemsOf<string[], 'json'>,
  ProblemsOf<JsonColumn<string[]>, 'text[]'>,
  ProblemsOf<Buffer, 'text'>,
] = [
  't.b is declared and not made',
  't.b is made and not declared',
  't is declared and not made',
  't.a is declared text and made text null',
  't.a is declared text null and made text',
  't.a is declared text and made instant',
  't.a is declared instant and made text',
  't.a is declared instant null and made instant',
  't.a is declared number and made text',
  't.a is declared text and made number',
  't.a is declared boolean and made number',
  't.a is declared text and made json',
  't.a is declared json null and made text null',
  't.a is declared text[] and made json',
  't.a is declared json and made text[]',
  't.a is declared bytes and made text',
]
type Fine = {
  a: DefaultedInstant
  b: Generated<boolean>
  c: GeneratedAlways<number>
  d: JsonColumn<unknown>
  e: NullableJson<unknown>
  f: Generated<string[]>
  g: 'x' | 'y' | null
  h: JsonColumn<{ x: 1 }[]>
  i: Buffer
}
type FineMade = {
  a: 'instant'
  b: 'boolean'
  c: 'number'
  d: 'json'
  e: 'json null'
  f: 'text[]'
  g: 'text null'
  h: 'json'
  i: 'bytes'
}
nothingWrong<ColumnProblems<{ t: Fine }, { t: FineMade }>>()

test('of each kind of wrong column it is said what is wrong', () => {
  expect(new Set(found).size).toBe(found.length)
})

test('columns are told as the migrations leave them', async () => {
  await loadParser()
  const catalogue = catalogueOf([
    `create table b_things (id uuid, made_at timestamptz not null default now(), tags text[] not null, note jsonb, primary key (id));
     create table old (n bigint generated always as identity, gone date)`,
    `alter table b_things rename column note to notes_1; alter table b_things alter column made_at drop not null, add column on_day date;
     alter table old rename to a_things; alter table a_things drop column gone, add column ok boolean not null default true, add column key bytea;
     create table a_things_too (like a_things)`,
  ])
  expect(columnsText(catalogue).split('\n').slice(2, -2).join('\n')).toBe(`  aThings: {
    n: 'number'
    ok: 'boolean'
    key: 'bytes null'
  }
  aThingsToo: {
    n: 'number'
    ok: 'boolean'
    key: 'bytes null'
  }
  bThings: {
    id: 'text'
    madeAt: 'instant null'
    tags: 'text[]'
    notes1: 'json null'
    onDay: 'text null'
  }`)
})

test('what is read from the migrations is what PostgreSQL makes of them', async () => {
  const catalogue = await openCatalogue()
  catalogue.tables.delete('simulated_jobs')
  const database = await testDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<{ name: string; columns: [string, string, boolean][] }>(`
    select c.relname as name, json_agg(json_build_array(a.attname, t.typname, a.attnotnull) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by c.relname`)
  await client.end()
  await database.drop()
  const there = new Map(
    rows.map(({ name, columns }) => [
      name,
      columns.map(([column, type, required]) => [column, typeNamed(type.replace(/^_/, ''), type.startsWith('_')), required]),
    ]),
  )
  expect(there.size).toBeGreaterThan(50)
  for (const { name, columns } of catalogue.tables.values()) {
    const read = [...columns.values()].map((one) => [one.name, one.type.replace(/^bigserial$/, 'integer'), one.required])
    if (there.has(name)) expect({ name, columns: read }).toEqual({ name, columns: there.get(name) })
  }
  const unread = [...there.keys()].filter((name) => !catalogue.tables.has(name))
  // The migrator keeps its own.
  expect(unread).toEqual(['migrations'])
})
