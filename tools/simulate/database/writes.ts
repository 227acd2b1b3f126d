import type { ColumnDefinition, Table, Unique } from './catalogue.ts'
import { expression } from './expressions.ts'
import { as, type Env, type Expression, type Frame, type Plan, type Relation, type Run, within } from './plan.ts'
import { rowOf, sourceOf, targets } from './select.ts'
import { Blocked, type Entry } from './store.ts'
import { list, type Node, text, word } from './syntax.ts'
import { triggers } from './triggers.ts'
import { compare, noColumn, noTable, read, type Row, SqlError, type Value } from './values.ts'

const alone = (run: Run, alias: string, row: Row | null): Frame => ({ run, rows: { [alias]: row }, entries: {}, outer: null })

type Guard = { name: string; over: Expression[]; where: Expression | undefined; columns: readonly string[] }
/** What holds for every row of a table, read once. */
type Rules = {
  defaults: ReadonlyMap<string, Expression>
  generated: ReadonlyMap<string, Expression>
  checks: readonly { name: string; holds: Expression }[]
  uniques: readonly Guard[]
}
const known = new WeakMap<Table, Rules>()

const guardOf = (env: Env, { name, over, where }: Unique): Guard => ({
  name,
  over: over.map((one) => expression(env, one)),
  where: where && expression(env, where),
  columns: over.map((one) => word(list(one['ColumnRef']?.['fields'])[0])),
})

const rulesOf = (env: Env, table: Table): Rules => {
  const found = known.get(table)
  if (found) return found
  const columns = [...table.columns.values()]
  const inside: Env = { ...env, relations: [{ alias: table.name, columns }], outer: null, ctes: new Map() }
  const given = (pick: 'default' | 'generated') =>
    new Map(columns.flatMap((one) => (one[pick] ? [[one.name, as(expression(inside, one[pick]), one.type)] as const] : [])))
  const rules: Rules = {
    defaults: given('default'),
    generated: given('generated'),
    checks: table.checks.map(({ name, condition }) => ({ name, holds: expression(inside, condition) })),
    uniques: table.uniques.map((one) => guardOf(inside, one)),
  }
  known.set(table, rules)
  return rules
}

const keyIn = ({ over, where }: Guard, frame: Frame): Value[] | undefined => {
  if (where && where.of(frame) !== true) return undefined
  const key = over.map((one) => one.of(frame))
  return key.includes(null) ? undefined : key
}
const same = (a: readonly Value[], b: readonly Value[]): boolean => a.every((one, at) => compare(one, b[at]) === 0)

/** A row with the same key, committed or written by an open transaction, which may still roll back. */
const doubled = (run: Run, table: Table, { guard, row, own }: { guard: Guard; row: Row; own?: Entry | undefined }): Entry | undefined => {
  const key = keyIn(guard, alone(run, table.name, row))
  if (!key) return undefined
  const has = (other: Row | null): boolean => {
    const theirs = other && keyIn(guard, alone(run, table.name, other))
    return !!theirs && same(key, theirs)
  }
  return run.store.rowsOf(table.name).entries.find((entry) => {
    if (entry === own) return false
    const { pending } = entry
    if (pending && pending.by !== run.transaction) {
      if (has(pending.row) || has(entry.committed)) throw new Blocked(pending.by)
      return false
    }
    return has(run.transaction.see(entry))
  })
}

const finish = (run: Run, table: Table, { rules, row }: { rules: Rules; row: Row }): void => {
  for (const [name, { of }] of rules.generated) row[name] = of(alone(run, table.name, row))
  for (const { name, required } of table.columns.values())
    if (required && row[name] === null) throw new SqlError('23502', `${table.name}.${name} is null`)
  for (const { name, holds } of rules.checks)
    if (holds.of(alone(run, table.name, row)) === false) throw new SqlError('23514', `${table.name}: ${name}`, name)
}

const requireUnique = (run: Run, table: Table, check: { rules: Rules; row: Row; own?: Entry }): void => {
  for (const guard of check.rules.uniques)
    if (doubled(run, table, { ...check, guard })) throw new SqlError('23505', `${table.name}: ${guard.name}`, guard.name)
}

const tableOf = (env: Env, node: Node): { table: Table; relation: Relation } => {
  const name = text(node['relation']!['relname'])
  const table = env.catalogue.tables.get(name)
  if (!table) throw noTable(name, text(node['relation']!['schemaname']))
  const alias = node['relation']!['alias'] ? text(node['relation']!['alias']['aliasname']) : name
  return { table, relation: { alias, columns: [...table.columns.values()] } }
}

const columnOf = (table: Table, name: string): ColumnDefinition => {
  const column = table.columns.get(name)
  if (!column) throw noColumn(name)
  return column
}

type Change = { name: string; value: Expression }
const changesOf = (env: Env, table: Table, nodes: readonly Node[]): Change[] =>
  nodes.map((one) => {
    const { name, val } = one['ResTarget']!
    const column = columnOf(table, text(name))
    return { name: column.name, value: as(expression(env, val!), column.type) }
  })

/** Writes a row anew, as its triggers and rules let it be. */
const rewrite = (run: Run, table: Table, { entry, change, rules }: { entry: Entry; change: Row; rules: Rules }): Row => {
  run.transaction.lock(entry)
  const before = run.transaction.see(entry)!
  const row = { ...before, ...change }
  triggers[table.name]?.before?.(run, row, before)
  finish(run, table, { rules, row })
  requireUnique(run, table, { rules, row, own: entry })
  run.transaction.write(run.store.rowsOf(table.name), entry, row)
  return row
}

