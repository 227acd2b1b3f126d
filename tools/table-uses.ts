/*
 * Finds the tables that a file of the server names: in calls of the query builder, read from its syntax tree, and in its SQL texts. A table is said as
 * a text where it is used (a list of texts, or one with its alias); whatever else stands there is refused, as nobody could follow it.
 */
import { parseSync } from 'oxc-parser'
import type { SourceFile } from './import-graph.ts'
import { type Hole, type Names, type Reading, sqlReading, type TableUse, withHoles } from './sql-tables.ts'

/** As Kysely's names become the database's. */
export const snakeOf = (name: string): string => name.replaceAll(/(?<!^)(?<![A-Z])[A-Z]/g, '_$&').toLowerCase()

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nodeAt = (node: Node, field: string): Node | undefined => (isNode(node[field]) ? node[field] : undefined)
const nodesAt = (node: Node, field: string): Node[] => (Array.isArray(node[field]) ? node[field].filter((one) => isNode(one)) : [])

const wrappers = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSInstantiationExpression',
  'TSTypeAssertion',
  'ParenthesizedExpression',
  'ChainExpression',
])
const bare = (node: Node): Node => (wrappers.has(node.type) ? bare(nodeAt(node, 'expression')!) : node)

const textOf = (given: Node | undefined): string | undefined => {
  const node = given && bare(given)
  if (node?.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  const [only, ...more] = node?.type === 'TemplateLiteral' ? piecesOf(node) : []
  return more.length === 0 ? only : undefined
}
const piecesOf = (template: Node): string[] =>
  nodesAt(template, 'quasis').map((one) => (one['value'] as { cooked: string | null }).cooked ?? '')

/** What a call calls, or a member is named: `db.deleteFrom`, `db['deleteFrom']`, `deleteFrom`. */
const nameOf = (given: Node | undefined): string | undefined => {
  const node = given && bare(given)
  if (node?.type === 'Identifier') return node['name'] as string
  const property = node?.type === 'MemberExpression' ? nodeAt(node, 'property') : undefined
  return property && (node!['computed'] ? textOf(property) : (property['name'] as string))
}
const objectOf = (given: Node | undefined): Node | undefined => {
  const node = given && bare(given)
  return node?.type === 'MemberExpression' ? nodeAt(node, 'object') : undefined
}

const writing = new Set(
  'insertInto replaceInto updateTable deleteFrom mergeInto deferInsert dropTable alterTable truncateTable createTable'.split(' '),
)
const reading = /^(?:selectFrom|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?|(?:outer|cross)Apply)$/
/** Only the builder has these words; the others are everybody's. */
const builders = new Set([...writing, 'selectFrom', 'insertOf'])
/** `Array.from`, `Temporal.Instant.from`. */
const isOfType = (callee: Node | undefined): boolean => /^[A-Z]/.test(nameOf(objectOf(callee)) ?? '')

/** `sends`: the file sends texts that it keeps in variables, so that any of them may be SQL. */
type FileReading = Reading & { readonly names: Names; readonly code: string; readonly sends: boolean }
const shown = ({ code }: FileReading, { start, end }: Node): string => code.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80)
const refuse = (found: FileReading, node: Node): void => void found.unclear.push(shown(found, node))
const take = ({ uses, names }: FileReading, name: string, write: boolean): void => {
  const table = snakeOf(name)
  if (names.known(table)) uses.push({ table, write })
}
/** `public.books as b` → `books`. */
const tableIn = (text: string): string =>
  text
    .trim()
    .replace(/^public\./i, '')
    .split(/[\s.]/)[0]!

const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'TaggedTemplateExpression'])
/** A subquery or a fragment with its alias: what it names stands in it. */
const isExpression = (node: Node): boolean =>
  functions.has(node.type) || (node.type === 'CallExpression' && /^(?:as|table|\$\w+)$/.test(nameOf(nodeAt(node, 'callee')) ?? ''))

