import { createHash } from 'node:crypto'
import type { QueryResult } from 'kysely'
import type pg from 'pg'
import { camel } from './names.ts'

export type QueryAnswer = QueryResult<Record<string, unknown>>
export type RunQuery = (client: pg.ClientBase, text: string, values: readonly unknown[]) => Promise<QueryAnswer>

/** The most statement texts a process counts; texts that are built anew each time never reach the threshold. */
const most = 300
/** From this number of executions on, a prepared statement pays for itself. */
const usualFrom = 3

/*
 * Planning our joins costs the database more than running them. A prepared statement is planned once per connection, unless its best plan depends on
 * the values: a pattern decides between two indexes, so searches are planned each time.
 */
const worth = (text: string): boolean => !/ like /i.test(text) && /^\s*(select|with|insert|update|delete)\b/i.test(text)

/** Turns frequent statements into prepared statements: under a name PostgreSQL keeps their plan. */
const namer = (): ((text: string) => string | undefined) => {
  const executions = new Map<string, { name: string; times: number }>()
  return (text) => {
    let statement = executions.get(text)
    if (!statement) {
      if (executions.size >= most || !worth(text)) return undefined
      statement = { name: createHash('sha1').update(text).digest('base64url'), times: 0 }
      executions.set(text, statement)
    }
    statement.times += 1
    return statement.times >= usualFrom ? statement.name : undefined
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
type Answered = pg.QueryArrayResult<unknown[]>

/** The driver's result in Kysely's form, with column names in camel case; of several statements in one text the last result counts. */
const answerOf = (answered: Answered | Answered[]): QueryAnswer => {
  const { command, rowCount, rows: found, fields } = Array.isArray(answered) ? answered.at(-1)! : answered
  const names = fields.map(({ name }) => camel(name))
  const rows = found.map((values) => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at++) row[names[at]!] = values[at]
    return row
  })
  return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}

/** How queries are sent. `prepare` = prepared statements are allowed, which a pooler has to support. */
export const makeQueryRunner = (prepare: boolean): RunQuery => {
  const nameOf = prepare ? namer() : () => undefined
  return async (client, text, values) => {
    const name = nameOf(text)
    const config = { text, values: values as unknown[], rowMode: 'array' as const }
    return answerOf(await client.query<unknown[]>(name === undefined ? config : { ...config, name }))
  }
}
