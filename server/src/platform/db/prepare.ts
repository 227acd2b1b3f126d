import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { type Layouts, Prepared, type Result } from './prepared.ts'

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
    const layouts: Layouts = new Map()
    const query: Query = (text, values, done) => {
      const name = typeof text === 'string' && Array.isArray(values) && done === undefined ? nameOf(text) : undefined
      if (name === undefined) return plain(text, values, done)
      return new Promise<Result>((resolve, reject) => {
        const asked = { name, text: text as string, values: values as unknown[] }
        plain(new Prepared(asked, layouts, { getTypeParser: client.getTypeParser.bind(client), resolve, reject }))
      })
    }
    client.query = query as typeof client.query
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
