import { loadModule, parseSync } from 'libpg-query'
import { typeNamed, type Type } from './values.ts'

/** A node of PostgreSQL's own syntax tree: its kind is the name of its only field. */
export interface Node {
  readonly [field: string]: Node | undefined
}

/** PostgreSQL's own parser has to be loaded once. */
export const loadParser = (): Promise<void> => loadModule()
type Parsed = { stmts?: { stmt: Node; stmt_location?: number; stmt_len?: number }[] }
/** Each with its own part of the text. */
export const statementsWithText = (sql: string): { statement: Node; source: string }[] => {
  const bytes = new TextEncoder().encode(sql)
  return (
    (parseSync(sql) as unknown as Parsed).stmts?.map(({ stmt, stmt_location: from = 0, stmt_len: length }) => ({
      statement: stmt,
      source: new TextDecoder().decode(bytes.subarray(from, length === undefined ? undefined : from + length)),
    })) ?? []
  )
}
export const statementsIn = (sql: string): Node[] => statementsWithText(sql).map(({ statement }) => statement)

export const kindOf = (node: Node): string => Object.keys(node)[0]!
export const inside = (node: Node): Node => Object.values(node)[0]!
export const list = (node: Node | undefined): Node[] => (node ?? []) as unknown as Node[]
export const text = (node: Node | undefined): string => node as unknown as string
export const number = (node: Node | undefined): number => (node ?? 0) as unknown as number
export const yes = (node: Node | undefined): boolean => (node as unknown) === true
/** `{ String: { sval } }`, or the last of several. */
export const word = (node: Node | undefined): string => text(node?.['String']?.['sval'])
export const lastWord = (nodes: Node | undefined): string => word(list(nodes).at(-1))

export const typeOf = (node: Node | undefined): Type => typeNamed(lastWord(node?.['names']), node?.['arrayBounds'] !== undefined)
