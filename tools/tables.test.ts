import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkTree } from './architecture.ts'
import { readTree, type SourceTree } from './import-graph.ts'
import { tablesMade, tableOwners, tableProblems, tableUses } from './tables.ts'

const root = join(import.meta.dirname, '..')
const tree = readTree(root)
const made = tablesMade(root)

/** The house after somebody deleted the folder of a feature, and nothing else. */
const without = (feature: string): SourceTree => {
  const gone = `server/src/features/${feature}/`
  const left = [...tree].filter(([path]) => !path.startsWith(gone))
  return new Map(left.map(([path, file]) => [path, { ...file, edges: file.edges.filter(({ to }) => !to.startsWith(gone)) }]))
}

/** What the compiler refuses then: files that import from the folder. */
const importers = (feature: string): string[] =>
  [...tree.values()]
    .filter(
      ({ path, edges, isTest }) =>
        !isTest && !path.includes(`/features/${feature}/`) && edges.some(({ to }) => to.includes(`/features/${feature}/`)),
    )
    .map(({ path }) => path)

test.each(['webhooks', 'licences', 'notifications', 'rms-sync', 'rms-bookings'])(
  'who deletes %s hears of it before anything runs',
  (feature) => {
    const owners = tableOwners(tree)
    const own = [...owners].filter(([, owner]) => owner === feature).map(([table]) => table)
    expect(own.length).toBeGreaterThan(0)
    const rest = without(feature)
    const named = new Set(checkTree(rest, [], made).flatMap(({ file, rule }) => (rule === 'tables' ? [file] : [])))
    const compiler = new Set(importers(feature))
    expect(compiler.size).toBeGreaterThan(0)
    const stillAsked = [...rest.values()].filter(
      (file) =>
        !file.isTest && /^server\/src\/(features|platform)\//.test(file.path) && tableUses(file, (name) => own.includes(name)).length > 0,
    )
    expect(stillAsked.filter(({ path }) => !named.has(path) && !compiler.has(path)).map(({ path }) => path)).toEqual([])
  },
)

const file = (path: string, code: string) => [path, { path, text: code, code, isTest: false, edges: [], outside: [] }] as const
const rows = `declare module '#src/platform/db/schema.ts' {\n  interface Tables {\n    guestBooks: GuestBooks\n  }\n}`
const order = ['people', 'venues', 'webhooks']
const isLater = (one: string, other: string): boolean => order.indexOf(one) > order.indexOf(other)
const problemsOf = (...files: (readonly [string, string])[]): string[] =>
  tableProblems(
    new Map(files.map(([path, code]) => file(`server/src/features/${path}`, code))),
    new Set(['guest_books', 'orphans']),
    isLater,
  ).map(({ text }) => text)

test('a table is read by later features, in whatever way it is named', () => {
  expect(problemsOf(['venues/rows.ts', rows], ['webhooks/a.ts', 'sql`select 1 from guest_books g`'])).toEqual([])
  for (const code of [
    'sql`select 1 from guest_books`',
    'sql`select 1 from a join guest_books b on true`',
    `db.selectFrom('guestBooks')`,
    `db.selectFrom('guestBooks as g')`,
  ])
    expect(problemsOf(['venues/rows.ts', rows], ['people/a.ts', code])).toEqual(['reads guest_books of venues, which comes later'])
})

test('a table is written by its owner only', () => {
  for (const code of [
    'sql`insert into guest_books (id) values (1)`',
    'sql`update guest_books set id = 1`',
    'sql`delete from guest_books`',
    `db.insertInto('guestBooks')`,
    `db.updateTable('guestBooks')`,
    `db.deleteFrom('guestBooks')`,
    `deferInsert(ctx, 'guestBooks', row)`,
  ])
    expect(problemsOf(['venues/rows.ts', rows], ['webhooks/a.ts', code])).toEqual(['writes guest_books, which is written by venues only'])
})

test('a table that nobody declares is nobody’s to name', () => {
  expect(problemsOf(['venues/a.ts', 'sql`select 1 from orphans`'])).toEqual(['names orphans, which no feature declares'])
})

test('the platform names no guard of a feature’s tables', () => {
  const platform = (code: string): string[] =>
    tableProblems(
      new Map([file('server/src/features/venues/rows.ts', rows), file('server/src/platform/db/guards.ts', code)]),
      new Set(['guest_books']),
      isLater,
    ).map(({ text }) => text)
  expect(platform(`const words = { guest_books_name: 'taken' }`)).toEqual([`names guest_books_name, a guard of a feature's tables`])
  expect(platform(`const again = new Set(['40001', 'TW002'])`)).toEqual([`names TW002, a guard of a feature's tables`])
  expect(platform(`const own = 'idempotency_keys_pkey'`)).toEqual([])
})
