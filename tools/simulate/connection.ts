import { camel } from '@tablewire/server/platform/db/names'
import type { BorrowedConnection } from '@tablewire/server/platform/db/kysely-dialect'
import type { CompiledQuery, QueryResult } from 'kysely'
import { type Answer, type Session, resultRows } from './database/memory-database.ts'
import { Blocked } from './database/store.ts'
import type { World } from './world.ts'

type Result = { rows: Record<string, unknown>[]; numAffectedRows?: bigint }
type PendingQuery = { text: string; values: readonly unknown[]; answer: (result: Result) => void; fail: (error: unknown) => void }

const resultOf = (answer: Answer): Result => {
  const rows = resultRows(answer, camel)
  return answer.changed ? { rows, numAffectedRows: BigInt(answer.rows.length) } : { rows }
}

/** A process's database connection: requests travel with latency, run in order, and so do the answers. */
export class Connection implements BorrowedConnection {
  readonly #world: World
  readonly #session: Session
  readonly #queue: PendingQuery[] = []
  #busy = false
  #cut = false
  readonly #reach: (run: () => void) => void
  constructor(world: World, session: Session, reach: (run: () => void) => void) {
    this.#reach = reach
    this.#world = world
    this.#session = session
  }

  ask(text: string, values: readonly unknown[]): Promise<Result> {
    return new Promise((answer, fail) => {
      // A dead process sends and receives nothing.
      if (this.#cut) return
      this.#queue.push({ text, values: [...values], answer, fail })
      if (this.#busy) return
      this.#busy = true
      this.#world.after(this.#wayMs(), () => this.#next())
    })
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.ask(sql, parameters) as Promise<QueryResult<Row>>
  }
  streamQuery(): never {
    throw new Error('nothing here is streamed')
  }
  noteError(): void {}
  giveBack(): void {}

  /** The process has crashed. Its last statement may still be carried out; then the database notices, and rolls back what was not committed. */
  cut(): void {
    this.#cut = true
    const { dice } = this.#world
    this.#queue.splice(dice.between(0, this.#queue.length))
    if (!this.#busy) this.#world.after(dice.between(0, 300), () => this.#session.close())
  }

  #wayMs(): number {
    const { dice } = this.#world
    return dice.chance(0.02) ? dice.between(5, 400) : 0.2 + dice.next()
  }

  #next(): void {
    const query = this.#queue[0]
    if (!query) {
      this.#busy = false
      if (this.#cut) this.#session.close()
      return
    }
    try {
      const result = resultOf(this.#session.execute(query.text, query.values))
      this.#reply(() => query.answer(result))
    } catch (error) {
      if (!(error instanceof Blocked)) this.#reply(() => query.fail(error))
      else this.#waitFor(error, query)
    }
  }

  #waitFor(blocked: Blocked, query: PendingQuery): void {
    try {
      this.#session.wait(blocked, () => void this.#world.after(0, () => this.#next()))
    } catch (error) {
      this.#reply(() => query.fail(error))
    }
  }

  #reply(say: () => void): void {
    this.#queue.shift()
    this.#world.after(this.#wayMs(), () => {
      if (!this.#cut) this.#reach(say)
    })
    // The statement pipelined behind it has arrived already.
    this.#next()
  }
}
