import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A network of its own behind one cable, and folders of its own where a distribution's programs look for theirs. */
export type Machine = { name: string; address: string; folders: Readonly<Record<string, string>> }
export type Program = { command: readonly string[]; user?: string; env?: Readonly<Record<string, string>>; log?: string }

const run = (...words: string[]): string => execFileSync(words[0]!, words.slice(1), { encoding: 'utf8' })
const cable = (name: string): string => `to-${name}`

/** The switch between the machines; this process stands at it as their guest. */
export const makeNetwork = (ownAddress: string): void => {
  mkdirSync('/run/netns', { recursive: true })
  run('mount', '-t', 'tmpfs', 'none', '/run/netns')
  run('ip', 'link', 'set', 'lo', 'up')
  run('ip', 'link', 'add', 'switch', 'type', 'bridge')
  run('ip', 'address', 'add', `${ownAddress}/24`, 'dev', 'switch')
  run('ip', 'link', 'set', 'switch', 'up')
}

/** `own`: folder of a program → folder of this run that stands for it there. */
export const makeMachine = (name: string, { address, own }: { address: string; own: Readonly<Record<string, string>> }): Machine => {
  run('ip', 'netns', 'add', name)
  run('ip', 'link', 'add', cable(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  run('ip', 'link', 'set', cable(name), 'master', 'switch', 'up')
  run('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  run('ip', '-n', name, 'link', 'set', 'eth0', 'up')
  run('ip', '-n', name, 'link', 'set', 'lo', 'up')
  for (const folder of [...Object.keys(own), ...Object.values(own)]) mkdirSync(folder, { recursive: true })
  return { name, address, folders: own }
}

const wordsOf = ({ name, folders }: Machine, { command, user }: Program): string[] => {
  const binds = Object.entries(folders).map(([there, here]) => `mount --bind '${here}' '${there}' && `)
  const as = user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--']
  return ['ip', 'netns', 'exec', name, 'unshare', '--mount', 'sh', '-c', `${binds.join('')}exec "$@"`, 'sh', ...as, ...command]
}

/** Starts a program there; what it says goes to its log. */
export const startOn = (machine: Machine, program: Program): ChildProcess => {
  const [first, ...words] = wordsOf(machine, program)
  const out = program.log === undefined ? 'ignore' : openSync(program.log, 'a')
  return spawn(first!, words, {
    stdio: ['ignore', out, out],
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', TZ: 'UTC', ...program.env },
  })
}

/** Runs a program there to its end. */
export const runOn = (machine: Machine, program: Program): string => {
  const [first, ...words] = wordsOf(machine, program)
  return execFileSync(first!, words, { encoding: 'utf8', env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...program.env } })
}

const nameOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}
const signal = ({ name }: Machine, what: NodeJS.Signals, program?: string): void => {
  const pids = run('ip', 'netns', 'pids', name).split('\n').filter(Boolean)
  for (const pid of pids.filter((one) => program === undefined || nameOf(one) === program)) {
    try {
      process.kill(Number(pid), what)
    } catch {
      // Ended meanwhile.
    }
  }
}
export const killPrograms = (machine: Machine, program: string): void => signal(machine, 'SIGKILL', program)
/** The power goes: every process of the machine at once. */
export const killMachine = (machine: Machine): void => signal(machine, 'SIGKILL')
/** It hangs: connections stay open, and nothing answers. */
export const freezeMachine = (machine: Machine): void => signal(machine, 'SIGSTOP')
export const thawMachine = (machine: Machine): void => signal(machine, 'SIGCONT')
export const cutOff = ({ name }: Machine): string => run('ip', 'link', 'set', cable(name), 'down')
export const plugIn = ({ name }: Machine): string => run('ip', 'link', 'set', cable(name), 'up')

export const folderOf = (root: string, ...parts: string[]): string => {
  const folder = join(root, ...parts)
  mkdirSync(folder, { recursive: true })
  return folder
}
