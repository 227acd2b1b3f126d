import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from './embedded-postgres.ts'

const root = mkdtempSync(join(tmpdir(), 'tw-pg-'))
const running: { stop(): Promise<void> }[] = []
let count = 0

const freshFolder = (): string => join(root, `data-${(count += 1)}`)

const start = async (dataDir: string, more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> => {
  const database = await startEmbedded({ dataDir, log: () => undefined, settings: { shared_buffers: '16MB' }, patienceMs: 200, ...more })
  running.push(database)
  return database
}

const ask = async <Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A process of its own that starts the database and holds it until it is killed. */
const holder = async (dataDir: string, guard: string): Promise<{ child: ChildProcess; url: string }> => {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))})
    const { url } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {}, guard: '${guard}' })
    console.log(url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, url }
}

afterEach(async () => {
  await Promise.allSettled(running.splice(0).map((database) => database.stop()))
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('start', () => {
  test('a database in an empty folder, there again with its rows after a stop', async () => {
    const dataDir = freshFolder()
    const first = await start(dataDir)
    await ask(first.url, 'create table kept as select 7 as value')
    await first.stop()
    await first.stopped
    const second = await start(dataDir)
    expect(await ask(second.url, 'select value from kept')).toEqual([{ value: 7 }])
    expect(await ask(second.url, `select current_setting('fsync') as fsync, current_setting('listen_addresses') as tcp`)).toEqual([
      { fsync: 'on', tcp: '' },
    ])
  })

  test('refuses a second start on the same folder in one line', async () => {
    const dataDir = freshFolder()
    await start(dataDir)
    const refused = await start(dataDir).catch((error: unknown) => error as Error)
    expect(refused).toMatchObject({ name: 'DataFolderInUse' })
    expect((refused as Error).message).toContain(`process ${process.pid}`)
    expect((refused as Error).message).not.toContain('\n')
  })

  test('of two starts at the same moment exactly one wins', async () => {
    const dataDir = freshFolder()
    const outcomes = await Promise.allSettled([start(dataDir), start(dataDir)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a folder whose path is too long for a socket, leaving nothing behind', async () => {
    const dataDir = join(root, 'a'.repeat(60), 'b'.repeat(60))
    const { url, stop } = await start(dataDir)
    const socketDir = decodeURIComponent(url.split('host=')[1]!)
    expect(socketDir.length).toBeLessThan(80)
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
    expect(existsSync(socketDir)).toBe(false)
  })

  test('values of a failed statement do not reach the log', async () => {
    const lines: string[] = []
    const { url } = await start(freshFolder(), { log: (line) => lines.push(line) })
    await ask(url, 'create table guests (email text primary key)')
    await ask(url, `insert into guests values ('anna@example.test')`)
    await expect(ask(url, `insert into guests values ('anna@example.test')`)).rejects.toThrow('duplicate key')
    await expect(ask(url, `select 'anna@example.test'::uuid`)).rejects.toThrow('invalid input')
    expect(lines.join('\n')).not.toContain('anna')
  })
})

describe.each(['setpriv', 'shell'])('kill -9 of the server, guarded by %s', (guard) => {
  test('loses no acknowledged row and the next start just works, three times over', async () => {
    const dataDir = freshFolder()
    for (let round = 1; round <= 3; round += 1) {
      const { child, url } = await holder(dataDir, guard)
      await ask(url, 'create table if not exists rounds (round int)')
      await ask(url, `insert into rounds values (${round})`)
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const { url } = await start(dataDir)
    expect(await ask(url, 'select round from rounds order by round')).toEqual([{ round: 1 }, { round: 2 }, { round: 3 }])
  })
})
