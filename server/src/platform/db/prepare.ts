import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { QueryResult } from 'kysely'
import type pg from 'pg'
import { camel } from './names.ts'
import { type Layouts, makeLayouts, Prepared, type Result } from './prepared.ts'

/** Statements a process keeps in mind at most; a text built anew each time never gets this far. */
const most = 300
/** Asked this often, a text is worth planning once per connection. */
const usualFrom = 3

/*
 * Planning our joins costs the database more than running them. A prepared statement is planned once per connection, unless its best plan depends on
 * the values: a pattern decides between two indexes, so searches are planned each time.
 */
const worth = (text: string): boolean => !/ like /i.test(text) && /^\s*(select|with|insert|update|delete)\b/i.test(text)

type Seen = { name: string; times: number }
type Query = (text: unknown, values?: unknown, done?: unknown) => unknown
type Ask = (text: string, values: readonly unknown[]) => Promise<QueryResult<Record<string, unknown>>>

const asks = new WeakMap<pg.PoolClient, Ask>()
/** How a client of the pool is asked, with rows named as in TypeScript. */
export const asksOf = (client: pg.PoolClient): Ask => asks.get(client)!

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
/** What the driver answers, as Kysely tells it; of several statements in one text the last one answers. */
const asQueryResult = (answered: Result | Result[]): QueryResult<Record<string, unknown>> => {
  const { command, rowCount, rows } = Array.isArray(answered) ? answered.at(-1)! : answered
  return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}
const renamed = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]))

/** The driver's own stack ends where the answer came in. */
const sayWhoAsked = (error: unknown): never => {
  if (error instanceof Error) error.stack = `${error.stack}${new Error().stack!.replace(/^.*/, '')}`
  throw error
}

/** Gives the statements a client is asked often a name, by which PostgreSQL keeps their plan. */
export const preparer = (): ((client: pg.PoolClient) => void) => {
  const seen = new Map<string, Seen>()
  const nameOf = (text: string): string | undefined => {
    let known = seen.get(text)
    if (!known) {
      if (seen.size >= most || !worth(text)) return undefined
      known = { name: createHash('sha1').update(text).digest('base64url'), times: 0 }
      seen.set(text, known)
    }
    known.times += 1
    return known.times >= usualFrom ? known.name : undefined
  }
  return (client) => {
    const plain = client.query.bind(client) as Query
    const getTypeParser = client.getTypeParser.bind(client)
    const run = (asked: { name: string; text: string; values: readonly unknown[] }, layouts: Layouts): Promise<Result> =>
      new Promise((resolve, reject) => {
        plain(new Prepared(asked, layouts, { getTypeParser, resolve, reject }))
      })
    const [asWritten, inCamel]: Layouts[] = [makeLayouts((name) => name), makeLayouts(camel)]
    const query: Query = (text, values, done) => {
      const name = typeof text === 'string' && Array.isArray(values) && done === undefined ? nameOf(text) : undefined
      return name === undefined ? plain(text, values, done) : run({ name, text: text as string, values: values as unknown[] }, asWritten!)
    }
    client.query = query as typeof client.query
    const ask: Ask = async (text, values) => {
      const name = nameOf(text)
      if (name !== undefined) return asQueryResult(await run({ name, text, values }, inCamel!))
      const { rows, ...result } = asQueryResult((await plain(text, values)) as Result | Result[])
      return { ...result, rows: rows.map(renamed) }
    }
    asks.set(client, (text, values) => ask(text, values).catch(sayWhoAsked))
  }
}

/**
 * Lets what a client is given in one go leave in one packet: each packet wakes the database's process, and that costs more than its bytes, as does
 * each write of a piece. `_send` is how `pg` hands over every message of a query.
 */
export const gatherer = (client: pg.PoolClient): void => {
  const { connection } = client as unknown as { connection: { stream: Socket; _send: (message: Buffer) => boolean } }
  const { stream } = connection
  let waiting: Buffer[] = []
  const leave = (): void => {
    const messages = waiting
    waiting = []
    if (stream.writable) stream.write(messages.length === 1 ? messages[0]! : Buffer.concat(messages))
  }
  connection._send = (message) => {
    if (!stream.writable) return false
    if (waiting.push(message) === 1) process.nextTick(leave)
    return true
  }
}
