import { Socket } from 'node:net'
import { CompiledQuery, DummyDriver, Kysely, type QueryResult } from 'kysely'
import pg from 'pg'
import { type QueryAnswer, type RunQuery, makeQueryRunner } from './ask.ts'
import { type BorrowedConnection, type Connections, dialectOf, driverOf, NamesToColumns } from './kysely-dialect.ts'
import { traceStatement } from '../telemetry/trace-statement.ts'
import type { Db, Tables } from './schema.ts'
import { readOptions, sessionOptions } from './session.ts'
import { unlessSilent } from './patience.ts'
import { dropConnection, isReadOnly, requireWritable, type Servers, serversOf } from './servers.ts'

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
  /** False behind a pooler in transaction mode, which hands a connection on after each transaction. */
  sessions?: boolean
  /** False behind a pooler that does not support prepared statements. */
  prepare?: boolean
  /** How long a connection may be idle, the driver's ten seconds unless told; 0 = for ever. */
  idleMs?: number
  /** For a standby: nothing is ever written over it, whatever the server at its other end is. */
  reads?: boolean
  /** False where values are wanted in the driver's own types: dates as objects. */
  texts?: boolean
  /** A statement without an answer for so long ends its connection. */
  answerWithinMs?: number
}

type Ground = { pool: pg.Pool; ask: RunQuery; servers: Servers; sockets: Set<Socket>; answerWithinMs: number | undefined }
const grounds = new WeakMap<pg.Pool, Ground>()

export const makePool = (options: PoolOptions): pg.Pool => {
  const { url, max, name, sessions = true, prepare = true, texts = true, reads = false, idleMs, answerWithinMs } = options
  const servers = serversOf(url, name)
  const sockets = new Set<Socket>()
  // The pool awaits it, although its types do not say so.
  const greeting = {
    onConnect: async (client: pg.ClientBase): Promise<void> => {
      if (!reads) await requireWritable(servers.address, client)
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
    // A socket of a closing pool must not keep the process alive.
    allowExitOnIdle: true,
    // Pipelining: statements of one transaction that do not depend on each other share a round trip.
    pipeline: true,
    // Waiting for a free connection has a timeout.
    connectionTimeoutMillis: 10_000,
    ...(idleMs === undefined ? {} : { idleTimeoutMillis: idleMs }),
    ...(sessions ? { options: reads ? readOptions : sessionOptions } : {}),
  })
  // The server may close an idle connection; without a listener that error would end the process. A connection in use reports it through its query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  grounds.set(pool, { pool, servers, sockets, answerWithinMs, ask: makeQueryRunner(prepare) })
  return pool
}

/** Closes connections still in use: the pool's own end would wait for the statements that run. */
export const destroyConnections = (pool: pg.Pool): void => {
  for (const socket of grounds.get(pool)!.sockets) socket.destroy()
}

/** For a library that sends queries itself; results come in the driver's form. */
export type Executor = { executeSql: (text: string, values?: unknown[]) => Promise<pg.QueryResult> }
export const executorOf = (pool: pg.Pool): Executor => ({
  executeSql: (text, values) =>
    withLent(connectionsTo(grounds.get(pool)!), async (lent) => {
      try {
        return await lent.client.query(text, values)
      } catch (error) {
        // The error arrives before the transaction status (ReadyForQuery) does.
        lent.spoil()
        throw error
      }
    }),
})

const isFull = (error: unknown): boolean => error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** A connection to the current server; one that does not answer, or is read-only, passes the turn to the next. */
const take = async ({ pool, servers }: Ground): Promise<pg.PoolClient> => {
  for (let failures = 0; ;) {
    const tried = servers.current()
    try {
      const client = await pool.connect()
      if (!servers.isStale(client)) return client
      client.release(true)
    } catch (error) {
      // None of ours became free in time: no server is at fault.
      if (isFull(error)) throw error
      failures += 1
      servers.moveOn(tried)
      if (failures >= servers.address.urls.length) throw error
    }
  }
}

/** The pool would hand it out again before its end is known; connections to a server that became read-only are discarded. */
const isOver = (error: unknown): boolean => (error as { severity?: string } | null)?.severity === 'FATAL' || isReadOnly(error)

/** A checked-out connection; its errors are remembered until it is released. */
class Lent implements BorrowedConnection {
  readonly client: pg.PoolClient
  readonly #ground: Ground
  #over = false
  constructor(ground: Ground, client: pg.PoolClient) {
    this.client = client
    this.#ground = ground
  }

  async ask(text: string, values: readonly unknown[]): Promise<QueryAnswer> {
    const { ask, answerWithinMs } = this.#ground
    try {
      return await unlessSilent(
        answerWithinMs,
        () => dropConnection(this.client),
        () => traceStatement(text, () => ask(this.client, text, values)),
      )
    } catch (error) {
      this.noteError(error)
      throw error
    }
  }

  noteError(error: unknown): void {
    this.#over ||= isOver(error)
    if (isReadOnly(error)) this.#ground.servers.depose(this.client)
  }

  /** Removed from the pool. */
  spoil(): void {
    this.#over = true
  }

  giveBack(): void {
    // Several statements in one text may leave a transaction open where one of them failed (the job queue sends such): such a connection must not
    // return to the pool.
    this.client.release(this.#over || this.client.getTransactionStatus() !== 'I')
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.ask(sql, parameters) as Promise<QueryResult<Row>>
  }

  streamQuery(): never {
    throw new Error('nothing here is streamed')
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

/** A connection that stays checked out by whoever has it. */
const onlyThis = (lent: BorrowedConnection): Connections => ({
  take: async () => ({
    executeQuery: (query, options) => lent.executeQuery(query, options),
    streamQuery: (query, size) => lent.streamQuery(query, size),
    ask: (text, values) => lent.ask(text, values),
    noteError: (error) => lent.noteError(error),
    giveBack: () => undefined,
  }),
  end: async () => undefined,
})

const lents = new WeakMap<Db, BorrowedConnection>()
/** Sends a query without Kysely, whose overhead equals that of the query itself; rows come with the same names and types. */
export const queryDirectly = async (db: Db, text: string, values: readonly unknown[]): Promise<QueryAnswer> => {
  const lent = lents.get(db)
  if (lent) return lent.ask(text, values)
  const connections = connectionsOf.get(db)
  // A Kysely transaction owns its connection.
  if (!connections) return db.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Record<string, unknown>>)
  return withLent(connections, (one) => one.ask(text, values))
}

const outsides = new WeakMap<Db, Db>()
/** The pool itself, also from inside a transaction: deferred writes must not use a connection that has been released to another request. */
export const rootDbOf = (db: Db): Db => outsides.get(db) ?? db
/** One instance per database, whichever transaction asks: buffers in memory that are written later. */
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
 * The same database pinned to one connection while `work` runs. Kysely awaits each statement before it sends the next; here they are pipelined, and
 * run in order. `outside`: where what is written later goes, if that is another database than the one that is read; transactions are then possible inside.
 */
export const withOneConnection = <T>(db: Db, work: (inside: Db) => Promise<T>, outside?: Db): Promise<T> =>
  withLent(connectionsOf.get(db)!, (lent) => {
    const dialect = dialectOf(new DummyDriver())
    const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(lent) })
    const inside = new Kysely<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
    lents.set(inside, lent)
    outsides.set(inside, rootDbOf(outside ?? db))
    if (outside) connectionsOf.set(inside, onlyThis(lent))
    return work(inside)
  })
