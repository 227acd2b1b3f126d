import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import { asProblem } from '../http/errors.ts'
import { type EmbeddedPostgres, startEmbedded } from '../postgres/embedded-postgres.ts'
import { databaseWriteFault } from '../host/disk-space.ts'
import { executorOf, makeDb, makePool } from './connect.ts'
import { probeDatabase } from './database-probe.ts'
import type { Db } from './schema.ts'
import { connectAlone } from './servers.ts'
import { statement } from './statement.ts'
import { transaction } from './transaction.ts'

// Two servers with the same tables; which of them is the primary changes as in a failover. Their contents are told apart by names.
const folder = mkdtempSync(join(tmpdir(), 'tablewire-servers-'))
const names = ['a', 'b'] as const
type Name = (typeof names)[number]
let servers: Record<Name, EmbeddedPostgres>
let address: string
const query = async (name: Name, text: string): Promise<unknown[]> => {
  const client = new pg.Client(servers[name].url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
const makeReadOnly = async (name: Name, readOnly: boolean): Promise<void> => {
  await query(name, `alter system set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`)
  await query(name, 'select pg_reload_conf()')
  await expect.poll(() => query(name, 'show transaction_read_only')).toEqual([{ transaction_read_only: readOnly ? 'on' : 'off' }])
}
const start = async (name: Name): Promise<EmbeddedPostgres> => startEmbedded({ dataDir: join(folder, name), log: () => undefined })

beforeAll(async () => {
  const [a, b] = await Promise.all(names.map(start))
  servers = { a: a!, b: b! }
  for (const name of names) await query(name, `create table told as select '${name}' as name`)
  const sockets = names.map((name) => encodeURIComponent(new URL(servers[name].url).searchParams.get('host')!))
  address = `postgres://tablewire@${sockets.join(',')}/tablewire?target_session_attrs=read-write`
})
afterAll(async () => {
  for (const name of names) await servers[name].stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const whoWrites = async (db: Db): Promise<unknown> =>
  (await statement<{ name: string }>`update told set name = name returning name`.execute(db)).rows[0]?.name
const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => asProblem(error)?.code,
  )

test('of several servers the one that takes writes is found, and found again when another takes its place', async () => {
  await makeReadOnly('a', true)
  const pool = makePool({ url: address, max: 4, name: 'test' })
  const db = makeDb(pool)
  const ctx = aCtx(db)
  expect(await Promise.all([whoWrites(db), whoWrites(db), transaction(ctx, (inner) => whoWrites(inner.db))])).toEqual(['b', 'b', 'b'])
  const alone = await connectAlone(address, 'test')
  expect((await alone.query('select name from told')).rows).toEqual([{ name: 'b' }])
  await alone.end()

  await makeReadOnly('b', true)
  await makeReadOnly('a', false)
  // Each connection to the deposed primary reports the failover once, whatever the statement was sent in.
  expect(await codeOf(transaction(ctx, (inner) => whoWrites(inner.db)))).toBe('server.busy')
  for (const _ of [1, 2, 3]) expect(await whoWrites(db)).toBe('a')
  expect(await Promise.all([1, 2, 3, 4].map(() => transaction(ctx, (inner) => whoWrites(inner.db))))).toEqual(['a', 'a', 'a', 'a'])
  expect((await executorOf(pool).executeSql('select name from told')).rows).toEqual([{ name: 'a' }])
  await pool.end()
})

test('a primary that takes no writes any more is no database, nor one to be written, and the one that takes its place is found', async () => {
  await makeReadOnly('a', false)
  await makeReadOnly('b', true)
  const pool = makePool({ url: address, max: 2, name: 'test' })
  const probe = probeDatabase({ url: address }, 60_000, () => undefined)
  expect([await probe.answers(), await databaseWriteFault(makeDb(pool))]).toEqual([true, null])
  await makeReadOnly('a', true)
  await expect.poll(() => probe.answers()).toBe(false)
  await expect.poll(() => databaseWriteFault(makeDb(pool))).toBe('read_only')
  await makeReadOnly('b', false)
  await expect.poll(() => probe.answers()).toBe(true)
  await expect.poll(() => databaseWriteFault(makeDb(pool))).toBeNull()
  await probe.stop()
  await pool.end()
})

test('a server that is gone leaves the place to the other; with none that takes writes, every question is a 503', async () => {
  await makeReadOnly('a', false)
  await makeReadOnly('b', true)
  const pool = makePool({ url: address, max: 2, name: 'test' })
  const db = makeDb(pool)
  expect(await whoWrites(db)).toBe('a')
  await servers.a.stop()
  const codes = [await codeOf(whoWrites(db)), await codeOf(whoWrites(db)), await codeOf(whoWrites(db))]
  expect(codes).toEqual(['server.busy', 'server.busy', 'server.busy'])
  await makeReadOnly('b', false)
  await expect.poll(() => whoWrites(db).catch(() => undefined)).toBe('b')
  await pool.end()
  servers.a = await start('a')
})