type TablePlace = { readonly call: Node; readonly write: boolean }
const takeTable = (found: FileReading, argument: Node | undefined, place: TablePlace): void => {
  if (!argument) return
  const node = bare(argument)
  const text = textOf(node)
  if (text !== undefined) take(found, tableIn(text), place.write)
  else if (node.type === 'ArrayExpression') for (const one of nodesAt(node, 'elements')) takeTable(found, one, place)
  else if (place.write || !isExpression(node)) refuse(found, place.call)
}

const isNaming = (callee: Node | undefined): boolean => {
  const [name, of] = [nameOf(callee), nameOf(objectOf(callee))]
  return (of === 'sql' && (name === 'table' || name === 'id')) || (of === 'dynamic' && name === 'table')
}

/** `sql.table('books')` names a table, `sql.ref('books.id')` a column of one. */
const holeOf = (given: Node): Hole => {
  const node = bare(given)
  const callee = node.type === 'CallExpression' ? nodeAt(node, 'callee') : undefined
  if (!callee) return textOf(node) === undefined ? 'fragment' : 'unknown'
  const named = nodesAt(node, 'arguments').map((one) => textOf(one))
  const isRef = nameOf(objectOf(callee)) === 'sql' && ['ref', 'raw'].includes(nameOf(callee) ?? '')
  if (!isNaming(callee) && !isRef) return 'fragment'
  const last = named.at(-1)
  return last === undefined ? 'unknown' : { table: snakeOf(tableIn(last)) }
}

type Call = { readonly call: Node; readonly callee: Node; readonly name: string; readonly given: readonly Node[] }
type CallReader = (found: FileReading, call: Call) => void
const takeFunction: CallReader = ({ uses, names }, { given }) => {
  const text = textOf(given[0])
  if (text !== undefined) uses.push(...(names.functions.get(tableIn(text)) ?? []))
}
const takeReference: CallReader = (found, { given }) => {
  const text = textOf(given[0])
  if (text !== undefined) take(found, tableIn(text), false)
}
/** `db[verb]('books')`: whatever it does to it. */
const takeAnyVerb: CallReader = (found, { callee, given }) => {
  if (bare(callee).type !== 'MemberExpression') return
  for (const one of given) {
    const text = textOf(one)
    if (text !== undefined) take(found, tableIn(text), true)
  }
}
const takeNamed: CallReader = (found, { call, given }) => {
  for (const one of given) takeTable(found, one, { call, write: false })
}

const readerOf = ({ name, callee }: Call): CallReader | undefined => {
  if (name === '') return takeAnyVerb
  if (writing.has(name)) return (found, { call, given }) => takeTable(found, given[name === 'deferInsert' ? 1 : 0], { call, write: true })
  if (isNaming(callee)) return takeNamed
  if (reading.test(name) && !isOfType(callee)) return (found, { call, given }) => takeTable(found, given[0], { call, write: false })
  if (name === 'ref') return takeReference
  return name === 'fn' ? takeFunction : undefined
}

const takeCall = (found: FileReading, node: Node): void => {
  const callee = nodeAt(node, 'callee')!
  const call = { call: node, callee, name: nameOf(callee) ?? '', given: nodesAt(node, 'arguments') }
  readerOf(call)?.(found, call)
  for (const one of call.given) takeWords(found, one)
}

/** Names of several words are nobody else's: given to any call, or in a list, its table is meant. */
const takeWords = (found: FileReading, node: Node): void => {
  const text = textOf(node)
  if (text !== undefined && /^[a-z]+(?:[A-Z][a-z]+)+(?:\s+as\s+\w+)?$/.test(text)) take(found, tableIn(text), false)
}

