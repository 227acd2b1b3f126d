import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']
const isThere = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
const onPath = (program: string): boolean => folders.some((folder) => isThere(join(folder, program)))

const debian: Readonly<Record<string, string>> = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  patronictl: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pgbackrest: 'pgbackrest',
  ip: 'iproute2',
  unshare: 'util-linux',
  setpriv: 'util-linux',
  psql: 'postgresql-client',
}

/** The newest PostgreSQL of the distribution; its folder of programs. */
export const postgresBin = (): string | undefined => {
  const root = '/usr/lib/postgresql'
  const versions = (() => {
    try {
      return readdirSync(root)
    } catch {
      return []
    }
  })()
  const usable = versions.filter((version) => Number(version) >= 15 && isThere(join(root, version, 'bin/postgres')))
  const newest = usable.toSorted((a, b) => Number(b) - Number(a))[0]
  return newest && join(root, newest, 'bin')
}

/** `4.0.7` of what a program says of itself. */
const versionOf = (program: string): readonly number[] => {
  const { stdout, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return (/(\d+)\.(\d+)(?:\.(\d+))?/.exec(`${stdout}${stderr}`)?.slice(1) ?? []).map((part) => Number(part ?? 0))
}
const isAtLeast = (version: readonly number[], [major, minor]: readonly [number, number]): boolean =>
  (version[0] ?? 0) > major || (version[0] === major && (version[1] ?? 0) >= minor)

/**
 * Before 3.1 a primary that hung and woke wrote itself over its successor in etcd, and what had been acknowledged meanwhile was lost
 * (https://github.com/patroni/patroni/pull/2689). Debian 12 has 3.0.2.
 */
export const survivesFreeze = (): boolean => isAtLeast(versionOf('patroni'), [3, 1])
/** From 1.21 on it keeps prepared statements apart in transaction mode. Debian 12 has 1.18. */
export const poolerPrepares = (): boolean => isAtLeast(versionOf('pgbouncer'), [1, 21])

export const versions = (): string =>
  [
    `Patroni ${versionOf('patroni').join('.')}`,
    `etcd ${versionOf('etcd').join('.')}`,
    `HAProxy ${versionOf('haproxy').join('.')}`,
    `PgBouncer ${versionOf('pgbouncer').join('.')}`,
    `PostgreSQL ${versionOf(join(postgresBin() ?? '', 'postgres')).join('.')}`,
  ].join(', ')

/** What keeps this machine from running it, in words. */
export const wanting = (): string[] => {
  const packages = new Set(Object.entries(debian).flatMap(([program, name]) => (onPath(program) ? [] : [name])))
  if (!postgresBin()) packages.add('postgresql')
  return [
    ...(packages.size
      ? [`Missing here: ${[...packages].join(', ')}. On Debian: apt install --no-install-recommends ${[...packages].join(' ')}`]
      : []),
    ...(process.getuid?.() === 0 ? [] : ['It makes networks and machines of its own, which takes root.']),
  ]
}
