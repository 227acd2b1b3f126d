import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { asProblem } from '../http/errors.ts'
import { makeDb, makePool } from './connect.ts'
import { outageOf } from './outage.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const failed = (code: string, severity = 'ERROR') => Object.assign(new Error('x'), { code, severity })

test('whatever is wrong with the database or its machine is a 503 by its class, not by a list of codes', () => {
  const busy = [
    '08006',
    '53200',
    '53300',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '58000',
    '58030',
    '58P01',
    'F0000',
    'XX000',
    'XX001',
    'XX002',
    '57014',
    '25P04',
    '55P03',
    '40001',
    '40P01',
    // A standby, or a deposed primary: the next connection goes to another server.
    '25006',
  ]
  expect(busy.filter((code) => outageOf(failed(code)) !== 'server.busy')).toEqual([])
  expect(outageOf(failed('53100'))).toBe('storage.unwritable')
  expect(outageOf(failed('XX000', 'FATAL'))).toBe('server.busy')
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS']) expect(outageOf(Object.assign(new Error(code), { code }))).toBe('storage.unwritable')
  for (const code of ['EMFILE', 'ENFILE']) expect(outageOf(Object.assign(new Error(code), { code }))).toBe('server.busy')
  expect(outageOf(Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' }))).toBe('server.busy')
  // Our pool's connection, and the request's.
  for (const error of [failed('42P01'), failed('23505'), failed('55000'), new Error('x'), 'x', null])
    expect(outageOf(error)).toBeUndefined()
})

test('a server that takes the connection and says no word is a 503 as well', async () => {
  const sockets = new Set<Socket>()
  const mute = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  try {
    const host = `127.0.0.1:${port}`
    const db = makeDb(makePool({ url: `postgres://nobody@${host},${host}/nothing`, max: 1, name: 'mute' }))
    const told: unknown = await sql`select 1`.execute(db).catch((error: unknown) => error)
    expect(asProblem(told)).toMatchObject({ status: 503, code: 'server.busy' })
    await db.destroy()
  } finally {
    for (const socket of sockets) socket.destroy()
    mute.close()
  }
})

/** The error a caller gets when the database ends the connection in the middle of `work`. */
const toldWhenKilled = async (work: (client: pg.PoolClient) => Promise<unknown>): Promise<string | undefined> => {
  const pool = makePool({ url: open.url, max: 1, name: 'killed' })
  const killer = new pg.Client(open.url)
  await killer.connect()
  try {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const running = work(client).then(
        () => undefined,
        (error: unknown) => error,
      )
      await killer.query('select pg_sleep(0.1)')
      await killer.query('select pg_terminate_backend($1)', [rows[0]!.pid])
      return asProblem(await running)?.code
    } finally {
      client.release(true)
    }
  } finally {
    await killer.end()
    await pool.end()
  }
}

test('a connection that is killed in the middle is a 503 at whatever it was: waiting, between statements, several under way', async () => {
  expect(await toldWhenKilled((client) => client.query('select pg_sleep(20)'))).toBe('server.busy')
  expect(
    await toldWhenKilled(async (client) => {
      await client.query('begin')
      await new Promise((resolve) => setTimeout(resolve, 400))
      await client.query('select 1')
    }),
  ).toBe('server.busy')
  expect(
    await toldWhenKilled((client) =>
      Promise.all([client.query('begin'), client.query('select pg_sleep(20)'), client.query('select 1'), client.query('commit')]),
    ),
  ).toBe('server.busy')
})
