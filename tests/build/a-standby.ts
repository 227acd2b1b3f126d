import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const needed = ['initdb', 'postgres', 'pg_basebackup'] as const

/** Where this machine has PostgreSQL's own programs, newest first; the built-in one lacks pg_basebackup. */
const places = (): string[] => {
  const all = '/usr/lib/postgresql'
  const versions = existsSync(all) ? readdirSync(all).toSorted((a, b) => Number(b) - Number(a)) : []
  return [...versions.map((version) => join(all, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')]
}
const missingIn = (place: string): string[] => needed.filter((name) => !existsSync(join(place, name)))
const binaries = places().find((place) => missingIn(place).length === 0)
/** What a test with a standby lacks here, by name; undefined = nothing. */
export const missingForStandby: string | undefined =
  binaries === undefined ? `PostgreSQL with ${needed.join(', ')} in one folder` : undefined

type Account = { uid: number; gid: number }
/** PostgreSQL refuses to run as root. */
const account = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => /^(postgres|nobody):/.test(one))!
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

const settings = {
  listen_addresses: '',
  shared_buffers: '16MB',
  max_connections: '60',
  wal_level: 'replica',
  max_wal_senders: '4',
  hot_standby: 'on',
  hot_standby_feedback: 'on',
  wal_receiver_status_interval: '1s',
  timezone: 'UTC',
}

export type Node = {
  url: string
  query: (text: string) => Promise<Record<string, unknown>[]>
  /** SIGSTOP and SIGCONT of the server and all its processes. */
  freeze: () => void
  thaw: () => void
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Its folder as it is now, as a volume's snapshot or a backup holds it; returns what puts it back. It is restarted both times. */
  keep: () => Promise<() => Promise<void>>
}

/** A primary and a standby of it by streaming replication, with sockets in a folder of their own. */
export const aPair = async (): Promise<{ primary: Node; standby: Node; close: () => Promise<void> }> => {
  const who = account()
  const folder = mkdtempSync(join(tmpdir(), 'tablewire-pair-'))
  if (who) chownSync(folder, who.uid, who.gid)
  const program = (name: (typeof needed)[number], args: string[]) => run(join(binaries!, name), args, { ...who, cwd: folder })
  const nodes: Stoppable[] = []
  const make = (name: string): Stoppable => {
    const made = aNode({ folder, name, who })
    nodes.push(made)
    return made
  }
  await program('initdb', ['-D', join(folder, 'a'), '-U', 'tablewire', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'])
  writeFileSync(
    join(folder, 'a/postgresql.conf'),
    Object.entries(settings)
      .map(([key, value]) => `${key} = '${value}'\n`)
      .join(''),
  )
  const primary = make('a')
  await primary.start()
  await primary.query('create database tablewire')
  await program('pg_basebackup', [
    '-D',
    join(folder, 'b'),
    '-h',
    join(folder, 'socket-a'),
    '-U',
    'tablewire',
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '--no-sync',
  ])
  const standby = make('b')
  await standby.start()
  return {
    primary,
    standby,
    close: async () => {
      for (const node of nodes) await node.kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Stoppable = Node
const aNode = ({ folder, name, who }: { folder: string; name: string; who: Account | undefined }): Stoppable => {
  const socket = join(folder, `socket-${name}`)
  mkdirSync(socket)
  if (who) chownSync(socket, who.uid, who.gid)
  const urlOf = (database: string): string => `postgresql:///${database}?user=tablewire&host=${encodeURIComponent(socket)}`
  let child: ChildProcess | undefined
  const ask = async (database: string, text: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client(urlOf(database))
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }
  const signal = (what: NodeJS.Signals): void => void process.kill(-child!.pid!, what)
  const [data, kept] = [join(folder, name), join(folder, `kept-${name}`)]
  const copy = async (from: string, to: string): Promise<void> => {
    rmSync(to, { recursive: true, force: true })
    // With its owners and rights.
    await run('cp', ['-a', from, to])
    rmSync(join(to, 'postmaster.pid'), { force: true })
  }
  const node: Stoppable = {
    url: urlOf('tablewire'),
    keep: async () => {
      const restarted = async (work: () => Promise<void>): Promise<void> => {
        await node.kill()
        await work()
        await node.start()
      }
      await restarted(() => copy(data, kept))
      return () => restarted(() => copy(kept, data))
    },
    query: (text) => ask(/create database/.test(text) ? 'postgres' : 'tablewire', text),
    freeze: () => forAll(child!.pid!, 'SIGSTOP'),
    thaw: () => forAll(child!.pid!, 'SIGCONT'),
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      forAll(child.pid!, 'SIGKILL')
      signal('SIGKILL')
      await gone
    },
    start: async () => {
      child = spawn(join(binaries!, 'postgres'), ['-D', data, '-k', socket], {
        ...who,
        stdio: 'ignore',
        detached: true,
        cwd: folder,
      })
      for (let tries = 0; ; tries++) {
        const up = await ask('postgres', 'select 1').catch(() => undefined)
        if (up) return
        if (tries > 600 || child.exitCode !== null) throw new Error(`PostgreSQL ${name} did not start`)
        await sleep(100)
      }
    },
  }
  return node
}

/** Each of its processes is a group of its own. */
const forAll = (pid: number, what: NodeJS.Signals): void => {
  for (const one of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${one}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (parent === pid || Number(one) === pid) process.kill(Number(one), what)
    } catch {
      // Gone meanwhile.
    }
  }
}
