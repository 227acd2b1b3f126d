import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2'

const { Server, utils } = ssh2
const { STATUS_CODE } = utils.sftp

export type SftpKeys = { private: string; public: string }
export const sshKeys = (): SftpKeys => utils.generateKeyPairSync('rsa', { bits: 2048 })
const hostKeys = (): SftpKeys => utils.generateKeyPairSync('ecdsa', { bits: 256 })

export type SftpServer = {
  port: number
  /** As `ssh-keyscan` tells it, without the host. */
  hostKey: string
  /** Files that arrived whole, by user and name. */
  files: ReadonlyMap<string, Buffer>
  /** Names in the order in which they were begun, those that were given up included. */
  begun: readonly string[]
  connections: number
  /** Milliseconds that each piece takes. */
  pieceMs: number
  /** Bytes after which a connection is cut off. */
  cutAfter: number
  refuses: boolean
  close: () => Promise<void>
}

type Options = { port?: number; keys: SftpKeys; users?: readonly string[] }

/** A real SFTP server that takes files, for users with that key; nothing can be read or listed, as in Google's dropboxes. */
export const anSftpServer = async ({ port = 0, keys, users = ['feeds-m', 'feeds-s', 'feeds-a'] }: Options): Promise<SftpServer> => {
  const files = new Map<string, Buffer>()
  const begun: string[] = []
  const open = new Set<Connection>()
  const allowed = utils.parseKey(keys.public)
  if (allowed instanceof Error) throw allowed
  const key = Array.isArray(allowed) ? allowed[0]! : allowed

  const serve = (connection: Connection, user: string, sftp: SFTPWrapper): void => {
    const growing = new Map<string, { name: string; parts: Buffer[] }>()
    let [next, bytes] = [0, 0]
    sftp.on('OPEN', (request, name) => {
      if (server.refuses) return sftp.status(request, STATUS_CODE.PERMISSION_DENIED)
      const handle = Buffer.from(String(next++))
      growing.set(handle.toString(), { name, parts: [] })
      begun.push(name)
      sftp.handle(request, handle)
    })
    sftp.on('WRITE', (request, handle, offset, data) => {
      const file = growing.get(handle.toString())!
      const held = file.parts.reduce((sum, part) => sum + part.length, 0)
      if (offset !== held) return sftp.status(request, STATUS_CODE.FAILURE)
      file.parts.push(Buffer.from(data))
      bytes += data.length
      if (bytes > server.cutAfter) return void connection.end()
      void sleep(server.pieceMs).then(() => sftp.status(request, STATUS_CODE.OK))
    })
    sftp.on('CLOSE', (request, handle) => {
      const file = growing.get(handle.toString())
      if (file) files.set(`${user}/${file.name}`, Buffer.concat(file.parts))
      growing.delete(handle.toString())
      sftp.status(request, STATUS_CODE.OK)
    })
    for (const verb of ['FSETSTAT', 'SETSTAT', 'FSTAT', 'STAT', 'LSTAT', 'OPENDIR', 'REALPATH'] as const)
      sftp.on(verb as 'FSTAT', (request: number) => sftp.status(request, STATUS_CODE.OP_UNSUPPORTED))
  }

  const logIn = (context: AuthContext): boolean => {
    if (context.method !== 'publickey' || !users.includes(context.username)) return false
    if (!context.key.data.equals(key.getPublicSSH())) return false
    return !context.signature || key.verify(context.blob!, context.signature, context.hashAlgo) === true
  }

  const start = (host: SftpKeys): InstanceType<typeof Server> =>
    new Server({ hostKeys: [host.private] }, (connection) => {
      open.add(connection)
      server.connections += 1
      let user = ''
      connection.on('authentication', (context) => {
        user = context.username
        if (logIn(context)) context.accept()
        else context.reject(['publickey'])
      })
      connection.on('ready', () => connection.on('session', (accept) => accept().on('sftp', (take) => serve(connection, user, take()))))
      connection.on('error', () => undefined)
      connection.on('close', () => open.delete(connection))
    })
  const host = hostKeys()
  const server: SftpServer = {
    port,
    hostKey: host.public.trim().split(' ').slice(0, 2).join(' '),
    files,
    begun,
    connections: 0,
    pieceMs: 0,
    cutAfter: Infinity,
    refuses: false,
    close: async () => undefined,
  }
  const listening = start(host)
  listening.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  server.port = (listening.address() as AddressInfo).port
  server.close = async () => {
    for (const connection of open) connection.end()
    await new Promise<void>((resolve) => void listening.close(() => resolve()))
  }
  return server
}
