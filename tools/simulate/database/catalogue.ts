import { inside, kindOf, lastWord, list, type Node, statementsIn, text, typeOf, word, yes } from './syntax.ts'
import { type Type } from './values.ts'

export type ColumnDefinition = { name: string; type: Type; required: boolean; default?: Node; generated?: Node }
/** `where`: of a partial index. */
export type Unique = { name: string; over: Node[]; where?: Node }
export type Check = { name: string; condition: Node }
export type Table = { name: string; columns: Map<string, ColumnDefinition>; uniques: Unique[]; checks: Check[]; filled: Node[] }
export type Catalogue = { tables: Map<string, Table>; views: Map<string, Node> }

const columnName = (name: string): Node => ({ ColumnRef: { fields: [{ String: { sval: name } }] } }) as unknown as Node
const keysOf = (node: Node): Node[] => list(node['keys']).map((key) => columnName(word(key)))

const named = (table: Table, node: Node, ending: string): string => text(node['conname']) ?? `${table.name}_${ending}`

/** Foreign keys are left out: the rows of other features are not here. */
const constrain = (table: Table, node: Node, column?: ColumnDefinition): void => {
  const over = column ? [columnName(column.name)] : keysOf(node)
  const names = column ? column.name : list(node['keys']).map(word).join('_')
  switch (text(node['contype'])) {
    case 'CONSTR_NOTNULL':
      column!.required = true
      break
    case 'CONSTR_DEFAULT':
      column!.default = node['raw_expr']!
      break
    case 'CONSTR_IDENTITY':
      column!.required = true
      break
    case 'CONSTR_GENERATED':
      column!.generated = node['raw_expr']!
      break
    case 'CONSTR_PRIMARY':
      table.uniques.push({ name: named(table, node, 'pkey'), over })
      for (const name of column ? [column.name] : list(node['keys']).map(word)) table.columns.get(name)!.required = true
      break
    case 'CONSTR_UNIQUE':
      table.uniques.push({ name: named(table, node, `${names}_key`), over })
      break
    case 'CONSTR_CHECK':
      table.checks.push({ name: named(table, node, column ? `${column.name}_check` : 'check'), condition: node['raw_expr']! })
  }
}

const addColumn = (table: Table, node: Node): void => {
  const column: ColumnDefinition = { name: text(node['colname']), type: typeOf(node['typeName']), required: false }
  table.columns.set(column.name, column)
  for (const one of list(node['constraints'])) constrain(table, one['Constraint']!, column)
}

const create = ({ tables }: Catalogue, node: Node): void => {
  const name = text(node['relation']!['relname'])
  const table: Table = { name, columns: new Map(), uniques: [], checks: [], filled: [] }
  tables.set(name, table)
  for (const one of list(node['tableElts'])) {
    if (one['ColumnDef']) addColumn(table, one['ColumnDef'])
    else if (one['Constraint']) constrain(table, one['Constraint'])
    else if (one['TableLikeClause'])
      for (const [like, column] of tables.get(text(one['TableLikeClause']['relation']!['relname']))!.columns)
        table.columns.set(like, { ...column })
  }
}

type Alteration = (table: Table, name: string, definition: Node | undefined) => void
const alterations: Readonly<Record<string, Alteration>> = {
  AT_AddColumn: (table, _name, definition) => addColumn(table, definition!['ColumnDef']!),
  AT_DropColumn: (table, name) => void table.columns.delete(name),
  AT_ColumnDefault: (table, name, definition) => {
    const { default: _, ...column } = table.columns.get(name)!
    table.columns.set(name, { ...column, ...(definition ? { default: definition } : {}) })
  },
  AT_DropNotNull: (table, name) => void Object.assign(table.columns.get(name)!, { required: false }),
  AT_SetNotNull: (table, name) => void Object.assign(table.columns.get(name)!, { required: true }),
  AT_AlterColumnType: (table, name, definition) =>
    void Object.assign(table.columns.get(name)!, { type: typeOf(definition!['ColumnDef']!['typeName']) }),
  AT_AddConstraint: (table, _name, definition) => constrain(table, definition!['Constraint']!),
  AT_DropConstraint: (table, name) => {
    table.checks = table.checks.filter((one) => one.name !== name)
    table.uniques = table.uniques.filter((one) => one.name !== name)
  },
}

const alter = ({ tables }: Catalogue, node: Node): void => {
  const table = tables.get(text(node['relation']!['relname']))
  if (!table) return
  for (const one of list(node['cmds'])) {
    const command = one['AlterTableCmd']!
    alterations[text(command['subtype'])]?.(table, text(command['name']), command['def'])
  }
}

const index = ({ tables }: Catalogue, node: Node): void => {
  if (!yes(node['unique'])) return
  const table = tables.get(text(node['relation']!['relname']))
  const over = list(node['indexParams']).map((one) => {
    const { name, expr } = one['IndexElem']!
    return expr ?? columnName(text(name))
  })
  table?.uniques.push({ name: text(node['idxname']), over, ...(node['whereClause'] ? { where: node['whereClause'] } : {}) })
}

const rename = ({ tables }: Catalogue, node: Node): void => {
  const table = tables.get(text(node['relation']?.['relname']))
  if (!table) return
  const [from, to] = [text(node['subname']), text(node['newname'])]
  if (text(node['renameType']) === 'OBJECT_TABLE') {
    tables.delete(table.name)
    tables.set(to, { ...table, name: to })
  }
  if (text(node['renameType']) !== 'OBJECT_COLUMN') return
  const column = table.columns.get(from)!
  table.columns.delete(from)
  table.columns.set(to, { ...column, name: to })
}

const drop = ({ tables, views }: Catalogue, node: Node): void => {
  for (const one of list(node['objects'])) {
    const name = lastWord(one['List']?.['items'])
    if (text(node['removeType']) === 'OBJECT_TABLE') tables.delete(name)
    if (text(node['removeType']) === 'OBJECT_VIEW') views.delete(name)
  }
}

/** Rows that a migration itself writes: which moves are legal, above all. */
const fill = ({ tables }: Catalogue, node: Node): void => void tables.get(text(node['relation']!['relname']))?.filled.push(node)

const readers: Readonly<Record<string, (catalogue: Catalogue, node: Node) => void>> = {
  CreateStmt: create,
  AlterTableStmt: alter,
  IndexStmt: index,
  RenameStmt: rename,
  DropStmt: drop,
  InsertStmt: fill,
  ViewStmt: ({ views }, node) => void views.set(text(node['view']!['relname']), node['query']!),
}

/** What the migrations make, in their order: tables with their defaults, keys and checks, views, and which moves are legal. */
export const catalogueOf = (migrations: readonly string[]): Catalogue => {
  const catalogue: Catalogue = { tables: new Map(), views: new Map() }
  for (const sql of migrations) for (const statement of statementsIn(sql)) readers[kindOf(statement)]?.(catalogue, inside(statement))
  return catalogue
}
