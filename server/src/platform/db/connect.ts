import { Socket } from 'node:net'
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { type QueryAnswer, type RunQuery, makeQueryRunner } from './ask.ts'
import type { Db, Tables } from './schema.ts'
import { sessionOptions } from './session.ts'
import { isReadOnly, requireWritable, type Servers, serversOf } from './servers.ts'

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

export type PoolOptions = {
  url: string
  max: number
  name: string
  /** False behind a pooler that hands a connection to somebody else after each transaction. */
  sessions?: boolean
  /** False behind a pooler that knows nothing of prepared statements. */
  prepare?: boolean
  /** False where values are wanted as the driver has them: dates as objects. */
  texts?: boolean
}

type Ground = { pool: pg.Pool; ask: RunQuery; servers: Servers; sockets: Set<Socket> }
const grounds = new WeakMap<pg.Pool, Ground>()

export const makePool = ({ url, max, name, sessions = true, prepare = true, texts = true }: PoolOptions): pg.Pool => {
  const servers = serversOf(url, name)
  const sockets = new Set<Socket>()
  // The pool waits for it, which its types do not say.
  const greeting = {
    onConnect: async (client: pg.ClientBase): Promise<void> => {
      await requireWritable(servers.address, client)
      servers.settle(client)
    },
  }
  const pool = new pg.Pool({
    max,
    ...(texts ? { types } : {}),
    Client: servers.Client as unknown as new () => pg.ClientBase,
    ...greeting,
    stream: () => {
      const socket = new Socket()
      sockets.add(socket.once('close', () => sockets.delete(socket)))
      return socket
    },
    // A socket in a closing pool must not keep the process alive.
    allowExitOnIdle: true,
    // Statements of one transaction that do not wait for each other travel together.
    pipeline: true,
    // Whoever waits for one that is free does not wait for ever.
    connectionTimeoutMillis: 10_000,
    ...(sessions ? { options: sessionOptions } : {}),
  })
  // The server may close a connection nobody uses just now; unheard, that would end the process. Whoever uses one is told by its query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  grounds.set(pool, { pool, servers, sockets, ask: makeQueryRunner(prepare) })
  return pool
}

/** Cuts off whoever still waits for the database: a pool's own end would wait for the statements that run. */
export const destroyConnections = (pool: pg.Pool): void => {
  for (const socket of grounds.get(pool)!.sockets) socket.destroy()
}

/** For a library that asks for itself; it is answered as the driver answers. */
export type Executor = { executeSql: (text: string, values?: unknown[]) => Promise<pg.QueryResult> }
export const executorOf = (pool: pg.Pool): Executor => ({
  executeSql: (text, values) =>
    withLent(connectionsTo(grounds.get(pool)!), async (lent) => {
      try {
        return await lent.client.query(text, values)
      } catch (error) {
        // It is told of the error before it is told whether a transaction is open.
        lent.spoil()
        throw error
      }
    }),
})

/** A connection to the server whose turn it is; one that does not answer, or takes no writes, leaves the turn to the next. */
const take = async ({ pool, servers }: Ground): Promise<pg.PoolClient> => {
  for (let failures = 0; ;) {
    const tried = servers.current()
    try {
      const client = await pool.connect()
      if (!servers.isStale(client)) return client
      client.release(true)
    } catch (error) {
      failures += 1
      servers.moveOn(tried)
      if (failures >= servers.address.urls.length) throw error
    }
  }
}

/** The next one would be given it before its end has been heard of; a server that takes no writes any more is nobody's. */
const isOver = (error: unknown): boolean => (error as { severity?: string } | null)?.severity === 'FATAL' || isReadOnly(error)

/** A connection, for as long as somebody works over it. */
export type BorrowedConnection = DatabaseConnection & {
  ask(text: string, values: readonly unknown[]): Promise<QueryAnswer>
  /** That something failed over it, which may be its end. */
  noteError(error: unknown): void
  giveBack(): void
}
/** Where a database's connections come from: a pool, or a simulation's memory. */
export type Connections = { take(): Promise<BorrowedConnection>; end(): Promise<void> }

/** A connection, whose failures are remembered until it is given back. */
class Lent implements BorrowedConnection {
  readonly client: pg.PoolClient
  readonly #ground: Ground
  #over = false
  constructor(ground: Ground, client: pg.PoolClient) {
    this.client = client
    this.#ground = ground
  }

