import { camel } from '@tablewire/server/platform/db/names'
import type { Catalogue } from './catalogue.ts'
import { expression } from './expressions.ts'
import { type Env, frameOf, type Plan } from './plan.ts'
import { query } from './statement.ts'
import { type Blocked, Store, Transaction } from './store.ts'
import { inside, kindOf, type Node, statementsIn, text as textIn } from './syntax.ts'
import { read as readValue, type Row, SqlError, tell } from './values.ts'

type Step = { kind: string; node: Node; plan: Plan | undefined }
export type Answer = { columns: Plan['columns']; rows: Row[]; changed: boolean }

const writes = ['InsertStmt', 'UpdateStmt', 'DeleteStmt']
/** Cache of parsed statements, for all databases of a process with the same migrations. */
const read = new WeakMap<Catalogue, Map<string, readonly Step[]>>()

const stepsOf = (catalogue: Catalogue, sql: string): readonly Step[] => {
  const known = read.get(catalogue) ?? new Map<string, readonly Step[]>()
  read.set(catalogue, known)
  const found = known.get(sql)
  if (found) return found
  const env: Env = { catalogue, relations: [], ctes: new Map(), outer: null, aggregates: { met: false }, query }
  const steps = statementsIn(sql).map((node): Step => {
    const kind = kindOf(node)
    return { kind, node: inside(node), plan: kind === 'TransactionStmt' || kind === 'VariableSetStmt' ? undefined : query(env, node) }
  })
  known.set(sql, steps)
  return steps
}

/** Tables whose rows the migrations bring, and the triggers here read. */
const legalMoves = ['reservation_moves', 'remote_moves']

/** What a session was asked, in the order in which it was carried out. */
export type RecordedStatement = {
  session: number
  nowMs: number
  text: string
  values: readonly unknown[]
  rows?: unknown
  /** Of rows written. */
  count?: number
  code?: string | undefined
  constraint?: string | undefined
}
type World = { nowMs: () => number; newId: () => string; heard?: ((statement: RecordedStatement) => void) | undefined }

/**
 * PostgreSQL, as far as bookings need it, in memory and in virtual time. Its tables, keys, checks and defaults are read from the migrations, its
 * statements are the product's own. READ COMMITTED, row and advisory locks, waiting and deadlocks are as there.
 */
export class MemoryDatabase {
  readonly store = new Store()
  readonly #catalogue: Catalogue
  readonly #world: World
  constructor(catalogue: Catalogue, world: World) {
    this.#catalogue = catalogue
    this.#world = world
    for (const name of legalMoves) for (const node of catalogue.tables.get(name)!.filled) this.#fill(node)
  }

