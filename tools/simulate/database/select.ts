import { expression } from './expressions.ts'
import { rowFunctions } from './functions.ts'
import { as, type Column, type Env, type Expression, type Frame, type Plan, type Relation, within } from './plan.ts'
import type { Entry } from './store.ts'
import { inside, kindOf, lastWord, list, type Node, text, typeOf, word, yes } from './syntax.ts'
import { compare, noAlias, noTable, type Row, Unknown } from './values.ts'

type Source = { relations: readonly Relation[]; frames(outer: Frame): Frame[] }

const aliasOf = (node: Node, name: string): string => (node['alias'] ? text(node['alias']['aliasname']) : name)
const join = (left: Frame, right: Frame): Frame => ({
  ...left,
  rows: { ...left.rows, ...right.rows },
  entries: { ...left.entries, ...right.entries },
})
const alone = (outer: Frame, alias: string, row: Row | null): Frame => ({ run: outer.run, rows: { [alias]: row }, entries: {}, outer })

const fromPlan = (plan: Plan, alias: string): Source => ({
  relations: [{ alias, columns: plan.columns }],
  frames: (outer) => plan.rows(outer).map((row) => alone(outer, alias, row)),
})

const table = (env: Env, node: Node): Source => {
  const name = text(node['relname'])
  const alias = aliasOf(node, name)
  for (let at: Env | null = env; at; at = at.outer) {
    const columns = at.ctes.get(name)
    if (columns) return fromPlan({ columns, rows: ({ run }) => run.ctes.get(name) ?? [] }, alias)
  }
  const view = env.catalogue.views.get(name)
  if (view) return fromPlan(env.query({ ...env, relations: [], ctes: new Map(), outer: null }, view), alias)
  const known = env.catalogue.tables.get(name)
  if (!known) throw noTable(name, text(node['schemaname']))
  return {
    relations: [{ alias, columns: [...known.columns.values()] }],
    frames: (outer) =>
      outer.run.store.rowsOf(name).entries.flatMap((entry) => {
        const row = outer.run.transaction.see(entry)
        return row ? [{ run: outer.run, rows: { [alias]: row }, entries: { [alias]: entry }, outer }] : []
      }),
  }
}

const rowFunction = (env: Env, node: Node): Source => {
  const called = list(list(node['functions'])[0]!['List']!['items'])[0]!['FuncCall']!
  const name = lastWord(called['funcname'])
  const run = rowFunctions[name]
  if (!run) throw new Unknown(`function ${name} in from`)
  const args = list(called['args']).map((one) => expression(env, one))
  const alias = aliasOf(node, name)
  const names = list(node['alias']?.['colnames']).map(word)
  const columns: Column[] = node['coldeflist']
    ? list(node['coldeflist']).map((one) => ({ name: text(one['ColumnDef']!['colname']), type: typeOf(one['ColumnDef']!['typeName']) }))
    : args.map(({ type }, at) => ({ name: names[at] ?? alias, type: type.replace('[]', '') }))
  return {
    relations: [{ alias, columns }],
    frames: (outer) =>
      run(
        args.map((arg) => arg.of(outer)),
        columns,
      ).map((row) => alone(outer, alias, row)),
  }
}

const joined = (env: Env, node: Node): Source => {
  const [left, right] = [source(env, node['larg']!), source(env, node['rarg']!)]
  const relations = [...left.relations, ...right.relations]
  const condition = node['quals'] && expression(within(env, relations), node['quals'])
  const outerJoin = text(node['jointype']) === 'JOIN_LEFT'
  const nothing = Object.fromEntries(right.relations.map(({ alias }) => [alias, null]))
  return {
    relations,
    frames: (outer) => {
      const others = right.frames(outer)
      return left.frames(outer).flatMap((one) => {
        const met = others.map((other) => join(one, other)).filter((frame) => !condition || condition.of(frame) === true)
        return met.length || !outerJoin ? met : [{ ...one, rows: { ...one.rows, ...nothing } }]
      })
    },
  }
}