  async ask(text: string, values: readonly unknown[]): Promise<QueryAnswer> {
    try {
      return await this.#ground.ask(this.client, text, values)
    } catch (error) {
      this.noteError(error)
      throw error
    }
  }

  noteError(error: unknown): void {
    this.#over ||= isOver(error)
    if (isReadOnly(error)) this.#ground.servers.depose(this.client)
  }

  /** Nobody gets this connection any more. */
  spoil(): void {
    this.#over = true
  }

  giveBack(): void {
    // Several statements in one text may leave a transaction open where one of them failed (the job queue sends such): nobody else may get that.
    this.client.release(this.#over || this.client.getTransactionStatus() !== 'I')
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.ask(sql, parameters) as Promise<QueryResult<Row>>
  }

  streamQuery(): never {
    throw new Error('nothing here is streamed')
  }
}

const plain = (connection: DatabaseConnection, text: string): Promise<unknown> => connection.executeQuery(CompiledQuery.raw(text))

/** Kysely's way to connections of ours. */
const driverOf = (connections: Connections): Driver => ({
  init: async () => undefined,
  acquireConnection: () => connections.take(),
  beginTransaction: async (connection) => void (await plain(connection, 'begin')),
  commitTransaction: async (connection) => void (await plain(connection, 'commit')),
  rollbackTransaction: async (connection) => void (await plain(connection, 'rollback')),
  releaseConnection: async (connection) => (connection as BorrowedConnection).giveBack(),
  destroy: () => connections.end(),
})

const dialectOf = (driver: Driver): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Rows come with the names of fields already (`ask.ts`). */
class NamesToColumns extends CamelCasePlugin {
  override async transformResult({
    result,
  }: Parameters<CamelCasePlugin['transformResult']>[0]): ReturnType<CamelCasePlugin['transformResult']> {
    return result
  }
}

const connectionsOf = new WeakMap<Db, Connections>()
export const makeDbOver = (connections: Connections): Db => {
  const db = new Kysely<Tables>({ dialect: dialectOf(driverOf(connections)), plugins: [new NamesToColumns()] })
  connectionsOf.set(db, connections)
  return db
}

const connectionsTo = (ground: Ground) => ({ take: async () => new Lent(ground, await take(ground)), end: () => ground.pool.end() })
export const makeDb = (pool: pg.Pool): Db => makeDbOver(connectionsTo(grounds.get(pool)!))

const withLent = async <L extends BorrowedConnection, T>(
  { take: borrow }: { take(): Promise<L> },
  work: (lent: L) => Promise<T>,
): Promise<T> => {
  const lent = await borrow()
  try {
    return await work(lent)
  } catch (error) {
    lent.noteError(error)
    throw error
  } finally {
    lent.giveBack()
  }
}

const lents = new WeakMap<Db, BorrowedConnection>()
/** Asks without Kysely, whose way to the database costs as much as sending the question; rows come with the same names and kinds of values. */
export const queryDirectly = async (db: Db, text: string, values: readonly unknown[]): Promise<QueryAnswer> => {
  const lent = lents.get(db)
  if (lent) return lent.ask(text, values)
  const connections = connectionsOf.get(db)
  // A transaction of Kysely's own has its connection to itself.
  if (!connections) return db.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Record<string, unknown>>)
  return withLent(connections, (one) => one.ask(text, values))
}

const outsides = new WeakMap<Db, Db>()
/** The database itself, also for who is inside a transaction: what is written later must not meet that connection in somebody else's hands. */
export const rootDbOf = (db: Db): Db => outsides.get(db) ?? db
/** One of something for each database, whoever asks from within which transaction: what is gathered in memory to be written later. */
export const perDatabase = <T>(make: () => T): ((db: Db) => T) => {
  const made = new WeakMap<Db, T>()
  return (db) => {
    const outside = rootDbOf(db)
    const one = made.get(outside) ?? make()
    made.set(outside, one)
    return one
  }
}

/**
 * The same database over one connection, for as long as `work` takes. Kysely's own lets each statement wait for the one before; here they leave as
 * they are called, and run in that order.
 */
export const withOneConnection = <T>(db: Db, work: (inside: Db) => Promise<T>): Promise<T> =>
  withLent(connectionsOf.get(db)!, (lent) => {
    const dialect = dialectOf(new DummyDriver())
    const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(lent) })
    const inside = new Kysely<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
    lents.set(inside, lent)
    outsides.set(inside, rootDbOf(db))
    return work(inside)
  })