const returningOf = (env: Env, node: Node) => targets(env, list(node['returningClause']?.['exprs'] ?? node['returningList']))
const columnsOf = (returned: ReturnType<typeof returningOf>) => returned.map(({ name, type }) => ({ name, type }))

export const update = (outer: Env, node: Node): Plan => {
  const { table, relation } = tableOf(outer, node)
  const from = sourceOf(outer, [{ RangeVar: node['relation'] }, ...list(node['fromClause'])])
  const env = within(outer, from.relations)
  const changes = changesOf(env, table, list(node['targetList']))
  const where = node['whereClause'] && expression(env, node['whereClause'])
  const returned = returningOf(env, node)
  return {
    columns: columnsOf(returned),
    rows: (around) => {
      const { run } = around
      const met = from.frames(around).filter((frame) => !where || where.of(frame) === true)
      const done = new Set<Entry>()
      return met.flatMap((frame) => {
        const entry = frame.entries[relation.alias]!
        if (done.has(entry)) return []
        done.add(entry)
        const change = Object.fromEntries(changes.map(({ name, value }) => [name, value.of(frame)]))
        const row = rewrite(run, table, { entry, change, rules: rulesOf(env, table) })
        return [rowOf(returned, { ...frame, rows: { ...frame.rows, [relation.alias]: row } })]
      })
    },
  }
}

export const deletion = (outer: Env, node: Node): Plan => {
  const { table, relation } = tableOf(outer, node)
  const from = sourceOf(outer, [{ RangeVar: node['relation'] }, ...list(node['usingClause'])])
  const env = within(outer, from.relations)
  const where = node['whereClause'] && expression(env, node['whereClause'])
  const returned = returningOf(env, node)
  return {
    columns: columnsOf(returned),
    rows: (around) =>
      from
        .frames(around)
        .filter((frame) => !where || where.of(frame) === true)
        .map((frame) => {
          around.run.transaction.write(around.run.store.rowsOf(table.name), frame.entries[relation.alias]!, null)
          return rowOf(returned, frame)
        }),
  }
}

type Conflict = { columns: readonly string[]; changes: Change[] | null; where: Expression | undefined }
const conflictOf = (env: Env, table: Table, node: Node | undefined): Conflict | undefined => {
  if (!node) return undefined
  const columns = list(node['infer']?.['indexElems']).flatMap((one) => {
    const { name } = one['IndexElem']!
    return name ? [columnOf(table, text(name)).name] : []
  })
  const nothing = text(node['action']) === 'ONCONFLICT_NOTHING'
  return {
    columns,
    changes: nothing ? null : changesOf(env, table, list(node['targetList'])),
    where: node['whereClause'] && expression(env, node['whereClause']),
  }
}

const newRow = (table: Table, rules: Rules, { frame, given }: { frame: Frame; given: Row }): Row => {
  const row: Row = {}
  for (const { name, type } of table.columns.values())
    row[name] = given[name] === undefined ? (rules.defaults.get(name)?.of(frame) ?? null) : read(given[name], type)
  return row
}

export const insertion = (outer: Env, node: Node): Plan => {
  const { table, relation } = tableOf(outer, node)
  const names = node['cols']
    ? list(node['cols']).map((one) => columnOf(table, text(one['ResTarget']!['name'])).name)
    : [...table.columns.keys()]
  const given = outer.query(outer, node['selectStmt']!)
  const env = within(outer, [relation, { alias: 'excluded', columns: relation.columns }])
  const conflict = conflictOf(env, table, node['onConflictClause'])
  const returned = returningOf(within(outer, [relation]), node)

  const met = (run: Run, row: Row, rules: Rules): Entry | undefined =>
    conflict &&
    rules.uniques
      .filter(
        ({ columns }) =>
          !conflict.columns.length ||
          (columns.length === conflict.columns.length && conflict.columns.every((one) => columns.includes(one))),
      )
      .map((guard) => doubled(run, table, { guard, row }))
      .find((entry) => entry !== undefined)

  const meet = (around: Frame, { entry, row, rules }: { entry: Entry; row: Row; rules: Rules }): Row | undefined => {
    const { run } = around
    if (!conflict?.changes) return undefined
    run.transaction.lock(entry)
    const frame: Frame = { run, rows: { [relation.alias]: run.transaction.see(entry), excluded: row }, entries: {}, outer: around }
    if (conflict.where && conflict.where.of(frame) !== true) return undefined
    const change = Object.fromEntries(conflict.changes.map(({ name, value }) => [name, value.of(frame)]))
    return rewrite(run, table, { entry, change, rules })
  }

  const add = (around: Frame, row: Row, rules: Rules): Row | undefined => {
    const { run } = around
    triggers[table.name]?.inserted?.(run, row)
    finish(run, table, { rules, row })
    const entry = met(run, row, rules)
    if (entry) return meet(around, { entry, row, rules })
    requireUnique(run, table, { rules, row })
    run.transaction.insert(run.store.rowsOf(table.name), row)
    triggers[table.name]?.after?.(run, row)
    return row
  }

  return {
    columns: columnsOf(returned),
    rows: (around) => {
      const rules = rulesOf(env, table)
      return given.rows(around).flatMap((one) => {
        const values = Object.fromEntries(names.map((name, at) => [name, one[given.columns[at]!.name]]))
        const row = add(around, newRow(table, rules, { frame: around, given: values }), rules)
        return row ? [rowOf(returned, { run: around.run, rows: { [relation.alias]: row }, entries: {}, outer: around })] : []
      })
    },
  }
}
