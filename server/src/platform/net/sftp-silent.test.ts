import { createServer, type Server as TcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import ssh2, { type Connection } from 'ssh2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFiles } from './sftp.ts'

/** Where a host stops answering while it keeps the connection alive, as one does whose disk hangs. */
const stages = ['session', 'subsystem', 'open', 'write', 'close'] as const
let silentAt: (typeof stages)[number] | 'nowhere' = 'nowhere'

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
      sftp.on('WRITE', (id) => silentAt === 'write' || sftp.status(id, 0))
      sftp.on('FSETSTAT', (id) => sftp.status(id, 0))
      sftp.on('CLOSE', (id) => silentAt === 'close' || sftp.status(id, 0))
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

const send = (timeoutMs: number): Promise<unknown> => {
  const { port } = tcp.address() as AddressInfo
  const pieces = async function* () {
    for (let nth = 0; nth < 5; nth++) yield Buffer.alloc(50_000)
  }
  const target = { host: '127.0.0.1', port, username: 'feeds', privateKey: keyPair(), hostKey: null }
  const files = ['a.gz', 'b.gz'].map((name) => ({ name, pieces }))
  const options = { origins: [`sftp://127.0.0.1:${port}`], signal: new AbortController().signal, timeoutMs, onSent: async () => undefined }
  return sendFiles(target, files, options)
}

test.each(stages)('GO1: a host that keeps the connection and takes nothing is given up in time (silent at: %s)', async (stage) => {
  silentAt = stage
  await expect(send(1500)).rejects.toMatchObject({ name: 'SftpFailed', fault: 'broken' })
})

test('GO1: a host that answers takes all files', async () => {
  silentAt = 'nowhere'
  expect(await send(60_000)).toEqual({ hostKey: expect.stringMatching(/^SHA256:/) })
})
