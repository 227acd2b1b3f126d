import { CamelCasePlugin, type DatabaseConnection, DummyDriver, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { giveWay } from './give-way.ts'
import { gatherer, preparer } from './prepare.ts'
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

export const makeDb = (pool: pg.Pool): Db =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })

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
export const overConnection = (db: Db, connection: DatabaseConnection): Db => {
  const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('one connection has no pool')) })
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  const inside = new Kysely<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
  outsides.set(inside, outsideOf(db))
  return inside
}
