import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgresBin } from '../../tools/failover/packages.ts'

/** What of it is not on this machine; empty where it can run. */
export const missingForArchive = (): string[] => [
  ...(existsSync('/usr/bin/pgbackrest') ? [] : ['pgbackrest']),
  ...(postgresBin() ? [] : ['postgresql']),
]

export type ArchivedDatabase = {
  /** Address of the running one. */
  readonly url: string
  /** `stanza-create`, `check`, `backup`, … */
  backrest(...words: string[]): void
  query<T extends pg.QueryResultRow>(text: string): Promise<T[]>
  /** kill -9 of all its processes, and its folder is gone. */
  lose(): Promise<void>
  /** From the repository into an empty folder, and started; `words` say to when. */
  restore(...words: string[]): Promise<void>
  remove(): Promise<void>
}

/** One that nobody uses now. */
const aPort = async (): Promise<number> => {
  const door = createServer().listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port } = door.address() as AddressInfo
  door.close()
  await once(door, 'close')
  return port
}

const isRoot = process.getuid?.() === 0
const asOwner = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'] : []
const owner = (which: '-u' | '-g'): number => Number(execFileSync('id', [which, ...(isRoot ? ['postgres'] : [])], { encoding: 'utf8' }))
const run = (...words: string[]): string => {
  const [program, ...rest] = [...asOwner, ...words]
  return execFileSync(program!, rest, { encoding: 'utf8', cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The file of deploy/, with folders of this run in place of a distribution's. */
const configIn = (root: string, data: string, port: number): string => {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/pgbackrest/pgbackrest.conf'), 'utf8')
    .replace('repo1-path=/var/lib/pgbackrest', `repo1-path=${root}/repository\nlock-path=${root}/lock\nspool-path=${root}/spool`)
    .replace('pg1-path=/var/lib/postgresql/17/main', `pg1-path=${data}\npg1-port=${port}`)
    .replace('pg1-socket-path=/var/run/postgresql', `pg1-socket-path=${root}`)
  writeFileSync(join(root, 'pgbackrest.conf'), text)
  return join(root, 'pgbackrest.conf')
}

/** A PostgreSQL of this machine whose log goes to a repository of pgBackRest, with the configuration that deploy/ gives. */
export const anArchivedDatabase = async (): Promise<ArchivedDatabase> => {
  const root = mkdtempSync(join(tmpdir(), 'tablewire-archive-'))
  chmodSync(root, 0o755)
  chownSync(root, owner('-u'), owner('-g'))
  const bin = postgresBin()!
  const port = await aPort()
  const data = join(root, 'data')
  const config = configIn(root, data, port)
  const url = `postgres://tablewire:secret@127.0.0.1:${port}/tablewire`
  let running: ChildProcess | undefined
  const backrest = (...words: string[]): void => void run('pgbackrest', `--config=${config}`, '--stanza=tablewire', ...words)
  const connected = async <T>(to: string, work: (db: pg.Client) => Promise<T>): Promise<T> => {
    const db = new pg.Client({ connectionString: to })
    await db.connect()
    try {
      return await work(db)
    } finally {
      await db.end()
    }
  }
  const admin = `postgres://postgres@127.0.0.1:${port}/postgres`
  const start = async (): Promise<void> => {
    const settings = { port, unix_socket_directories: root, archive_mode: 'on', wal_level: 'replica', listen_addresses: '127.0.0.1' }
    const archive = `archive_command=pgbackrest --config=${config} --stanza=tablewire archive-push %p`
    const words = [...Object.entries(settings).map(([name, value]) => `${name}=${value}`), archive].flatMap((one) => ['-c', one])
    const [program, ...rest] = [...asOwner, join(bin, 'postgres'), '-D', data, ...words]
    running = spawn(program!, rest, { stdio: 'ignore', cwd: '/', detached: true })
    const open = `select 1 where not pg_is_in_recovery()`
    for (let tries = 0; tries < 300; tries++) {
      const isUp = await connected(admin, async (db) => (await db.query(open)).rowCount).catch(() => 0)
      if (isUp) return
      await sleep(200)
    }
    throw new Error('the database did not start within a minute')
  }
  const lose = async (): Promise<void> => {
    const ended = running && once(running, 'exit')
    // Its own group: the server and all that it started.
    if (running?.pid) process.kill(-running.pid, 'SIGKILL')
    await ended
    running = undefined
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
  run(join(bin, 'initdb'), '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums')
  await start()
  await connected(admin, async (db) => {
    await db.query(`create role tablewire login password 'secret'`)
    await db.query('create database tablewire owner tablewire')
  })
  return {
    url,
    backrest,
    query: async <T extends pg.QueryResultRow>(text: string) =>
      connected(admin.replace(/postgres$/, 'tablewire'), async (db) => (await db.query<T>(text)).rows),
    lose,
    restore: async (...words) => {
      mkdirSync(data, { mode: 0o700 })
      chownSync(data, owner('-u'), owner('-g'))
      backrest(...words, 'restore')
      await start()
    },
    remove: async () => {
      await lose()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
