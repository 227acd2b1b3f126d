import pg from 'pg'

type Parser = (value: string) => unknown
type Layout = { names: readonly string[]; parsers: readonly Parser[] }
/** What the rows of a connection's prepared statements look like, by their names; `rename` makes names of columns those of fields. */
export type Layouts = { known: Map<string, Layout>; rename: (column: string) => string }
export const makeLayouts = (rename: Layouts['rename']): Layouts => ({ known: new Map(), rename })
export type Result = { command: string; rowCount: number | null; rows: Record<string, unknown>[] }

type Asked = { name: string; text: string; values: readonly unknown[] }
type Answer = {
  getTypeParser: (oid: number, format: 'text') => Parser
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}
type Connection = { describe: () => void }
type Inherited = { prepare: (connection: Connection) => void }

const nothing: Layout = { names: [], parsers: [] }

/** The same connection, which asks for no description of rows. */
const undescribed = new WeakMap<Connection, Connection>()
const withoutDescribe = (connection: Connection): Connection => {
  const known = undescribed.get(connection) ?? (Object.create(connection, { describe: { value: () => undefined } }) as Connection)
  undescribed.set(connection, known)
  return known
}

/**
 * A query of a prepared statement as `pg` sends it, without what only other queries need: a statement's rows are described once per connection
 * (PostgreSQL refuses to run one whose rows would look different), not with every answer.
 */
export class Prepared {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly portal = ''
  readonly callback: (error: unknown, result?: Result) => void
  readonly #layouts: Layouts
  readonly #getTypeParser: Answer['getTypeParser']
  #layout: Layout | undefined
  #failure: unknown
  readonly #result: Result = { command: '', rowCount: null, rows: [] }

  constructor({ name, text, values }: Asked, layouts: Layouts, { getTypeParser, resolve, reject }: Answer) {
    this.name = name
    this.text = text
    this.values = values
    this.#layouts = layouts
    this.#getTypeParser = getTypeParser
    this.callback = (error, result) => (error ? reject(error) : resolve(result!))
  }

  submit(connection: Connection): null {
    this.#layout = this.#layouts.known.get(this.name)
    ;(this as unknown as Inherited).prepare(this.#layout ? withoutDescribe(connection) : connection)
    return null
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#layout = {
      names: fields.map(({ name }) => this.#layouts.rename(name)),
      parsers: fields.map(({ dataTypeID }) => this.#getTypeParser(dataTypeID, 'text')),
    }
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#failure) return
    const { names, parsers } = this.#layout!
    const row: Record<string, unknown> = {}
    try {
      for (let at = 0; at < fields.length; at++) {
        const value = fields[at]!
        row[names[at]!] = value === null ? null : parsers[at]!(value)
      }
    } catch (error) {
      this.#failure = error
    }
    this.#result.rows.push(row)
  }

  /** `INSERT 0 1`, `SELECT 3`, `SET`. */
  handleCommandComplete({ text }: { text: string }): void {
    const [command, ...counts] = text.split(' ')
    this.#result.command = command!
    this.#result.rowCount = counts.length ? Number(counts.at(-1)) : null
    this.#layouts.known.set(this.name, (this.#layout ??= nothing))
  }

  handleError(error: unknown): void {
    this.callback(this.#failure ?? error)
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#result)
  }
}
// `pg` takes only its own kind of queries when several are under way, and this is one.
Object.setPrototypeOf(Prepared.prototype, pg.Query.prototype)
