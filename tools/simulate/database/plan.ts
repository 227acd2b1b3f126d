import type { Catalogue } from './catalogue.ts'
import type { Entry, Store, Transaction } from './store.ts'
import type { Node } from './syntax.ts'
import { read, type Row, type Type, type Value } from './values.ts'

/** One statement on its way: what it may see, and what came with it. */
export type Run = {
  store: Store
  transaction: Transaction
  params: readonly unknown[]
  nowMs: number
  ctes: Map<string, Row[]>
  newId: () => string
}
/** What the parts of a statement are evaluated over: the rows joined so far, and those of the statement around. */
export type Frame = {
  run: Run
  rows: Readonly<Record<string, Row | null>>
  entries: Readonly<Record<string, Entry>>
  outer: Frame | null
  group?: readonly Frame[]
}
export type Expression = { type: Type; of(frame: Frame): Value }
export type Column = { name: string; type: Type }
export type Relation = { alias: string; columns: readonly Column[] }
/** Something that answers rows. */
export type Plan = { columns: readonly Column[]; rows(outer: Frame): Row[] }

/** What names mean while a statement is read. */
export type Env = {
  catalogue: Catalogue
  relations: readonly Relation[]
  ctes: ReadonlyMap<string, readonly Column[]>
  outer: Env | null
  /** Told when an aggregate is met. */
  aggregates: { met: boolean }
  /** A query within: given by the module of queries, which knows expressions. */
  query: (env: Env, node: Node) => Plan
}

export const within = (env: Env, relations: readonly Relation[]): Env => ({ ...env, relations, outer: env, aggregates: { met: false } })

export const as = (expression: Expression, type: Type): Expression =>
  expression.type === type ? expression : { type, of: (frame) => read(expression.of(frame), type) }

export const frameOf = (run: Run): Frame => ({ run, rows: {}, entries: {}, outer: null })