  #fill(node: Node): void {
    const transaction = new Transaction(this.store)
    const env: Env = { catalogue: this.#catalogue, relations: [], ctes: new Map(), outer: null, aggregates: { met: false }, query }
    query(env, { InsertStmt: node }).rows(frameOf(this.#runOf(transaction, [])))
    transaction.commit()
  }

  /** A row of somebody else's, as it lies there: what is not given is its default, and nothing is checked. */
  put(name: string, given: Row): void {
    const table = this.#catalogue.tables.get(name)!
    const env: Env = { catalogue: this.#catalogue, relations: [], ctes: new Map(), outer: null, aggregates: { met: false }, query }
    const frame = frameOf(this.#runOf(new Transaction(this.store), []))
    const row: Row = {}
    for (const column of table.columns.values()) {
      const value = given[column.name] ?? (column.default ? expression(env, column.default).of(frame) : null)
      row[column.name] = readValue(value, column.type)
    }
    this.store.rowsOf(name).entries.push({ committed: row, pending: null, lockedBy: null })
  }

  #runOf(transaction: Transaction, params: readonly unknown[]) {
    return { store: this.store, transaction, params, nowMs: this.#world.nowMs(), ctes: new Map(), newId: this.#world.newId }
  }

  #sessions = 0
  open(): Session {
    return new Session(this, ++this.#sessions)
  }

  note(session: number, { text: asked, values, outcome }: { text: string; values: readonly unknown[]; outcome: Answer | Error }): void {
    if (!this.#world.heard) return
    const { code, constraint } = outcome as SqlError
    const said =
      outcome instanceof Error
        ? { code, constraint }
        : { rows: resultRows(outcome, camel), ...(outcome.changed ? { count: outcome.rows.length } : {}) }
    this.#world.heard({ session, nowMs: this.#world.nowMs(), text: asked, values, ...said })
  }

  steps(sql: string): readonly Step[] {
    return stepsOf(this.#catalogue, sql)
  }

  run(transaction: Transaction, { plan, kind }: Step, params: readonly unknown[]): Answer {
    const rows = transaction.run(() => plan!.rows(frameOf(this.#runOf(transaction, params))))
    return { columns: plan!.columns, rows, changed: writes.includes(kind) }
  }
}

const aborted = (): SqlError => new SqlError('25P02', 'current transaction is aborted')
const nothing: Answer = { columns: [], rows: [], changed: false }

/** One connection: its statements run one after the other, in its transaction or each in one of its own. */
export class Session {
  readonly #database: MemoryDatabase
  readonly #number: number
  #transaction: Transaction | null = null
  constructor(database: MemoryDatabase, number: number) {
    this.#database = database
    this.#number = number
  }

  /** `Blocked` = another transaction holds a lock: to be retried when that one is over. */
  execute(sql: string, params: readonly unknown[]): Answer {
    try {
      let answer = nothing
      for (const step of this.#steps(sql)) answer = this.#step(step, params)
      this.#note(sql, params, answer)
      return answer
    } catch (error) {
      if (error instanceof SqlError) this.#note(sql, params, error)
      throw error
    }
  }

  /** A statement that names an unknown table or column aborts its transaction like any other failure. */
  #steps(sql: string): readonly Step[] {
    try {
      return this.#database.steps(sql)
    } catch (error) {
      const open = this.#transaction
      if (open?.failed && error instanceof SqlError) throw aborted()
      if (open) open.failed = true
      throw error
    }
  }

  #note(text: string, values: readonly unknown[], outcome: Answer | Error): void {
    this.#database.note(this.#number, { text, values, outcome })
  }

  #step(step: Step, params: readonly unknown[]): Answer {
    if (step.kind === 'TransactionStmt') return this.#turn(textIn(step.node['kind']))
    if (!step.plan) return nothing
    const open = this.#transaction
    if (open?.failed) throw aborted()
    if (open) {
      open.waitsFor = null
      return this.#database.run(open, step, params)
    }
    const own = new Transaction(this.#database.store)
    try {
      const answer = this.#database.run(own, step, params)
      own.commit()
      return answer
    } catch (error) {
      own.rollback()
      throw error
    }
  }

  #turn(kind: string): Answer {
    if (kind === 'TRANS_STMT_BEGIN') this.#transaction = new Transaction(this.#database.store)
    else if (kind === 'TRANS_STMT_COMMIT' || kind === 'TRANS_STMT_ROLLBACK') {
      if (kind === 'TRANS_STMT_COMMIT') this.#transaction?.commit()
      else this.#transaction?.rollback()
      this.#transaction = null
    }
    return nothing
  }

  /** Waits for a lock, and is refused in a deadlock. */
  wait({ by }: Blocked, again: () => void): void {
    this.#transaction?.waitFor(by)
    by.whenOver(again)
  }

  /** The other side is gone. */
  close(): void {
    if (this.#transaction) this.#note('rollback', [], nothing)
    this.#transaction?.rollback()
    this.#transaction = null
  }
}

/** Rows as the driver hands them out, with names as in TypeScript. */
export const resultRows = ({ columns, rows, changed }: Answer, nameOf: (column: string) => string): Record<string, unknown>[] =>
  changed && !columns.length
    ? []
    : rows.map((row) => Object.fromEntries(columns.map(({ name, type }) => [nameOf(name), tell(row[name], type)])))
