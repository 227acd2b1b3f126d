import pg from 'pg'
import { type Address, addressOf } from './address.ts'

/** What every connection of ours is made with: silence must end, and a machine that is gone must be noticed. */
const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
/** One that is asked among others must not keep them waiting. */
const [patienceMs, patienceAmongMs] = [10_000, 3000]

const readOnly = '25006'
/** The server is a standby, or has become one. */
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

/** Refuses a server that takes no writes, where one that does is wanted. */
export const requireWritable = async ({ mustWrite }: Address, client: pg.ClientBase): Promise<void> => {
  if (!mustWrite) return
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServer('cannot write: this server of the database is read-only')
}

/** A connection of its own to a server of the database that takes writes, for what needs a session. The first one that answers well is taken. */
export const connectAlone = async (url: string, name: string): Promise<pg.Client> => {
  const address = requireAddress(url)
  for (const [at, one] of address.urls.entries()) {
    const client = new pg.Client(optionsOf(address, one, name))
    // Whoever asks is told by his question; unheard, it would end the process.
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

export type Servers = {
  readonly address: Address
  /** The class of a pool's connections: each goes to the server whose turn it is. */
  readonly Client: new (options: pg.ClientConfig) => pg.Client
  /** The one whose turn it is. */
  current: () => string
  /** A server did not answer: the next one's turn, unless somebody was faster. */
  moveOn: (from: string) => void
  /** The server of this connection takes no writes any more: with it go all the others that were made to it. */
  depose: (client: pg.ClientBase) => void
  /** The connection is to a server that was deposed, or that another has taken the place of. */
  isStale: (client: pg.ClientBase) => boolean
  /** A new connection is good: from now on this is the server. */
  settle: (client: pg.ClientBase) => void
}

/** Which server of a database a pool speaks to. */
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
      // Told by many connections at once, and by late ones when the next server has been found already.
      if (server !== settled) return
      settled = undefined
      moveOn(server)
    },
    isStale: (client) => urlsOf.get(client) !== settled,
    settle: (client) => void (settled = urlsOf.get(client)),
  }
}
