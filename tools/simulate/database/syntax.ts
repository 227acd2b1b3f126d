import { loadModule, parseSync } from 'libpg-query'
import { typeNamed, type Type } from './values.ts'

/** A node of PostgreSQL's own syntax tree: its kind is the name of its only field. */
export interface Node {
  readonly [field: string]: Node | undefined
}

/** PostgreSQL's own parser has to be loaded once. */
export const loadParser = (): Promise<void> => loadModule()
export const statementsIn = (sql: string): Node[] =>
  (parseSync(sql) as unknown as { stmts?: { stmt: Node }[] }).stmts?.map(({ stmt }) => stmt) ?? []

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
