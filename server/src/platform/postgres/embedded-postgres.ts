import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { type Account, canReach, databaseAccount, isRoot } from './account.ts'
import { createCluster, hasCluster, openFolder, privateFolder, socketFits, stopOrphan } from './cluster.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { type Guard, launch } from './launch.ts'
import { nativeTree } from './native-tree.ts'

export type EmbeddedPostgres = {
  /** A connection string for `pg`, over a unix socket only this account and root may open. */
  readonly url: string
  /** Settles when the database has stopped, wanted or not, with what it said last. */
  readonly stopped: Promise<string>
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  readonly dataDir: string
  /** The database's own log, line by line; it holds no statements and no values. */
  log(line: string): void
  readonly settings?: Readonly<Record<string, string>>
  readonly guard?: Guard
  /** How long a holder of the folder that is just being stopped is waited for. */
  readonly patienceMs?: number
}

const productSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '256MB',
  max_connections: '100',
  max_wal_size: '1GB',
  min_wal_size: '128MB',
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  // Errors come back to the caller anyway; written to a log they would carry guests' names and numbers.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
} as const

/** A killed postmaster stays in the process table for a moment, and its successor takes it for a living one. */
const lockWaitMs = 15_000
const stopWaitMs = 20_000

type Running = { readonly child: ChildProcess; readonly stopped: Promise<string> }

type Place = { readonly tree: string; readonly dir: string; readonly socketDir: string; readonly account: Account | undefined }

const postgresArgs = (name: string, socketDir: string, settings: Readonly<Record<string, string>>): string[] => [
  '-D',
  name,
  '-k',
  socketDir,
  ...Object.entries({ ...productSettings, ...settings }).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
]

/** Resolves with the process when it takes connections, with its last words when it does not come that far. */
const tryStart = async (place: Place, { log, settings = {}, guard }: EmbeddedOptions): Promise<Running | string> => {
  const folder = openFolder(place.dir, place.account)
  const child = launch({
    program: join(place.tree, 'bin/postgres'),
    args: postgresArgs(folder.name, place.socketDir, settings),
    account: place.account,
    folderFd: folder.fd,
    ...(guard && { guard }),
  })
  folder.close()
  const last: string[] = []
  let ready: () => void = () => undefined
  const isReady = new Promise<void>((resolve) => (ready = resolve))
  createInterface(child.stderr!).on('line', (line) => {
    log(line)
    last.push(line)
    if (last.length > 12) last.shift()
    if (line.includes('ready to accept connections')) ready()
  })
  child.on('error', (error) => last.push(error.message))
  const stopped = new Promise<string>((resolve) => child.on('close', () => resolve(last.join('\n'))))
  return Promise.race([isReady.then(() => ({ child, stopped })), stopped])
}

const start = async (place: Place, options: EmbeddedOptions): Promise<Running> => {
  const until = performance.now() + lockWaitMs
  for (;;) {
    const outcome = await tryStart(place, options)
    if (typeof outcome !== 'string') return outcome
    const busy = /lock file|shared memory block/.test(outcome)
    if (!busy || performance.now() > until) throw new Error(`The built-in PostgreSQL did not start:\n${outcome}`)
    stopOrphan(place.dir)
    await sleep(200)
  }
}

const stop = async ({ child }: Running): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGINT')
  const insist = setTimeout(() => child.kill('SIGQUIT'), stopWaitMs)
  await exit
  clearTimeout(insist)
}

const ensureDatabase = async (socketDir: string): Promise<void> => {
  const client = new pg.Client({ host: socketDir, user: 'tablewire', database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'tablewire'`)
    if (!rowCount) await client.query('create database tablewire')
  } finally {
    await client.end()
  }
}

const socketFolder = (dataDir: string, account: Account | undefined, lock: FolderLock): string => {
  if (lock.leftover) rmSync(lock.leftover, { recursive: true, force: true })
  const dir = socketFits(dataDir, account) ? join(dataDir, 'socket') : mkdtempSync(join(tmpdir(), 'tablewire-'))
  privateFolder(dir, account)
  if (!dir.startsWith(dataDir)) lock.note(dir)
  return dir
}

const prepare = async (dataDir: string, lock: FolderLock, settings: EmbeddedOptions['settings']): Promise<Place> => {
  const dir = join(dataDir, 'postgres')
  const account = databaseAccount(dir)
  const tree = nativeTree(account, isRoot() && !canReach(dataDir, account) ? '/var/cache/tablewire' : dataDir)
  if (hasCluster(dir)) privateFolder(dir, account)
  else await createCluster({ dir, tree, account, durable: settings?.['fsync'] !== 'off' })
  return { tree, dir, account, socketDir: socketFolder(dataDir, account, lock) }
}

const claim = async ({ dataDir: folder, patienceMs }: EmbeddedOptions): Promise<{ dataDir: string; lock: FolderLock }> => {
  try {
    mkdirSync(folder, { recursive: true })
    const dataDir = realpathSync(folder)
    return { dataDir, lock: await lockFolder(dataDir, patienceMs) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
    throw new ConfigError(
      `No right to write in the data folder ${folder} (${message}). Start as its owner, or name another folder with --data.`,
    )
  }
}

/**
 * PostgreSQL of our own in `dataDir`, for an installation without one. It stops when we stop, however we stop; a second start on
 * the same folder throws DataFolderInUse.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const { dataDir, lock } = await claim(options)
  try {
    const place = await prepare(dataDir, lock, options.settings)
    const running = await start(place, options)
    await ensureDatabase(place.socketDir).catch(async (error: unknown) => {
      await stop(running)
      throw error
    })
    return {
      url: `postgresql:///tablewire?user=tablewire&host=${encodeURIComponent(place.socketDir)}`,
      stopped: running.stopped,
      stop: async () => {
        await stop(running)
        rmSync(place.socketDir, { recursive: true, force: true })
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
