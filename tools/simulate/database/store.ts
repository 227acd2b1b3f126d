import { type Row, SqlError } from './values.ts'

/** One row in its versions: the committed one, and one transaction's uncommitted one. */
export type Entry = { committed: Row | null; pending: { by: Transaction; row: Row | null } | null; lockedBy: Transaction | null }
export type Rows = { name: string; entries: Entry[] }

/** Locked by another transaction: the statement waits until that one is over, and is retried. */
export class Blocked extends Error {
  readonly by: Transaction
  constructor(by: Transaction) {
    super('waits for another transaction')
    this.by = by
  }
}

/** A transaction under READ COMMITTED: each statement sees what is committed when it runs, and what its own transaction wrote. */
export class Transaction {
  readonly #store: Store
  readonly #written = new Map<Entry, Rows>()
  readonly #locked = new Set<Entry>()
  readonly #advisory = new Set<string>()
  #undo: (() => void)[] = []
  readonly #atEnd: (() => void)[] = []
  waitsFor: Transaction | null = null
  failed = false
  over = false
  constructor(store: Store) {
    this.#store = store
  }

  see({ pending, committed }: Entry): Row | null {
    return pending?.by === this ? pending.row : committed
  }

  lock(entry: Entry): void {
    if (entry.lockedBy && entry.lockedBy !== this) throw new Blocked(entry.lockedBy)
    // The lock outlives the statement that took it, also one that then has to wait for another row.
    Object.assign(entry, { lockedBy: this })
    this.#locked.add(entry)
  }

  isFree({ lockedBy }: Entry): boolean {
    return !lockedBy || lockedBy === this
  }

  write(rows: Rows, entry: Entry, row: Row | null): void {
    this.lock(entry)
    const before = entry.pending
    this.#undo.push(() => void Object.assign(entry, { pending: before }))
    Object.assign(entry, { pending: { by: this, row } })
    this.#written.set(entry, rows)
  }

  insert(rows: Rows, row: Row): Entry {
    const entry: Entry = { committed: null, pending: null, lockedBy: null }
    rows.entries.push(entry)
    this.#undo.push(() => void rows.entries.splice(rows.entries.indexOf(entry), 1))
    this.write(rows, entry, row)
    return entry
  }

  advise(key: string): boolean {
    const holder = this.#store.advisory.get(key)
    if (holder && holder !== this) return false
    this.#store.advisory.set(key, this)
    this.#advisory.add(key)
    return true
  }
  holderOf(key: string): Transaction {
    return this.#store.advisory.get(key)!
  }

  /** Runs one statement: all of it, or nothing of it. */
  run<T>(statement: () => T): T {
    this.#undo = []
    try {
      return statement()
    } catch (error) {
      for (const undo of this.#undo.toReversed()) undo()
      if (!(error instanceof Blocked)) this.failed = true
      throw error
    }
  }

  /** Deadlock detection: the transaction that closes a ring of waiters is refused. */
  waitFor(other: Transaction): void {
    for (let next: Transaction | null = other; next; next = next.waitsFor)
      if (next === this) {
        this.failed = true
        throw new SqlError('40P01', 'deadlock detected')
      }
    this.waitsFor = other
  }

  whenOver(run: () => void): void {
    this.#atEnd.push(run)
  }

  commit(): void {
    if (!this.failed)
      for (const entry of this.#written.keys()) if (entry.pending?.by === this) Object.assign(entry, { committed: entry.pending.row })
    this.#end()
  }
  rollback(): void {
    this.#end()
  }

  #end(): void {
    this.over = true
    for (const [entry, rows] of this.#written) {
      Object.assign(entry, { pending: null })
      if (entry.committed === null) {
        const at = rows.entries.indexOf(entry)
        if (at >= 0) rows.entries.splice(at, 1)
      }
    }
    for (const entry of this.#locked) Object.assign(entry, { lockedBy: null })
    for (const key of this.#advisory) this.#store.advisory.delete(key)
    for (const run of this.#atEnd) run()
  }
}

/** The rows of all tables. */
export class Store {
  readonly tables = new Map<string, Rows>()
  readonly advisory = new Map<string, Transaction>()

  rowsOf(name: string): Rows {
    const known = this.tables.get(name)
    if (known) return known
    const rows: Rows = { name, entries: [] }
    this.tables.set(name, rows)
    return rows
  }

  /** What is committed, for whoever judges. */
  committed(name: string): Row[] {
    return this.rowsOf(name).entries.flatMap(({ committed }) => (committed ? [committed] : []))
  }
}
