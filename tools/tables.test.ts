import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAbove } from './architecture.ts'
import { type Edge, readTree, type SourceFile, type SourceTree } from './import-graph.ts'
import { usesIn } from './table-uses.ts'
import { madeBy, staleEntries, tableOwners, tableProblems, tablesMade } from './tables.ts'

const root = join(import.meta.dirname, '..')
const tree = readTree(root)
const everything = tablesMade(root)

/** The house after somebody deleted the folder of a feature, and nothing else. */
const without = (feature: string): SourceTree => {
  const gone = `server/src/features/${feature}/`
  const left = [...tree].filter(([path]) => !path.startsWith(gone))
  const isGone = ({ to }: Edge): boolean => to.startsWith(gone)
  return new Map(
    left.map(([path, file]) => [path, file.edges.some(isGone) ? { ...file, edges: file.edges.filter((edge) => !isGone(edge)) } : file]),
  )
}

/** What the compiler refuses then: files that import from the folder. */
const importers = (feature: string): string[] =>
  [...tree.values()]
    .filter(
      ({ path, edges, isTest }) =>
        !isTest && !path.includes(`/features/${feature}/`) && edges.some(({ to }) => to.includes(`/features/${feature}/`)),
    )
    .map(({ path }) => path)

const owners = tableOwners(tree)
const withTables = [...new Set(owners.values())].filter((owner) => owner !== 'platform').toSorted()

test('features that can be deleted to try it are those that own tables', () => {
  expect(withTables).toEqual(expect.arrayContaining(['day-sums', 'licences', 'notifications', 'rms-bookings', 'rms-sync', 'webhooks']))
})

test.each(withTables)('who deletes %s hears of it before anything runs', (feature) => {
  const own = [...owners].filter(([, owner]) => owner === feature).map(([table]) => table)
  expect(own.length).toBeGreaterThan(0)
  const rest = without(feature)
  const named = new Set(tableProblems(rest, everything, isAbove).map(({ file }) => file))
  const compiler = new Set(importers(feature))
  expect(compiler.size).toBeGreaterThan(0)
  const stillNamed = [...rest.values()].filter(
    (file) =>
      !file.isTest &&
      /^server\/src\/(features|platform)\//.test(file.path) &&
      usesIn(file.code, (name) => own.includes(name)).uses.length > 0,
  )
  expect(stillNamed.filter(({ path }) => !named.has(path) && !compiler.has(path)).map(({ path }) => path)).toEqual([])
})

const file = (path: string, code: string, edges: SourceFile['edges'] = []) =>
  [path, { path, text: code, code, isTest: false, edges, outside: [] }] as const
const rows = `declare module '#src/platform/db/schema.ts' {\n  interface Tables {\n    guestBooks: GuestBooks\n    books: Books\n  }\n}`
/** `hours` stands beside `people`; `webhooks` above all. */
const ranks: Readonly<Record<string, number>> = { people: 0, hours: 0, venues: 1, webhooks: 2 }
const isLater = (one: string, other: string): boolean => (ranks[one] ?? -1) > (ranks[other] ?? -1)
const made = madeBy([
  'create table guest_books (id int); create table books (id int); create table orphans (id int); create view open_books as select 1;',
  'create function forget_guests(venue uuid) returns void as $$ begin delete from books where id = venue; end $$ language plpgsql;',
])
const problemsOf = (...files: (readonly [string, string])[]): string[] =>
  tableProblems(new Map(files.map(([path, code]) => file(`server/src/features/${path}`, code))), made, isLater).map(({ text }) => text)
const seenOf = (feature: string, code: string): string[] => problemsOf(['venues/rows.ts', rows], [`${feature}/a.ts`, code])

