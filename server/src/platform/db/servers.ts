import type { Socket } from 'node:net'
import pg from 'pg'
import { type Address, addressOf } from './address.ts'

/** Options of every connection: timeouts and TCP keepalive, so that a machine that is gone is noticed. */
const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
/** Connect timeout of one host among several, so that it does not hold up the others. */
const [patienceMs, patienceAmongMs] = [10_000, 3000]

const readOnly = '25006'
/** SQLSTATEs by which a server shows that it is a standby, or has become one. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === readOnly

class ReadOnlyServer extends Error {
  readonly code = readOnly
}

export const requireAddress = (url: string): Address => {
  const address = addressOf(url)
  // Never with the address: it holds a password.
  if (!address) throw new Error('not an address of a database')
  return address
}

const optionsOf = ({ urls }: Address, url: string, name: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: name,
  connectionTimeoutMillis: urls.length > 1 ? patienceAmongMs : patienceMs,
  ...alive,
})

/** Refuses a standby where a primary is wanted. */
export const requireWritable = async ({ mustWrite }: Address, client: pg.ClientBase): Promise<void> => {
  if (!mustWrite) return
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServer('cannot write: this server of the database is read-only')
}

/** A dedicated connection to the primary, for what needs a session. The first host that answers well is taken. */
export const connectAlone = async (url: string, name: string): Promise<pg.Client> => {
  const address = requireAddress(url)
  for (const [at, one] of address.urls.entries()) {
    const client = new pg.Client(optionsOf(address, one, name))
    // Errors are reported by the query; without a listener they would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await requireWritable(address, client)
      return client
    } catch (error) {
      client.end().catch(() => undefined)
      if (at === address.urls.length - 1) throw error
    }
  }
  throw new Error('an address without servers')
}

/** Ends a connection without a word to the server, which may hang and answer none. */
export const dropConnection = (client: pg.ClientBase): void => {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}

export type Servers = {
  readonly address: Address
  /** The class of a pool's connections: each connects to the current server. */
  readonly Client: new (options: pg.ClientConfig) => pg.Client
  /** The current server. */
  current: () => string
  /** The server did not answer: on to the next one, unless another connection has moved on already. */
  moveOn: (from: string) => void
  /** The server of this connection has become read-only: all connections to it are retired. */
  depose: (client: pg.ClientBase) => void
  /** The connection is to a server that was deposed or replaced. */
  isStale: (client: pg.ClientBase) => boolean
  /** A new connection is good: its server becomes the current one. */
  settle: (client: pg.ClientBase) => void
}

/** Failover: which server of a database a pool uses. */
export const serversOf = (url: string, name: string): Servers => {
  const address = requireAddress(url)
  const { urls } = address
  const urlsOf = new WeakMap<pg.ClientBase, string>()
  let turn = 0
  let settled: string | undefined
  const current = (): string => urls[turn]!
  const moveOn = (from: string | undefined): void => {
    if (from === current()) turn = (turn + 1) % urls.length
  }
  return {
    address,
    Client: class extends pg.Client {
      constructor(options: pg.ClientConfig) {
        super({ ...options, ...optionsOf(address, current(), name) })
        urlsOf.set(this, current())
      }
    },
    current,
    moveOn,
    depose: (client) => {
      const server = urlsOf.get(client)
      // Reported by many connections at once, some of them late, when the next server has been found already.
      if (server !== settled) return
      settled = undefined
      moveOn(server)
    },
    isStale: (client) => urlsOf.get(client) !== settled,
    settle: (client) => void (settled = urlsOf.get(client)),
  }
}
