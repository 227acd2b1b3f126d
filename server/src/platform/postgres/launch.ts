import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Account } from './account.ts'

export type Guard = 'setpriv' | 'shell'

type Launch = {
  readonly program: string
  readonly args: readonly string[]
  readonly account: Account | undefined
  /** Handed to the program as descriptor 3. */
  readonly folderFd?: number | undefined
  readonly guard?: Guard
}

/** Nothing of our own environment: it holds secrets, and PGDATA or a locale in it would change what happens. */
const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }

const setprivPath = '/usr/bin/setpriv'

const bestGuard = (): Guard =>
  existsSync(setprivPath) && spawnSync(setprivPath, ['--pdeathsig', 'INT', '/bin/true']).status === 0 ? 'setpriv' : 'shell'

let knownGuard: Guard | undefined

/**
 * Without setpriv a shell stands between: it holds the other end of our pipe, and when that closes, because we died however we
 * died, it asks the program to stop.
 */
const shellGuard = `exec 4<&0
"$@" </dev/null 4<&- &
program=$!
trap 'kill -INT $program' INT TERM
trap 'kill -QUIT $program' QUIT
(cat <&4 >/dev/null; kill -INT $program) 2>/dev/null &
watcher=$!
while kill -0 $program 2>/dev/null; do wait $program; status=$?; done
kill $watcher 2>/dev/null
exit $status`

/**
 * Starts a PostgreSQL program so that it never outlives us, kill -9 included, as the given account, in a session of its own: Ctrl-C
 * in a terminal must reach the server first, which then stops the database.
 */
export const launch = ({ program, args, account, folderFd, guard = (knownGuard ??= bestGuard()) }: Launch): ChildProcess => {
  const extra = folderFd === undefined ? [] : [folderFd]
  const options = { cwd: '/', env, detached: true }
  if (guard === 'shell')
    return spawn('/bin/sh', ['-c', shellGuard, 'sh', program, ...args], {
      ...options,
      ...account,
      stdio: ['pipe', 'ignore', 'pipe', ...extra],
    })
  const become = account ? ['--reuid', `${account.uid}`, '--regid', `${account.gid}`, '--clear-groups'] : []
  return spawn(setprivPath, [...become, '--pdeathsig', 'INT', program, ...args], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe', ...extra],
  })
}