const reads = [
  'sql`select 1 from books`',
  'sql`SELECT 1 FROM BOOKS`',
  'sql`select 1 from books b where b.id = 1`',
  'sql`select 1 from only books`',
  'sql`select 1 from "books"`',
  'sql`select 1 from public.books`',
  'sql`select 1 from "public"."books"`',
  'sql`select 1 from a join books b on true`',
  'sql`select 1 from a x, books`',
  'sql`select 1 from a x, b as y, books z`',
  'sql`select 1 from a, lateral (select 1 from c) d, books`',
  'sql`select 1 from json_to_recordset(${text}) as t (v uuid, d date), books`',
  'sql`select 1 from ${page} p, books`',
  'sql`select 1 from (books b join a on true)`',
  'sql`select 1 from -- which\n books`',
  'sql`select 1 where exists (select from books)`',
  'sql`with x as (select 1 from books) select from x`',
  'sql`update a set b = 1 from books`',
  'sql`update a set b = 1 from c, books`',
  'sql`delete from a using c, books`',
  'sql`merge into a using books b on true when matched then delete`',
  'sql`table books`',
  "sql`select 'books'::regclass`",
  "sql`select pg_total_relation_size('books')`",
  "sql`select 1 from ${sql.table('books')}`",
  "sql`select 1 from ${sql.id('public', 'books')}`",
  "sql`select 1 from ${sql.ref('books')}`",
  "sql`select ${sql.ref('books.id')}`",
  "const from = sql.table('books')",
  'const from = sql`books b`\nsql`select 1 from ${from}`',
  "const table = 'books'\nsql`select 1 from ${sql.table(table)}`",
  "const read = (table: 'orders' | 'books') => sql`select 1 from ${sql.table(table)}`",
  "type Named = 'orders' | 'books'\nconst read = (table: Named) => sql`select 1 from ${sql.table(table)}`",
  "db.selectFrom('books')",
  "db.selectFrom('books as b')",
  "db.selectFrom(['a', 'books as b'])",
  "db.selectFrom([\n    'a as x',\n    'books as b',\n  ])",
  "db.selectFrom<'books'>('books')",
  "db['selectFrom']('books')",
  "db.selectFrom((eb) => eb.selectFrom('books').as('b'))",
  "db.selectFrom('a').innerJoin('books as b', 'b.id', 'a.id')",
  "db.selectFrom('a').leftJoinLateral('books', (join) => join)",
  "db.selectFrom('a').where(({ exists, selectFrom }) => exists(selectFrom('books')))",
  "db.updateTable('a').from(['c', 'books'])",
  "db.deleteFrom('a').using('books')",
  "db.with('x', (inner) => inner.selectFrom('books'))",
  "db.selectFrom(db.dynamic.table('books').as('b'))",
  "const table = 'books' as const\ndb.selectFrom(table)",
  "const table = 'books as b'\ndb.selectFrom(table)",
  "const tables = ['a', 'books'] as const\ndb.selectFrom(tables[1])",
  "const names = { guests: 'books' } as const\ndb.selectFrom(names.guests)",
]
const writes = [
  'sql`insert into books (id) values (1)`',
  'sql`update books set id = 1`',
  'sql`update only books set id = 1`',
  'sql`delete from books`',
  'sql`delete from only public.books`',
  'sql`merge into books b using a on true when matched then delete`',
  'sql`truncate books`',
  'sql`truncate table a, books`',
  'sql`lock table books`',
  'sql`copy books from stdin`',
  'sql`alter table books disable trigger user`',
  'sql`with gone as (delete from books returning id) select from gone`',
  "sql`insert into ${sql.table('books')} (id) values (1)`",
  "const into = 'books'\nsql`delete from ${sql.table(into)}`",
  "const into = sql.table('books')\nsql`delete from ${into}`",
  'sql`select forget_guests(${id})`',
  "db.insertInto('books')",
  "db.updateTable('books')",
  "db.updateTable('books as b')",
  "db.updateTable(['a', 'books'])",
  "db.deleteFrom('books')",
  "db.deleteFrom(['a', 'books'])",
  "db.mergeInto('books')",
  "db['deleteFrom']('books')",
  "const { deleteFrom } = db\ndeleteFrom('books')",
  "const table = 'books'\ndb.deleteFrom(table)",
  "const table: 'books' = 'books'\ndb.updateTable(table)",
  "for (const table of ['a', 'books'] as const) db.deleteFrom(table)",
  "const tables = ['a', 'books'] as const\ndb.deleteFrom(tables[1])",
  "const clear = (table: 'orders' | 'books') => db.deleteFrom(table)",
  "deferInsert(ctx, 'books', row)",
  "deferInsert<Row>(inner, 'books', row)",
  "const leftover = { table: 'books', column: 'at' }",
]