const propertyNamed = (object: Node, name: string): Node | undefined => {
  const property = nodesAt(object, 'properties').find(
    (one) => one.type === 'Property' && [nameOf(nodeAt(one, 'key')), textOf(nodeAt(one, 'key'))].includes(name),
  )
  return property && nodeAt(property, 'value')
}
/** Rows that another writes or clears away by the name given here: `{ table: 'books', row }`, `{ table: 'books', column: 'at' }`. */
const takeObject = (found: FileReading, object: Node): void => {
  const table = propertyNamed(object, 'table')
  if (!table || !['row', 'column'].some((name) => propertyNamed(object, name))) return
  const text = textOf(table)
  if (text === undefined) refuse(found, object)
  else take(found, tableIn(text), true)
}

const verb =
  /^\s*(?:table|call|execute)\s|\b(?:select|truncate|copy|drop|create)\s|\b(?:insert|merge)\s+into\b|\bdelete\s+from\b|\bupdate\s+(?:only\s+)?\S+\s+(?:(?:as\s+)?\w+\s+)?set\b|^\s*update\s+(?:only\s+)?(?:[\w".]+\s*)?$|^\s*lock\s+[\w".]+|\b(?:lock|alter)\s+table\b|\b(?:from|join|using)\s|::/i
/** A text that nobody tags may be SQL: it is read where it has one of its verbs. */
const takeText = (found: FileReading, node: Node, parent: Node | undefined): void => {
  const isRaw = parent?.type === 'CallExpression' && nameOf(nodeAt(parent, 'callee')) === 'raw'
  const tagged = found.sends || isRaw || parent?.type === 'TaggedTemplateExpression'
  const pieces = node.type === 'TemplateLiteral' ? piecesOf(node) : [textOf(node) ?? '']
  const text = withHoles(pieces)
  const fragment = tagged && /^\s*(?:"?\w+"?\s*\.\s*)?"?\w+"?(?:\s+(?:as\s+)?\w+)?(?:\s*,[\s\w,."]*)?\s*$/.test(text)
  if (!tagged && !verb.test(text)) return
  const holes = nodesAt(node, 'expressions')
  const read = sqlReading(text, found.names, {
    holeAt: (index) => holeOf(holes[index]!),
    isReadUnclear: (!tagged || isRaw) && /\bselect\b|\bdelete\b/i.test(text),
  })
  found.uses.push(...read.uses)
  found.unclear.push(...read.unclear)
  // A fragment that is a list of tables and nothing else.
  if (fragment) for (const one of text.split(',')) take(found, tableIn(one), false)
}

const isCallee = (node: Node, parents: readonly Node[]): boolean => {
  let child = node
  for (const parent of parents.toReversed()) {
    if (parent.type === 'CallExpression') return nodeAt(parent, 'callee') === child
    if (!wrappers.has(parent.type)) return false
    child = parent
  }
  return false
}

const renames = (node: Node): boolean =>
  node.type === 'ImportSpecifier'
    ? nameOf(nodeAt(node, 'imported')) !== nameOf(nodeAt(node, 'local'))
    : nameOf(nodeAt(node, 'key')) !== nameOf(bareDefault(nodeAt(node, 'value')))
const bareDefault = (node: Node | undefined): Node | undefined => (node?.type === 'AssignmentPattern' ? nodeAt(node, 'left') : node)

const named = new Set([...builders, 'deferStatement', 'sql', 'statement'])
/** `const put = deferInsert`, `run(deferInsert)`, `{ insertOf }`; not `db.deferInsert`, nor the pattern that takes it out of something. */
const isHandedOn = (node: Node, parents: readonly Node[]): boolean => {
  const parent = parents.at(-1)
  if (parent?.type === 'VariableDeclarator') return parent['init'] === node
  if (parent?.type === 'MemberExpression') return parent['object'] === node || parent['computed'] === true
  if (parent?.type === 'Property') return parents.at(-2)?.type !== 'ObjectPattern'
  return parent !== undefined && parent.type.endsWith('Expression')
}

type AliasCheck = (node: Node, parents: readonly Node[]) => boolean
const aliasing: Readonly<Record<string, AliasCheck>> = {
  ImportSpecifier: (node) => named.has(nameOf(nodeAt(node, 'imported')) ?? '') && renames(node),
  Property: (node, parents) => parents.at(-1)?.type === 'ObjectPattern' && builders.has(nameOf(nodeAt(node, 'key')) ?? '') && renames(node),
  MemberExpression: (node, parents) => builders.has(nameOf(node) ?? '') && !isCallee(node, parents),
  Identifier: (node, parents) => builders.has(nameOf(node)!) && isHandedOn(node, parents) && !isCallee(node, parents),
}
/** A way to the database under another name, or handed on: calls of it would be seen by nobody. */
const takeAlias = (found: FileReading, node: Node, parents: readonly Node[]): void => {
  if (aliasing[node.type]?.(node, parents)) refuse(found, node)
}

type NodeReader = (found: FileReading, node: Node, parent: Node | undefined) => void
const readers: Readonly<Record<string, NodeReader>> = {
  CallExpression: (found, node) => takeCall(found, node),
  ObjectExpression: (found, node) => takeObject(found, node),
  ArrayExpression: (found, node) => {
    for (const one of nodesAt(node, 'elements')) takeWords(found, one)
  },
  TemplateLiteral: (found, node, parent) => takeText(found, node, parent),
  Literal: (found, node, parent) => {
    if (typeof node['value'] === 'string') takeText(found, node, parent)
  },
}

/** Types, and where a module stands, name no rows. */
const unread = /^(?:TS(?!As|Satisfies|NonNull|Instantiation|TypeAssertion|Module)|ExportAllDeclaration$)/
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter((one) => isNode(one)))
const visit = (found: FileReading, node: Node, parents: readonly Node[]): void => {
  takeAlias(found, node, parents)
  readers[node.type]?.(found, node, parents.at(-1))
  const inside = [...parents, node]
  for (const child of childrenOf(node)) if (!unread.test(child.type)) visit(found, child, inside)
}

export type FileUses = { readonly uses: readonly TableUse[]; readonly unclear: readonly string[] }
const once = (uses: readonly TableUse[]): TableUse[] => {
  const found = new Map<string, boolean>()
  for (const { table, write } of uses) found.set(table, write || (found.get(table) ?? false))
  return [...found].map(([table, write]) => ({ table, write }))
}

const programs = new WeakMap<SourceFile, Node>()
const programOf = (file: SourceFile): Node => {
  const known = programs.get(file)
  if (known) return known
  const { program } = parseSync(file.path, file.text)
  programs.set(file, program as unknown as Node)
  return program as unknown as Node
}

/** Every table and view among the known that a file names, once each; a table that is written and read counts as written. */
export const fileUses = (file: SourceFile, names: Names): FileUses => {
  const found: FileReading = { uses: [], unclear: [], names, code: file.text, sends: /\bsql\.raw\(\s*\w+\s*\)/.test(file.text) }
  visit(found, programOf(file), [])
  return { uses: once(found.uses), unclear: [...new Set(found.unclear)] }
}

/** The members of each `interface Tables` in a file. */
export const declaredIn = (file: SourceFile): string[] => {
  if (!file.text.includes('interface Tables')) return []
  const declared: string[] = []
  const look = (node: Node): void => {
    const body = node.type === 'TSInterfaceDeclaration' && nameOf(nodeAt(node, 'id')) === 'Tables' ? nodeAt(node, 'body') : undefined
    for (const member of body ? nodesAt(body, 'body') : []) {
      const name = nameOf(nodeAt(member, 'key')) ?? textOf(nodeAt(member, 'key'))
      if (name !== undefined) declared.push(snakeOf(name))
    }
    for (const child of childrenOf(node)) look(child)
  }
  look(programOf(file))
  return declared
}
