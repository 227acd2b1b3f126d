import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { type Account, canReach } from './account.ts'
import { launch } from './launch.ts'

/** How a program run as the database's account names a folder, and the descriptor it may need for it. */
export type FolderAccess = { readonly name: string; readonly fd: number | undefined; close(): void }

/**
 * A data folder below /root is closed to the database's account. Root opens it and hands over the descriptor, so no permission
 * on the way there has to be loosened.
 */
export const openFolder = (dir: string, account: Account | undefined): FolderAccess => {
  if (canReach(dir, account)) return { name: dir, fd: undefined, close: () => undefined }
  const fd = openSync(dir, 'r')
  return { name: '/proc/self/fd/3', fd, close: () => closeSync(fd) }
}

const giveTo = (path: string, account: Account): void => {
  chownSync(path, account.uid, account.gid)
  if (!statSync(path).isDirectory()) return
  for (const entry of readdirSync(path)) giveTo(join(path, entry), account)
}

/** A folder of its own for the account, readable by nobody else. What root copied back from a backup changes hands here. */
export const privateFolder = (dir: string, account: Account | undefined): void => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (account && statSync(dir).uid !== account.uid) giveTo(dir, account)
  chmodSync(dir, 0o700)
}

type NewCluster = { readonly dir: string; readonly tree: string; readonly account: Account | undefined; readonly durable: boolean }

/** Built beside its place and moved there when whole, so that a kill in the middle leaves nothing to trip over. */
export const createCluster = async ({ dir, tree, account, durable }: NewCluster): Promise<void> => {
  const draft = `${dir}.new`
  rmSync(draft, { recursive: true, force: true })
  privateFolder(draft, account)
  const folder = openFolder(draft, account)
  const args = ['-D', folder.name, '-U', 'tablewire', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--locale-provider=builtin']
  args.push('--builtin-locale=C.UTF-8', '--data-checksums', '--no-instructions', ...(durable ? [] : ['--no-sync']))
  const child = launch({ program: join(tree, 'bin/initdb'), args, account, folderFd: folder.fd })
  const [output, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  folder.close()
  if (code !== 0) throw new Error(`PostgreSQL could not set up its folder ${dir}: ${output.trim()}`)
  renameSync(draft, dir)
}

export const hasCluster = (dir: string): boolean => existsSync(join(dir, 'PG_VERSION'))

/** Ours and still running, though its server is gone: possible when somebody killed the guard between them. */
export const stopOrphan = (dir: string): void => {
  try {
    const pid = Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0])
    if (readlinkSync(`/proc/${pid}/cwd`) === dir) process.kill(pid, 'SIGINT')
  } catch {
    // Gone already, or not ours to look at: the next attempt to start tells.
  }
}

/** Linux takes 107 bytes for a socket's path; the name inside the folder takes 22 of them. */
export const socketFits = (dataDir: string, account: Account | undefined): boolean =>
  Buffer.byteLength(join(dataDir, 'socket')) < 84 && canReach(dirname(join(dataDir, 'socket')), account)
