import { createHash, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import ssh2, { type AuthContext, type Connection, type Server, type SFTPWrapper } from 'ssh2'
import type { Faults } from '../../rms/faults.ts'

const { utils } = ssh2
const { OPEN_MODE, STATUS_CODE } = utils.sftp

export type Dropbox = { user: string; folder: string; arrived: (file: { path: string; name: string }) => void }
export type SftpOptions = {
  port: number
  host: string
  /** Where the key of the host is kept; without it each start has another. */
  keyFile?: string | undefined
  faults: Faults
  /** By user: each takes one kind of feed. */
  dropbox: (user: string) => Dropbox | undefined
  /** Public keys that open them, as lines of authorized_keys. */
  publicKeys: () => readonly string[]
}
export type SftpServer = { port: number; fingerprint: string; close(): Promise<void> }

// ecdsa: of the ed25519 keys that ssh2 makes, one of 350 cannot be read by it again.
const keptKey = (file: string | undefined): string => {
  if (file !== undefined && existsSync(file)) return readFileSync(file, 'utf8')
  const key = utils.generateKeyPairSync('ecdsa', { bits: 256 }).private
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, key, { mode: 0o600 })
  }
  return key
}
const blobOf = (key: string): Buffer | undefined => {
  const parsed = utils.parseKey(key)
  return parsed instanceof Error ? undefined : parsed.getPublicSSH()
}
export const isPublicKey = (line: string): boolean => /^(ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp\d+) /.test(line) && blobOf(line) !== undefined

/** No password opens a dropbox, only a key that is registered. */
const mayEnter = (context: AuthContext, { dropbox, publicKeys }: SftpOptions): boolean => {
  if (context.method !== 'publickey' || !dropbox(context.username)) return false
  const line = publicKeys().find((one) => {
    const blob = blobOf(one)
    return blob !== undefined && blob.length === context.key.data.length && timingSafeEqual(blob, context.key.data)
  })
  if (line === undefined) return false
  // Without a signature it is only asked whether the key would do.
  if (!context.signature) return true
  const parsed = utils.parseKey(line)
  return !(parsed instanceof Error) && parsed.verify(context.blob!, context.signature, context.hashAlgo)
}

type Upload = { name: string; draft: string; file: FileHandle }

/** Files are put into the root of the dropbox and nothing else is done there. */
const serveDropbox = (sftp: SFTPWrapper, box: Dropbox, cut: () => boolean): void => {
  const uploads = new Map<number, Upload>()
  let count = 0
  const uploadOf = (handle: Buffer): Upload | undefined => (handle.length === 4 ? uploads.get(handle.readUInt32BE(0)) : undefined)
  const answer = (id: number, act: () => Promise<unknown>): void =>
    void act().then(
      () => sftp.status(id, STATUS_CODE.OK),
      () => sftp.status(id, STATUS_CODE.FAILURE),
    )
  sftp.on('OPEN', (id, path, flags) => {
    const name = path.replace(/^(\.?\/)+/, '')
    if (!(flags & OPEN_MODE.WRITE) || !/^[\w.-]{1,200}$/.test(name)) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
    const number = ++count
    const draft = join(box.folder, `.${name}.${process.pid}.${number}.part`)
    const begin = async (): Promise<void> => {
      await mkdir(box.folder, { recursive: true })
      uploads.set(number, { name, draft, file: await open(draft, 'w', 0o600) })
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(number, 0)
      sftp.handle(id, handle)
    }
    return void begin().catch(() => sftp.status(id, STATUS_CODE.FAILURE))
  })
  sftp.on('WRITE', (id, handle, ...[offset, data]) => {
    const upload = uploadOf(handle)
    if (!upload) return sftp.status(id, STATUS_CODE.FAILURE)
    if (cut()) return undefined
    // The bytes are only lent until this returns.
    const bytes = Buffer.from(data)
    return answer(id, () => upload.file.write(bytes, 0, bytes.length, offset))
  })
  sftp.on('CLOSE', (id, handle) => {
    const upload = uploadOf(handle)
    if (!upload) return sftp.status(id, STATUS_CODE.FAILURE)
    uploads.delete(handle.readUInt32BE(0))
    const path = join(box.folder, upload.name)
    return answer(id, async () => {
      await upload.file.close()
      await rename(upload.draft, path)
      box.arrived({ path, name: upload.name })
    })
  })
  const attributes = { mode: 0o100_600, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }
  sftp.on('REALPATH', (id) => sftp.name(id, [{ filename: '/', longname: '/', attrs: attributes }]))
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK))
  for (const event of ['STAT', 'LSTAT'] as const) sftp.on(event, (id: number) => sftp.status(id, STATUS_CODE.NO_SUCH_FILE))
  // What was not closed never arrived.
  sftp.on('close', () => {
    for (const { file, draft } of uploads.values()) void file.close().then(() => rm(draft, { force: true }))
    uploads.clear()
  })
}

const serveClient = (client: Connection, options: SftpOptions, socketOf: () => Socket): void => {
  let box: Dropbox | undefined
  const cut = (): boolean => {
    if (!options.faults.strikes('sftp_cut', 'sftp')) return false
    socketOf().destroy()
    return true
  }
  client.on('error', () => undefined)
  client.on('authentication', (context) => {
    if (!mayEnter(context, options)) return context.reject(['publickey'])
    box = options.dropbox(context.username)
    return context.accept()
  })
  client.on('ready', () =>
    client.on('session', (accept) => {
      accept().on('sftp', (take) => serveDropbox(take(), box!, cut))
    }),
  )
}

/** An SFTP server with a dropbox for each user. Its faults: it is gone, it shows another key, it is cut off in the midst of a file. */
export const serveSftp = async (options: SftpOptions): Promise<SftpServer> => {
  const key = keptKey(options.keyFile)
  const sockets = new Set<Socket>()
  let newest: Socket | undefined
  const make = (hostKey: string): Server =>
    new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
      const socket = newest!
      serveClient(client, options, () => socket)
    })
  const server = make(key)
  let stranger: Server | undefined
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    if (options.faults.strikes('sftp_gone', 'sftp')) return void socket.destroy()
    newest = socket
    const other = options.faults.strikes('sftp_other_key', 'sftp') !== undefined
    if (other) stranger ??= make(utils.generateKeyPairSync('ecdsa', { bits: 256 }).private)
    return (other ? stranger! : server).injectSocket(socket)
  })
  await new Promise<void>((resolve, reject) => {
    tcp.once('error', reject)
    tcp.listen(options.port, options.host, resolve)
  })
  return {
    port: (tcp.address() as AddressInfo).port,
    fingerprint: `SHA256:${createHash('sha256').update(blobOf(key)!).digest('base64').replace(/=+$/, '')}`,
    close: () =>
      new Promise((resolve) => {
        tcp.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
