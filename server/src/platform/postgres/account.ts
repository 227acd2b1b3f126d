import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The system account the database runs as. PostgreSQL refuses to run as root. */
export type Account = { readonly uid: number; readonly gid: number }

/** initdb needs a passwd entry, so a bare number would not do. */
const passwdAccount = (name: string): Account | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Undefined means "as we are". Root hands over to whoever owns the cluster already, so that a folder begun by an ordinary user
 * keeps working under sudo; otherwise to `postgres`, else `nobody`.
 */
export const databaseAccount = (clusterDir: string): Account | undefined => {
  if (!isRoot()) return undefined
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = passwdAccount('postgres') ?? passwdAccount('nobody')
  if (!account) throw new Error('PostgreSQL may not run as root, and there is neither a user "postgres" nor "nobody" to run it as.')
  return account
}

const allows = (path: string, { uid, gid }: Account, bit: number): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return false
  const shift = stat.uid === uid ? 6 : stat.gid === gid ? 3 : 0
  return ((stat.mode >> shift) & bit) !== 0
}

/** By mode bits only: where an access list grants more, we take the longer way round, which works too. */
export const canReach = (path: string, account: Account | undefined): boolean => {
  if (!account) return true
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    if (!allows(dir, account, 1)) return false
    if (dir === dirname(dir)) break
  }
  return allows(path, account, statSync(path, { throwIfNoEntry: false })?.isDirectory() ? 5 : 4)
}
