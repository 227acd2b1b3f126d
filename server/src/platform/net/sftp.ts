import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import ssh2, { Client, type SFTPWrapper } from 'ssh2'
import { AddressRefused, isSftpHost, publicLookup, sftpPorts } from './guard.ts'

/** Where files go, and by which key of its own the host is known: `SHA256:…` or a line of known_hosts; null = whichever it shows. */
export type SftpTarget = { host: string; port: number; username: string; privateKey: string; hostKey: string | null }
/** What kept files from arriving; `host_key` and `login` are for people to mend, the others pass. */
export type SftpFault = 'address' | 'unreachable' | 'host_key' | 'login' | 'private_key' | 'refused' | 'broken'
export class SftpFailed extends Error {
  override name = 'SftpFailed'
  readonly fault: SftpFault
  constructor(fault: SftpFault, message: string) {
    super(message.slice(0, 300))
    this.fault = fault
  }
}

export type SentFile = { name: string; pieces: () => AsyncIterable<Buffer> }
type Options = {
  /** The operator's allow list, as `sftp://host:port`. */
  origins: readonly string[]
  signal: AbortSignal
  /** So long the host may take to answer, and between two pieces. */
  timeoutMs: number
  /** After each file that has arrived whole. */
  onSent: (name: string) => Promise<void>
}

const keyTypes: Readonly<Record<string, readonly string[]>> = {
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'],
  'ssh-ed25519': ['ssh-ed25519'],
}
/** Of a line of known_hosts: the host must show a key of that kind, though it may have others. */
const kindsFor = (hostKey: string | null): readonly string[] | undefined => {
  const kind = hostKey?.trim().split(' ')[0] ?? ''
  return keyTypes[kind] ?? (kind.startsWith('ecdsa-') ? [kind] : undefined)
}

/** Asked before one is kept, of the library that will read it: half a key, one with a passphrase or of another format would fail at the first upload. */
export const isSftpKey = (text: string): boolean => {
  const read = ssh2.utils.parseKey(text)
  return !(read instanceof Error) && read.isPrivateKey()
}
/** The line of a host's public key, as known_hosts has it behind the host. */
export const isHostKey = (line: string): boolean => {
  const read = ssh2.utils.parseKey(line)
  return !(read instanceof Error) && !read.isPrivateKey()
}

export const fingerprintOf = (key: Buffer): string => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

const isPinned = (key: Buffer, pinned: string): boolean => {
  const [kind = '', blob] = pinned.trim().split(/\s+/)
  return kind.startsWith('SHA256:') ? kind.replace(/=+$/, '') === fingerprintOf(key) : blob === key.toString('base64')
}

/** `sftp://host`, `host` or `host:port`, whose port counts before the other. */
const placeOf = ({ host, port }: SftpTarget): { name: string; port: number } | undefined => {
  const [, name, own] = /^(?:sftp:\/\/)?(\[[\da-f:.]+\]|[^:/@?#\s]+)(?::(\d{1,5}))?\/*$/i.exec(host.trim()) ?? []
  return name === undefined ? undefined : { name, port: own === undefined ? port : Number(own) }
}

/** SSRF guard: asked again for every connection, and of the very address that is connected to. */
const openSocket = async (target: SftpTarget, { origins, timeoutMs, signal }: Options): Promise<Socket> => {
  const place = placeOf(target)
  const trusted = place !== undefined && origins.includes(`sftp://${place.name}:${place.port}`)
  if (!place || (!trusted && !(isSftpHost(place.name) && sftpPorts.includes(place.port))))
    throw new SftpFailed('address', 'no public host, or another port than 22, 2222 and 19321')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: place.name.replaceAll(/[[\]]/g, ''),
      port: place.port,
      signal,
      ...(trusted ? {} : { lookup: publicLookup() }),
    })
    const fail = (error: Error): void => {
      socket.destroy()
      reject(new SftpFailed(error instanceof AddressRefused ? 'address' : 'unreachable', error.message))
    }
    socket.setTimeout(timeoutMs, () => fail(new Error('no answer within the time limit')))
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

const faultOf = (error: Error & { level?: string }): SftpFault => {
  if (error.level === 'client-authentication') return 'login'
  if (/private ?key/i.test(error.message)) return 'private_key'
  return error.level === 'client-timeout' || error.level === 'client-socket' ? 'unreachable' : 'broken'
}
const asFailure = (error: unknown, fault?: SftpFault): SftpFailed =>
  error instanceof SftpFailed ? error : new SftpFailed(fault ?? faultOf(error as Error), (error as Error).message)

const silent = 'the host said nothing more'
type Session = { client: Client; socket: Socket; shown: string }

const logIn = (socket: Socket, target: SftpTarget, timeoutMs: number): Promise<Session> =>
  new Promise((resolve, reject) => {
    const client = new Client()
    let shown: Buffer | undefined
    let known = true
    const fail = (error: Error): void => {
      client.destroy()
      reject(known ? asFailure(error) : new SftpFailed('host_key', `the host shows ${fingerprintOf(shown!)}`))
    }
    client.on('error', fail)
    client.once('close', () => fail(new SftpFailed('broken', 'the connection was closed')))
    client.once('ready', () => resolve({ client, socket, shown: fingerprintOf(shown!) }))
    const kinds = kindsFor(target.hostKey)
    try {
      client.connect({
        sock: socket,
        username: target.username,
        privateKey: target.privateKey,
        readyTimeout: timeoutMs,
        hostVerifier: (key: Buffer) => {
          shown = key
          return (known = target.hostKey === null || isPinned(key, target.hostKey))
        },
        ...(kinds ? { algorithms: { serverHostKey: [...kinds] as never } } : {}),
      })
    } catch (error) {
      fail(error as Error)
    }
  })

const openSftp = ({ client }: Session, timeoutMs: number): Promise<SFTPWrapper> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new SftpFailed('broken', silent)), timeoutMs)
    client.sftp((error, sftp) => {
      clearTimeout(late)
      if (error) reject(asFailure(error, 'refused'))
      else resolve(sftp)
    })
  })

