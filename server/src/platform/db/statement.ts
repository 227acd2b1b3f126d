import type { QueryResult } from 'kysely'
import { queryDirectly } from './connect.ts'
import { snake } from './names.ts'
import type { Db } from './schema.ts'

/**
 * A SQL fragment with its values. For the few hot statements that every booking runs: Kysely's query builder costs several times what sending the
 * statement does, in trees that are made, frozen and walked. Everywhere else Kysely is the better choice.
 */
export class Statement<Row = unknown> {
  readonly #pieces: readonly string[]
  readonly #values: readonly unknown[]
  constructor(pieces: readonly string[], values: readonly unknown[]) {
    this.#pieces = pieces
    this.#values = values
  }

  /** Its text, with `$1` and so on for the values, which are put into `values`. */
  text(values: unknown[]): string {
    let text = this.#pieces[0]!
    for (const [at, value] of this.#values.entries())
      text += (value instanceof Statement ? value.text(values) : `$${values.push(value ?? null)}`) + this.#pieces[at + 1]!
    return text
  }

  execute(db: Db): Promise<QueryResult<Row>> {
    const parameters: unknown[] = []
    return queryDirectly(db, this.text(parameters), parameters) as Promise<QueryResult<Row>>
  }
}

/** Values become parameters, statements become part of the text. */
export const statement = <Row = unknown>(pieces: TemplateStringsArray, ...values: readonly unknown[]): Statement<Row> =>
  new Statement<Row>(pieces, values)

type ColumnValues = Readonly<Record<string, unknown>>
const given = (row: ColumnValues): [string, unknown][] => Object.entries(row).filter(([, value]) => value !== undefined)

/** `(venue_id, id) values ($1, $2)`; undefined fields get the column's default. */
export const rowValues = (row: ColumnValues): Statement => {
  const entries = given(row)
  const columns = entries.map(([name]) => snake(name)).join(', ')
  return new Statement(
    [`(${columns}) values (`, ...entries.slice(1).map(() => ', '), ')'],
    entries.map(([, value]) => value),
  )
}

/** `status = $1, updated_at = $2`; undefined fields are left unchanged. */
export const rowChanges = (change: ColumnValues): Statement => {
  const entries = given(change)
  return new Statement(
    [...entries.map(([name], at) => `${at ? ', ' : ''}${snake(name)} = `), ''],
    entries.map(([, value]) => value),
  )
}
