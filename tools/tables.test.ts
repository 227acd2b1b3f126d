import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAbove } from './architecture.ts'
import { type Edge, readTree, type SourceFile, type SourceTree } from './import-graph.ts'
import { madeBy, tablesMade } from './made-tables.ts'
import { fileUses } from './table-uses.ts'
import { staleEntries, tableOwners, tableProblems } from './tables.ts'

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
/** File → the tables it names; without those that its SQL calls by a function. */
const named = new Map(
  [...tree.values()]
    .filter(({ path, isTest }) => !isTest && /^server\/src\/(features|platform)\//.test(path))
    .map((file) => [file.path, fileUses(file, { known: (name) => owners.has(name), functions: new Map() }).uses.map(({ table }) => table)]),
)
const withTables = [...new Set(owners.values())].filter((owner) => owner !== 'platform').toSorted()

test('features that can be deleted to try it are those that own tables', () => {
  expect(withTables).toEqual(expect.arrayContaining(['day-sums', 'licences', 'notifications', 'rms-bookings', 'rms-sync', 'webhooks']))
})

test.each(withTables)('who deletes %s hears of it before anything runs', (feature) => {
  const own = [...owners].filter(([, owner]) => owner === feature).map(([table]) => table)
  expect(own.length).toBeGreaterThan(0)
  const rest = without(feature)
  const refused = new Set(tableProblems(rest, everything, isAbove).map(({ file }) => file))
  const compiler = new Set(importers(feature))
  const stillNamed = [...rest.keys()].filter((path) => named.get(path)?.some((table) => own.includes(table)))
  // A feature that nothing asks yet leaves nothing behind that could break.
  expect(compiler.size > 0 || stillNamed.length === 0).toBe(true)
  expect(stillNamed.filter((path) => !refused.has(path) && !compiler.has(path))).toEqual([])
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
  `create or replace function public.forget() returns void language sql as 'delete from books';`,
  'create function clean_up() returns void language sql begin atomic select forget(); end;',
  "create procedure tidy_up() language plpgsql as $x$ begin execute format('delete from %I', 'books'); end $x$;",
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
  "db.selectFrom('books'!)",
  "db.selectFrom('books' as const)",
  "db.selectFrom(('books'))",
  'db.selectFrom(`books`)',
  "db.selectFrom?.('books')",
  "db.selectFrom('Books')",
  "db.selectFrom('public.books as b')",
  "db.selectFrom('a').where((eb) => eb('x', '=', eb.ref('books.id')))",
  'sql`select 1 from unnest(a) with ordinality as t (v, n), books`',
  'sql`select 1 from a tablesample system (10), books`',
  'sql`select 1 from a as "two words", books`',
  'sql`select 1 from a "b c", books`',
  'sql`select 1 from Books`',
  'sql`select null::books`',
  'sql`select cast(null as books)`',
  'sql`select null::public.books[]`',
  'sql`create temporary table c (like books including all)`',
  'sql`table public.books`',
  'sql`with gone as materialized (table books) select from gone`',
  'sql`select 1 from a where id in (select id from /* c */ books)`',
  'sql`a, books b`',
  'sql`books`',
  "const text = 'select 1 from books'",
  'const text = `select ${columns} from books`',
  "const list = { all: 'join books b on true' }",
  "sql.raw('books')",
  'const part = `, books`\nsql`select 1 from a ${sql.raw(part)}`',
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
  "deferInsert(ctx, 'books', row)",
  "deferInsert<Row>(inner, 'books', row)",
  "const leftover = { table: 'books', column: 'at' }",
  "db.deleteFrom?.('books')",
  "db?.deleteFrom('books')",
  "db!.deleteFrom('books')",
  "db.deleteFrom('books'!)",
  "db.deleteFrom(['a', 'books' as const])",
  "db.deleteFrom('Books')",
  "db[verb]('books')",
  "const { deleteFrom } = ctx.db\ndeleteFrom?.('books')",
  "db.schema.dropTable('books')",
  "deferStatement(ctx, { rows: [{ table: 'books', row }] })",
  "ctx.unitOfWork.deferred.rows.push({ table: 'books', row })",
  'sql`delete from /* all */ books`',
  'sql`delete from "books" as b`',
  'sql`Delete From Books`',
  'sql`lock books`',
  'sql`drop table if exists a, books`',
  'sql`create trigger t after insert on books for each row execute function f()`',
  'sql`create rule r as on insert to a do also delete from books`',
  'sql`do $$ begin delete from books; end $$`',
  "sql`delete from ${sql.table('books')}`",
  "sql`delete from ${sql.raw('books')}`",
  "const text = 'delete from books'",
  "client.query('update books as b set id = 1')",
  "client.query('lock books')",
  "pool.query({ text: 'update books ' + changes })",
  "const text = ['update books', 'set id = 1'].join(' ')",
  'queryDirectly(db, `update only books as b set id = ${id}`)',
  'const text = `delete from books where ${condition}`',
  'const text = `update books set id = ${id}`',
  'sql`select forget()`',
  'sql`select public.forget()`',
  'sql`call tidy_up()`',
  'sql`select clean_up()`',
  "db.selectNoFrom((eb) => eb.fn('forget_guests', [id]))",
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

const refused = [
  "db.deleteFrom(odd ? 'a' : 'books')",
  "const table = 'books'\ndb.deleteFrom(table)",
  'const clear = (table: keyof Tables) => db.deleteFrom(table)',
  'let table\ndb.deleteFrom(table!)',
  'db.deleteFrom(nameOf(one))',
  'db.deleteFrom(tables[1])',
  "db.deleteFrom(['a', ...tables])",
  'db.deleteFrom(`${kind}s`)',
  "db.deleteFrom('bo' + 'oks')",
  'db.selectFrom(table)',
  "db.selectFrom(odd ? 'a' : 'books')",
  'db.selectFrom(tables[0])',
  'db.selectFrom(nameOf(one))',
  "db.selectFrom('a').innerJoin(table, 'b.id', 'a.id')",
  'db.selectFrom(db.dynamic.table(table))',
  'const put = db.insertInto',
  'db.deleteFrom.bind(db)',
  'const { deleteFrom: gone } = db',
  'const { deleteFrom: gone = nothing } = db',
  "import { deferInsert as put } from '#src/platform/db/deferred.ts'",
  "import { sql as text } from 'kysely'",
  'const put = deferInsert',
  'run(deferInsert)',
  'const make = { insertOf }',
  'deferStatement(ctx, insertOf([{ table, row }]))',
  'sql`insert into ${sql.table(table)} default values`',
  'sql`delete from ${table}`',
  'sql`delete from ${fragmentOf(one)}`',
  'sql`delete from ${fragments[0]}`',
  'sql`truncate ${fragment}`',
  'sql`select 1 from ${sql.ref(table)}`',
  'sql`select 1 from ${sql.raw(table)}`',
  "const all = ['a', 'books']\nfor (const name of all) sql.raw(`select 1 from ${name}`)",
  'const text = `select 1 from ${table}`',
  'const text = `delete from ${table}`',
  'const text = `insert into analytics_${kind} values (1)`',
  "const text = 'delete from ' + name",
  "const text = 'update ' + name",
  "const text = ['insert into', name].join(' ')",
]
test.each(refused)('what nobody can follow is refused: %s', (code) => {
  const problems = seenOf('webhooks', code)
  expect(problems.length).toBeGreaterThan(0)
  for (const problem of problems) expect(problem).toMatch(/: say the table as a string where it is used/)
})

test.each([
  'Array.from(table)',
  'Temporal.Instant.from(row.startsAt)',
  "db.selectFrom((eb) => eb.selectFrom('a').as('b'))",
  "db.selectFrom(db.selectFrom('a').selectAll().as('b'))",
  'sql`select 1 from ${page} p`',
  'sql`select a.books, 1 as books from a`',
  'sql`select 1 from a for update`',
  'sql`insert into a values (1) on conflict do update set b = ${c}`',
  'const { deleteFrom } = db',
  "const word = 'books'",
  "say('Books of the house', from)",
  'const { from, using } = row',
])('what names no table is let be: %s', (code) => {
  expect(seenOf('people', code)).toEqual([])
})

test('members of a table declared in braces of their own hide none of those behind them', () => {
  const braces = 'interface Tables {\n  orders: { id: string }\n  guestBooks: GuestBooks\n  books: Books\n}'
  expect(problemsOf(['venues/rows.ts', braces], ['people/a.ts', "db.selectFrom('books')"])).toEqual([
    'reads books of venues, which comes later',
  ])
})

test('a view gives nobody what its tables would not', () => {
  const views = madeBy(['create table books (id int); create view open_books as select id from books;'])
  const people = file('server/src/features/people/rows.ts', 'interface Tables {\n  openBooks: OpenBooks\n}')
  const venues = file('server/src/features/venues/rows.ts', rows)
  expect(tableProblems(new Map([people, venues]), views, isLater)).toEqual([
    { file: 'view open_books of people', text: 'reads books of venues, which comes later' },
  ])
})

test('who writes through a view of its own writes what lies under it', () => {
  const views = madeBy([
    'create table books (id int); create view hook_books as select * from books; create view hook_shelf as table hook_books;',
  ])
  const venues = file('server/src/features/venues/rows.ts', 'interface Tables {\n  books: Books\n}')
  const own = 'interface Tables {\n  hookBooks: HookBooks\n  hookShelf: HookShelf\n}\n'
  const problems = (code: string): string[] =>
    tableProblems(new Map([venues, file('server/src/features/webhooks/rows.ts', own + code)]), views, isLater).map(({ text }) => text)
  expect(problems("db.selectFrom('hookBooks')")).toEqual([])
  expect(problems("db.updateTable('hookBooks')")).toEqual(['writes books, which is written by venues only'])
  expect(problems('sql`delete from hook_shelf`')).toEqual(['writes books, which is written by venues only'])
})

test('a trigger writes rows of its table’s feature, or of a later one that looks on', () => {
  const watched = (body: string, watch: string): string[] => {
    const all = madeBy([
      'create table books (id int); create table hooks (id int);',
      `create function f() returns trigger language plpgsql as $$ begin ${body}; return null; end $$; ${watch}`,
    ])
    const venues = file('server/src/features/venues/rows.ts', 'interface Tables {\n  books: Books\n}')
    const webhooks = file('server/src/features/webhooks/rows.ts', 'interface Tables {\n  hooks: Hooks\n}')
    return tableProblems(new Map([venues, webhooks]), all, isLater).map(({ text }) => text)
  }
  const trigger = (table: string): string => `create trigger t after insert on ${table} for each row execute function f();`
  expect(watched('delete from hooks', trigger('books'))).toEqual([])
  expect(watched('delete from books', trigger('books'))).toEqual([])
  expect(watched('delete from books', trigger('hooks'))).toEqual(['hooks.t of webhooks writes books, which is written by venues only'])
  expect(watched('delete from books', `${trigger('hooks')} drop trigger t on hooks;`)).toEqual([])
  expect(watched('null', 'create rule r as on insert to hooks do also delete from books;')).toEqual([
    'hooks.r of webhooks writes books, which is written by venues only',
  ])
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
  expect([[...left.tables], [...left.views.keys()]]).toEqual([['d'], []])
  expect(staleEntries(new Map(), left)).toContain('untyped names silences, which no migration leaves behind')
  expect(staleEntries(new Map(), left)).toContain('published names live_links, which no migration leaves behind')
  const typed = file('server/src/features/traces/rows.ts', 'interface Tables {\n  silences: Silences\n}')
  expect(staleEntries(new Map([typed]), { ...left, tables: new Set(['silences']) })).toContain(
    'untyped names silences, which traces declares',
  )
  expect(staleEntries(tree, everything)).toEqual([])
})

test('lists that give a table or a view to a deleted feature are stale', () => {
  expect(staleEntries(without('day-sums'), everything)).toContain('untyped gives analytics_days to day-sums, which is no feature')
  expect(staleEntries(without('rms-settings'), everything)).toContain('published gives known_systems to rms-settings, which is no feature')
})

test('the platform has no helper that writes whatever table it is given', () => {
  const helper = file(
    'server/src/platform/db/remove-rows.ts',
    'export const removeRows = (db, table: keyof Tables) => db.deleteFrom(table)',
  )
  const [problem, ...more] = tableProblems(new Map([file('server/src/features/venues/rows.ts', rows), helper]), made, isLater)
  expect(problem).toMatchObject({ file: 'server/src/platform/db/remove-rows.ts' })
  expect(problem?.text).toMatch(/^db\.deleteFrom\(table\): say the table as a string/)
  expect(more).toEqual([])
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