const sources: Readonly<Record<string, (env: Env, node: Node) => Source>> = {
  RangeVar: table,
  JoinExpr: joined,
  RangeFunction: rowFunction,
  RangeSubselect: (env, node) => fromPlan(env.query(env, node['subquery']!), aliasOf(node, 'subquery')),
}
/** What stands in `from`. */
const source = (env: Env, node: Node): Source => {
  const reader = sources[kindOf(node)]
  if (!reader) throw new Unknown(`${kindOf(node)} in from`)
  return reader(env, inside(node))
}

/** A part that may read what stands before it: its rows come anew for each of those. */
const isLateral = (node: Node): boolean => node['RangeFunction'] !== undefined || yes(node['RangeSubselect']?.['lateral'])

export const sourceOf = (env: Env, nodes: readonly Node[]): Source => {
  const all: (Source & { lateral: boolean })[] = []
  for (const one of nodes) {
    const before = all.flatMap(({ relations }) => relations)
    const lateral = isLateral(one)
    all.push({ ...source(lateral ? within(env, before) : env, one), lateral })
  }
  return {
    relations: all.flatMap(({ relations }) => relations),
    frames: (outer) =>
      all.reduce<Frame[]>(
        (frames, one) => frames.flatMap((frame) => one.frames(one.lateral ? frame : outer).map((other) => join(frame, other))),
        [{ run: outer.run, rows: {}, entries: {}, outer }],
      ),
  }
}

type Target = Column & { of: Expression['of'] }
const nameOf = (node: Node): string => {
  if (node['ColumnRef']) return lastWord(node['ColumnRef']['fields'])
  if (node['FuncCall']) return lastWord(node['FuncCall']['funcname'])
  if (node['TypeCast']) return nameOf(node['TypeCast']['arg']!)
  if (node['CoalesceExpr']) return 'coalesce'
  return node['SubLink'] ? 'exists' : '?column?'
}
const starOf = (env: Env, fields: readonly Node[]): Target[] => {
  const alias = fields.length > 1 ? word(fields[0]) : undefined
  const relations = env.relations.filter((one) => alias === undefined || one.alias === alias)
  if (alias !== undefined && !relations.length) throw noAlias(alias)
  return relations.flatMap((one) =>
    one.columns.map(({ name, type }) => ({ name, type, of: (frame: Frame) => frame.rows[one.alias]?.[name] ?? null })),
  )
}
/** What a query or a `returning` answers; columns without a name of their own are told apart by their place. */
export const targets = (env: Env, nodes: readonly Node[]): Target[] => {
  const all = nodes.flatMap((one): Target[] => {
    const { val, name } = one['ResTarget']!
    const fields = list(val!['ColumnRef']?.['fields'])
    if (fields.at(-1)?.['A_Star']) return starOf(env, fields)
    const { type, of } = expression(env, val!)
    return [{ name: name ? text(name) : nameOf(val!), type, of }]
  })
  return all.map((one, at) => (all.findIndex(({ name }) => name === one.name) === at ? one : { ...one, name: `${one.name} ${at}` }))
}
export const rowOf = (all: readonly Target[], frame: Frame): Row => {
  const row: Row = {}
  for (const { name, of } of all) row[name] = of(frame)
  return row
}

type Locking = { aliases: readonly string[] | null; skips: boolean }
const lockingOf = (env: Env, node: Node): Locking | null => {
  const clause = list(node['lockingClause'])[0]?.['LockingClause']
  if (!clause) return null
  const named = list(clause['lockedRels']).map((one) => text(one['RangeVar']!['relname']))
  const strange = named.find((alias) => !env.relations.some((one) => one.alias === alias))
  if (strange !== undefined) throw noAlias(strange)
  return { aliases: named.length ? named : null, skips: text(clause['waitPolicy']) === 'LockWaitSkip' }
}
/** False where another transaction has locked a row (`skip locked`). */
const locked = ({ aliases, skips }: Locking, { entries, run }: Frame): boolean => {
  const all: Entry[] = Object.entries(entries).flatMap(([alias, entry]) => (!aliases || aliases.includes(alias) ? [entry] : []))
  if (skips && !all.every((entry) => run.transaction.isFree(entry))) return false
  for (const entry of all) run.transaction.lock(entry)
  return true
}