/** So much a slow line takes within the time limit; less would leave a distant host waiting for the next part. */
const partBytes = 256 * 1024

type Watch = { begin: () => void; end: () => void; /** No piece can be made. */ fail: (error: unknown) => void }
/**
 * The pieces of a file in parts, each with its time to be taken: a host that keeps the connection alive and takes nothing is silent all the same.
 * Making a piece is not the host's time; closing the file is.
 */
async function* timed(pieces: AsyncIterable<Buffer>, watch: Watch): AsyncGenerator<Buffer> {
  for await (const piece of watched(pieces, watch))
    for (let at = 0; at < piece.length; at += partBytes) {
      watch.begin()
      yield piece.subarray(at, at + partBytes)
      watch.end()
    }
  watch.begin()
}

/** Tells when a piece cannot be made, before the file it was for is closed. */
const watched = (pieces: AsyncIterable<Buffer>, watch: Watch): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => {
    const iterator = pieces[Symbol.asyncIterator]()
    return {
      next: () =>
        iterator.next().catch((error: unknown) => {
          watch.fail(error)
          throw error
        }),
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    }
  },
})

/**
 * Puts files into the folder a user of an SFTP server stands in, one after the other, each in pieces. A file that is there already is written anew.
 * Answers by which key the host is known.
 */
export const sendFiles = async (target: SftpTarget, files: readonly SentFile[], options: Options): Promise<{ hostKey: string }> => {
  const socket = await openSocket(target, options)
  const session = await logIn(socket, target, options.timeoutMs)
  try {
    let broken: Error | undefined
    const onBroken = (error: Error): void => void (broken = error)
    session.client.on('error', onBroken)
    const sftp = await openSftp(session, options.timeoutMs)
    for (const { name, pieces } of files) {
      // Ends the stream when the connection is lost or says nothing more.
      const ending = new AbortController()
      const end = (): void => {
        // First of all: a stream that is ended closes its file, and half a file that was closed is whole to the host. Whatever waits for the host's
        // word hears that none will come.
        socket.destroy()
        ending.abort()
      }
      let late: NodeJS.Timeout | undefined
      let ours: Error | undefined
      const watch = {
        begin: (): void => {
          clearTimeout(late)
          late = setTimeout(end, options.timeoutMs)
        },
        end: (): void => clearTimeout(late),
        fail: (error: unknown): void => {
          ours = error as Error
          end()
        },
      }
      if (options.signal.aborted) end()
      options.signal.addEventListener('abort', end)
      session.client.once('close', end)
      socket.setTimeout(options.timeoutMs, end)
      try {
        watch.begin()
        await pipeline(Readable.from(timed(pieces(), watch), { objectMode: false }), sftp.createWriteStream(name), {
          signal: ending.signal,
        })
      } catch (error) {
        options.signal.throwIfAborted()
        if (ours) throw ours
        if (ending.signal.aborted) throw new SftpFailed('broken', broken?.message ?? silent)
        throw typeof (error as { code?: unknown }).code === 'number' ? asFailure(error, 'refused') : error
      } finally {
        watch.end()
        session.client.off('close', end)
        options.signal.removeEventListener('abort', end)
      }
      await options.onSent(name)
    }
    return { hostKey: session.shown }
  } finally {
    session.client.end()
    socket.destroySoon()
  }
}
