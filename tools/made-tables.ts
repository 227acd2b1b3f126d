import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inside, kindOf, list, type Node, statementsWithText, text, word } from './simulate/database/syntax.ts'
import { type DatabaseFunctions, sqlReading, type TableUse } from './sql-tables.ts'

/** A trigger or a rule: what happens to rows of a table does something to rows of others. */
export type Watch = { readonly table: string; readonly uses: readonly TableUse[]; readonly name: string; readonly migration: string }

/** What the migrations leave behind, in the order of their numbers. */
export type Made = {
  readonly tables: ReadonlySet<string>
  /** Each with the tables it reads. */
  readonly views: ReadonlyMap<string, readonly TableUse[]>
  /** Each with the tables it names, and those of the functions it calls. */
  readonly functions: DatabaseFunctions
  readonly watches: readonly Watch[]
}

type Migration = { readonly name: string; readonly text: string }
type Ran = { readonly on: string; readonly runs: string | undefined; readonly text: string | undefined; readonly migration: string }
type State = {
  readonly tables: Set<string>
  readonly views: Map<string, string>
  readonly bodies: Map<string, string>
  readonly watches: Map<string, Ran>
}

const relation = (node: Node | undefined): string => text(node?.['relname'])
const names = (nodes: Node | undefined): string[] => list(nodes).map((one) => word(one))
const lastOf = (object: Node): string =>
  kindOf(object) === 'List'
    ? names(inside(object)['items']).at(-1)!
    : kindOf(object) === 'ObjectWithArgs'
      ? names(inside(object)['objname']).at(-1)!
      : word(object)

type Step = (state: State, node: Node, source: { readonly text: string; readonly migration: string }) => void

const dropped: Readonly<Record<string, Step>> = {
  OBJECT_TABLE: ({ tables, watches }, object) => {
    tables.delete(lastOf(object))
    for (const [key, { on }] of watches) if (on === lastOf(object)) watches.delete(key)
  },
  OBJECT_VIEW: ({ views }, object) => void views.delete(lastOf(object)),
  OBJECT_MATVIEW: ({ views }, object) => void views.delete(lastOf(object)),
  OBJECT_FUNCTION: ({ bodies }, object) => void bodies.delete(lastOf(object)),
  OBJECT_PROCEDURE: ({ bodies }, object) => void bodies.delete(lastOf(object)),
  OBJECT_TRIGGER: ({ watches }, object) => void watches.delete(names(inside(object)['items']).slice(-2).join('.')),
  OBJECT_RULE: ({ watches }, object) => void watches.delete(names(inside(object)['items']).slice(-2).join('.')),
}

const steps: Readonly<Record<string, Step>> = {
  CreateStmt: ({ tables }, node) => void tables.add(relation(node['relation'])),
  CreateTableAsStmt: (state, node, source) => {
    const name = relation(node['into']?.['rel'])
    if (text(node['objtype']) === 'OBJECT_MATVIEW') state.views.set(name, source.text)
    else state.tables.add(name)
  },
  ViewStmt: ({ views }, node, source) => void views.set(relation(node['view']), source.text),
  CreateFunctionStmt: ({ bodies }, node, source) => void bodies.set(names(node['funcname']).at(-1)!, source.text),
  CreateTrigStmt: ({ watches }, node, { migration }) => {
    const on = relation(node['relation'])
    watches.set(`${on}.${text(node['trigname'])}`, { on, runs: names(node['funcname']).at(-1), text: undefined, migration })
  },
  RuleStmt: ({ watches }, node, source) => {
    const on = relation(node['relation'])
    watches.set(`${on}.${text(node['rulename'])}`, { on, runs: undefined, text: source.text, migration: source.migration })
  },
  DropStmt: (state, node, source) => {
    for (const object of list(node['objects'])) dropped[text(node['removeType'])]?.(state, object, source)
  },
  RenameStmt: ({ tables, watches }, node) => {
    const [from, to] = [relation(node['relation']), text(node['newname'])]
    if (text(node['renameType']) !== 'OBJECT_TABLE' || !tables.delete(from)) return
    tables.add(to)
    for (const [key, ran] of Array.from(watches))
      if (ran.on === from) {
        watches.delete(key)
        watches.set(`${to}${key.slice(from.length)}`, { ...ran, on: to })
      }
  },
}

const runAll = (migrations: readonly Migration[]): State => {
  const state: State = { tables: new Set(), views: new Map(), bodies: new Map(), watches: new Map() }
  for (const { name, text: all } of migrations)
    for (const { statement, source } of statementsWithText(all))
      steps[kindOf(statement)]?.(state, inside(statement), { text: source, migration: name })
  return state
}

/** A function answers for what those do that it calls, however deep. */
const functionsOf = ({ bodies, tables, views }: State): DatabaseFunctions => {
  const known = (name: string): boolean => tables.has(name) || views.has(name)
  const called = new Map<string, Set<string>>()
  const own = new Map<string, readonly TableUse[]>()
  for (const [name, body] of bodies) {
    const calls = new Set<string>()
    const noted = new Map([...bodies.keys()].map((one) => [one, [{ table: one, write: false }]]))
    for (const { table } of sqlReading(body, { known: () => false, functions: noted }).uses) calls.add(table)
    called.set(name, calls)
    own.set(name, sqlReading(body, { known, functions: new Map() }).uses)
  }
  const reached = (name: string, seen: Set<string>): Set<string> => {
    if (!seen.has(name)) for (const next of called.get(name) ?? []) reached(next, seen.add(name))
    return seen.add(name)
  }
  return new Map([...bodies.keys()].map((name) => [name, [...reached(name, new Set())].flatMap((one) => own.get(one) ?? [])]))
}

export const madeBy = (texts: readonly (string | Migration)[]): Made => {
  const state = runAll(texts.map((one) => (typeof one === 'string' ? { name: 'made.sql', text: one } : one)))
  const { tables, views } = state
  const known = (name: string): boolean => tables.has(name) || views.has(name)
  const functions = functionsOf(state)
  const usesOf = (source: string): TableUse[] => sqlReading(source, { known, functions }).uses
  return {
    tables,
    views: new Map([...views].map(([name, source]) => [name, usesOf(source).filter(({ table }) => table !== name)])),
    functions,
    watches: [...state.watches].map(([name, { on, runs, text: source, migration }]) => ({
      name,
      table: on,
      uses: source === undefined ? (functions.get(runs ?? '') ?? []) : usesOf(source),
      migration,
    })),
  }
}

export const tablesMade = (root: string): Made => {
  const folder = join(root, 'server/migrations')
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return madeBy(files.toSorted().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })))
}
export const nothingMade: Made = { tables: new Set(), views: new Map(), functions: new Map(), watches: [] }