type Order = { by: Expression; down: boolean }
const ordersOf = (env: Env, node: Node, all: readonly Target[]): Order[] =>
  list(node['sortClause']).map((one) => {
    const { node: by, sortby_dir: direction } = one['SortBy']!
    const name = by!['ColumnRef'] && lastWord(by!['ColumnRef']['fields'])
    const target =
      name !== undefined && list(by!['ColumnRef']!['fields']).length === 1 ? all.find((column) => column.name === name) : undefined
    return { by: target ?? expression(env, by!), down: text(direction) === 'SORTBY_DESC' }
  })
const sorted = (frames: Frame[], orders: readonly Order[]): Frame[] =>
  orders.length
    ? frames.toSorted((a, b) => orders.reduce((found, { by, down }) => found || compare(by.of(a), by.of(b)) * (down ? -1 : 1), 0))
    : frames

const distinctRows = (rows: Row[]): Row[] => [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]

const select = (outerEnv: Env, node: Node): Plan => {
  if (node['groupClause']) throw new Unknown('group by')
  const from = sourceOf(outerEnv, list(node['fromClause']))
  const env = within(outerEnv, from.relations)
  const where = node['whereClause'] && expression(env, node['whereClause'])
  const all = targets(env, list(node['targetList']))
  const locking = lockingOf(env, node)
  const orders = ordersOf(env, node, all)
  const limit = node['limitCount'] && as(expression(env, node['limitCount']), 'integer')
  const distinct = node['distinctClause'] !== undefined
  return {
    columns: all.map(({ name, type }) => ({ name, type })),
    rows: (outer) => {
      const met = from.frames(outer).filter((frame) => !where || where.of(frame) === true)
      if (env.aggregates.met) return [rowOf(all, { ...(met[0] ?? { run: outer.run, rows: {}, entries: {}, outer }), group: met })]
      const most = limit ? (limit.of({ run: outer.run, rows: {}, entries: {}, outer }) as number) : Infinity
      const rows: Row[] = []
      for (const frame of sorted(met, orders)) {
        if (rows.length >= most) break
        if (!locking || locked(locking, frame)) rows.push(rowOf(all, frame))
      }
      return distinct ? distinctRows(rows) : rows
    },
  }
}

const values = (env: Env, node: Node): Plan => {
  const rows = list(node['valuesLists']).map((one) => list(one['List']!['items']).map((item) => expression(env, item)))
  return {
    columns: rows[0]!.map(({ type }, at) => ({ name: `column${at + 1}`, type })),
    rows: (outer) => rows.map((row) => Object.fromEntries(row.map((item, at) => [`column${at + 1}`, item.of(outer)]))),
  }
}

const union = (env: Env, node: Node): Plan => {
  const [left, right] = [env.query(env, { SelectStmt: node['larg'] }), env.query(env, { SelectStmt: node['rarg'] })]
  return {
    columns: left.columns,
    rows: (outer) => {
      const rows = [
        ...left.rows(outer),
        ...right.rows(outer).map((row) => Object.fromEntries(left.columns.map(({ name }, at) => [name, row[right.columns[at]!.name]]))),
      ]
      return yes(node['all']) ? rows : distinctRows(rows)
    },
  }
}

/** A `select`, `values` or a union of such. */
export const selection = (env: Env, node: Node): Plan => {
  if (node['valuesLists']) return values(env, node)
  return text(node['op']) === 'SETOP_UNION' ? union(env, node) : select(env, node)
}