test.each(reads)('a read is seen: %s', (code) => {
  expect(seenOf('people', code)).toEqual(['reads books of venues, which comes later'])
  expect(seenOf('webhooks', code)).toEqual([])
})

test.each(writes)('a write is seen: %s', (code) => {
  expect(seenOf('webhooks', code)).toEqual(['writes books, which is written by venues only'])
})

test('the name of several words gives its table away wherever it stands', () => {
  for (const code of ["nameIn(ctx, 'guestBooks', id)", 'const text = `select count(*) ${more} guest_books`'])
    expect(seenOf('people', code)).toEqual(['reads guest_books of venues, which comes later'])
  for (const code of ["fail('guest_books.gone')", "import './guest_books.ts'", 'const constraint = "guest_books_pkey"'])
    expect(seenOf('people', code)).toEqual([])
})

test('a constant of another file is followed', () => {
  const names = file('server/src/features/people/names.ts', "export const kept = 'books'")
  const user = (clause: string, name: string) =>
    file('server/src/features/people/a.ts', `import { ${clause} } from './names.ts'\ndb.deleteFrom(${name})`, [
      { to: 'server/src/features/people/names.ts', typeOnly: false, lazy: false },
    ])
  for (const [clause, name] of [
    ['kept', 'kept'],
    ['kept as table', 'table'],
  ] as const)
    expect(
      tableProblems(new Map([file('server/src/features/venues/rows.ts', rows), names, user(clause, name)]), made, isLater).map(
        ({ text }) => text,
      ),
    ).toEqual(['writes books, which is written by venues only'])
})

test('a write to whatever a variable holds is refused: nobody could follow it', () => {
  for (const code of [
    'const clear = (table: keyof Tables) => db.deleteFrom(table)',
    'const put = (table: string) => sql`insert into ${sql.table(table)} default values`',
    'const put = (table: RawBuilder<unknown>) => sql`delete from ${table}`',
  ])
    expect(seenOf('webhooks', code)).toEqual([expect.stringMatching(/: a table is named by its name$/)])
})

test('features beside one another are told so', () => {
  expect(problemsOf(['people/rows.ts', rows], ['hours/a.ts', 'sql`select 1 from books`'])).toEqual([
    'reads books of people, which stands beside it: neither knows of the other',
  ])
})

test('a view that nobody publishes is nobody’s to name', () => {
  expect(seenOf('webhooks', 'sql`select 1 from open_books`')).toEqual(['names open_books, which no feature declares'])
})

test('a table that nobody declares is nobody’s to name', () => {
  expect(problemsOf(['venues/a.ts', 'sql`select 1 from orphans`'])).toEqual(['names orphans, which no feature declares'])
})

test('what is dropped or renamed is gone, and a list that still names it is stale', () => {
  const left = madeBy([
    'create table a (id int); create table b (id int); create view c as select 1;',
    'drop table a; drop view c;',
    'alter table b rename to d;',
  ])
  expect([[...left.tables], [...left.views]]).toEqual([['d'], []])
  expect(staleEntries(new Map(), left)).toContain('untyped names silences, which no migration leaves behind')
  expect(staleEntries(new Map(), left)).toContain('published names live_links, which no migration leaves behind')
  const typed = file('server/src/features/traces/rows.ts', 'interface Tables {\n  silences: Silences\n}')
  expect(staleEntries(new Map([typed]), { ...left, tables: new Set(['silences']) })).toContain(
    'untyped names silences, which traces declares',
  )
  expect(staleEntries(tree, everything)).toEqual([])
})

test('the platform names no guard of a feature’s tables', () => {
  const platform = (code: string): string[] =>
    tableProblems(
      new Map([file('server/src/features/venues/rows.ts', rows), file('server/src/platform/db/guards.ts', code)]),
      made,
      isLater,
    ).map(({ text }) => text)
  expect(platform(`const words = { guest_books_name: 'taken' }`)).toEqual([`names guest_books_name, a guard of a feature's tables`])
  expect(platform(`const again = new Set(['40001', 'TW002'])`)).toEqual([`names TW002, a guard of a feature's tables`])
  expect(platform(`const own = 'idempotency_keys_pkey'`)).toEqual([])
})
