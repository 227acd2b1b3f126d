import { CamelCasePlugin, CompiledQuery, type DatabaseConnection, DummyDriver, Kysely, PostgresDialect, type QueryResult } from 'kysely'
import pg from 'pg'
import { giveWay } from './give-way.ts'
import { asksOf, gatherer, preparer } from './prepare.ts'
import type { Db, Tables } from './schema.ts'

/* Times stay text: an instant as `2026-11-20T19:00:00Z`, a local time as `2026-11-20T20:00`, a date as it is. Date objects would invent zones. */
const parsers: Record<number, (value: string) => unknown> = {
  20: Number,
  1082: (value) => value,
  1114: (value) => value.replace(' ', 'T').replace(/:00$/, ''),
  1184: (value) => (value.endsWith('+00') ? `${value.slice(0, 10)}T${value.slice(11, -3)}Z` : value.replace(' ', 'T')),
}
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format),
}

export type PoolOptions = { url: string; max: number; name: string }

export const makePool = ({ url, max, name }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    types: types,
    // A socket in a closing pool must not keep the process alive, a dead server not hang a request for ever.
    allowExitOnIdle: true,
    // Statements of one transaction that do not wait for each other travel together.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    options: '-c TimeZone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
  })
  // The server may close a connection nobody uses just now; unheard, that would end the process. Whoever uses one is told by its query.
  const prepare = preparer()
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    prepare(client)
    gatherer(client)
    giveWay(client)
  })
  pool.on('error', () => undefined)
  return pool
}

const pools = new WeakMap<Db, pg.Pool>()
export const makeDb = (pool: pg.Pool): Db => {
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
  pools.set(db, pool)
  return db
}

export const withClient = async <T>(db: Db, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pools.get(db)!.connect()
  let isEnded = false
  try {
    return await work(client)
  } catch (error) {
    isEnded = (error as { severity?: string } | null)?.severity === 'FATAL'
    throw error
  } finally {
    // The next one would be given it before its end has been heard of.
    client.release(isEnded)
  }
}

const clients = new WeakMap<Db, pg.PoolClient>()
/** Asks without Kysely, whose way to the database costs as much as sending the question; rows come with the same names and kinds of values. */
export const askDirectly = async (db: Db, text: string, values: readonly unknown[]): Promise<QueryResult<Record<string, unknown>>> => {
  const client = clients.get(db)
  // A transaction of Kysely's own has its connection to itself.
  if (!client && !pools.has(db)) return db.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Record<string, unknown>>)
  return client ? asksOf(client)(text, values) : withClient(db, (one) => asksOf(one)(text, values))
}

const outsides = new WeakMap<Db, Db>()
/** The database itself, also for who is inside a transaction: what is written later must not meet that connection in somebody else's hands. */
export const outsideOf = (db: Db): Db => outsides.get(db) ?? db
/** One of something for each database, whoever asks from within which transaction: what is gathered in memory to be written later. */
export const perDatabase = <T>(make: () => T): ((db: Db) => T) => {
  const made = new WeakMap<Db, T>()
  return (db) => {
    const outside = outsideOf(db)
    const one = made.get(outside) ?? make()
    made.set(outside, one)
    return one
  }
}

/**
 * The same database over one connection. Kysely's own lets each statement wait for the one before; here they leave as they are called, and run in
 * that order.
 */
export const overClient = (db: Db, client: pg.PoolClient): Db => {
  const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('one connection has no pool')) })
  const connection: DatabaseConnection = {
    executeQuery: ({ sql, parameters }) => asksOf(client)(sql, parameters) as Promise<QueryResult<never>>,
    streamQuery: () => {
      throw new Error('a transaction does not stream')
    },
  }
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  const inside = new Kysely<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
  clients.set(inside, client)
  outsides.set(inside, outsideOf(db))
  return inside
}
