import { createServer, type Server as TcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import ssh2, { type Connection } from 'ssh2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFiles, SftpFailed } from './sftp.ts'

/** Where a host stops answering while it keeps the connection alive, as one does whose disk hangs. */
const stages = ['session', 'subsystem', 'open', 'write', 'close'] as const
let silentAt: (typeof stages)[number] | 'nowhere' = 'nowhere'
/** A line that takes a packet at a time. */
let packetMs = 0
let closed = 0

const keyPair = () => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private
const serve = (client: Connection): void => {
  client.on('error', () => undefined)
  client.on('authentication', (asked) => asked.accept())
  client.on('session', (accept) => {
    if (silentAt === 'session') return
    accept().on('sftp', (take) => {
      if (silentAt === 'subsystem') return
      const sftp = take()
      sftp.on('OPEN', (id) => silentAt === 'open' || sftp.handle(id, Buffer.from('0001')))
      let taken = Promise.resolve()
      sftp.on('WRITE', (id) => {
        if (silentAt === 'write') return
        taken = taken.then(() => (packetMs ? new Promise((resolve) => void setTimeout(resolve, packetMs)) : undefined))
        void taken.then(() => void sftp.status(id, 0))
      })
      sftp.on('FSETSTAT', (id) => sftp.status(id, 0))
      sftp.on('CLOSE', (id) => {
        closed++
        if (silentAt !== 'close') sftp.status(id, 0)
      })
    })
  })
}
let tcp: TcpServer
beforeAll(async () => {
  const noisy = { hostKeys: [keyPair()], keepaliveInterval: 100, keepaliveCountMax: 1000 }
  const host = new ssh2.Server(noisy, serve)
  tcp = createServer((socket) => {
    socket.on('error', () => undefined)
    host.injectSocket(socket)
  })
  await new Promise<void>((resolve) => void tcp.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void tcp.close())

const fivePieces = async function* () {
  for (let nth = 0; nth < 5; nth++) yield Buffer.alloc(50_000)
}
const send = (
  timeoutMs: number,
  pieces: () => AsyncIterable<Buffer> = fivePieces,
  signal = new AbortController().signal,
): Promise<unknown> => {
  const { port } = tcp.address() as AddressInfo
  const target = { host: '127.0.0.1', port, username: 'feeds', privateKey: keyPair(), hostKey: null }
  const files = ['a.gz', 'b.gz'].map((name) => ({ name, pieces }))
  const options = { origins: [`sftp://127.0.0.1:${port}`], signal, timeoutMs, onSent: async () => undefined }
  return sendFiles(target, files, options)
}

test.each(stages)('GO1: a host that keeps the connection and takes nothing is given up in time (silent at: %s)', async (stage) => {
  silentAt = stage
  await expect(send(1500)).rejects.toMatchObject({ name: 'SftpFailed', fault: 'broken' })
})

test('GO1: a slow line has its time for each part, however large the pieces are', async () => {
  silentAt = 'nowhere'
  packetMs = 60
  const large = async function* () {
    yield Buffer.alloc(1024 * 1024)
  }
  await expect(send(1500, large)).resolves.toEqual({ hostKey: expect.any(String) })
  packetMs = 0
})

test('GO1: half a file is never closed, as the host would take it for whole', async () => {
  silentAt = 'write'
  closed = 0
  await expect(send(700)).rejects.toThrow(SftpFailed)
  silentAt = 'nowhere'
  const failing = async function* () {
    yield Buffer.alloc(600_000)
    throw new Error('the database has gone')
  }
  await expect(send(5000, failing)).rejects.toThrow('the database has gone')
  const stopping = new AbortController()
  const stopped = async function* () {
    yield Buffer.alloc(600_000)
    stopping.abort()
    yield Buffer.alloc(600_000)
  }
  await expect(send(5000, stopped, stopping.signal)).rejects.toMatchObject({ name: 'AbortError' })
  await new Promise((resolve) => void setTimeout(resolve, 300))
  expect(closed).toBe(0)
})

test('GO1: a host that answers takes all files', async () => {
  silentAt = 'nowhere'
  expect(await send(60_000)).toEqual({ hostKey: expect.stringMatching(/^SHA256:/) })
})
