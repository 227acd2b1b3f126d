import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { newId } from '#src/platform/id.ts'
import { makeDb, makePool } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { makeLogger } from '../log.ts'
import { type LiveDelivery, type Live, startLive } from './live.ts'

let open: OpenDb
let here: Live
let there: Live
beforeAll(async () => {
  open = await aDb()
  // Two processes on one database.
  here = await startLive(open.db, open.url, makeLogger('silent'))
  there = await startLive(open.db, open.url, makeLogger('silent'))
})
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await open.close()
})

const ctx = () => aCtx(open.db)
const message = (id = newId()) => ({ type: 'reservation' as const, venueId: newId(), id, kind: 'booked' })
const until = async (condition: () => boolean): Promise<void> => {
  for (let n = 0; n < 200 && !condition(); n++) await new Promise((resolve) => setTimeout(resolve, 10))
}

test('a change committed in one process reaches the readers of another, and only after the commit', async () => {
  const received: LiveDelivery[] = []
  const stop = there.subscribe((one) => received.push(one))
  const id = newId()
  await transaction(ctx(), async (inner) => {
    await here.publish(inner, message(id))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(received).toEqual([])
  })
  await until(() => received.length > 0)
  expect(received.map((one) => one.message.id)).toEqual([id])
  stop()
})

test('what took long to commit is dated by when it could be read, also where it is heard again later', async () => {
  const received: LiveDelivery[] = []
  const from = there.cursor()
  const stop = there.subscribe((one) => received.push(one))
  const id = newId()
  await transaction(ctx(), async (inner) => {
    await here.publish(inner, message(id))
    await new Promise((resolve) => setTimeout(resolve, 1200))
  })
  const committedMs = Date.now()
  await until(() => received.length > 0)
  stop()
  const again = (await there.since(from))!.find((one) => one.message.id === id)!
  for (const { message: heard } of [received[0]!, again]) expect(Date.parse(heard.at)).toBeGreaterThanOrEqual(committedMs - 5)
})

test('what is rolled back is never heard', async () => {
  const received: LiveDelivery[] = []
  const stop = there.subscribe((one) => received.push(one))
  await transaction(ctx(), async (inner) => {
    await here.publish(inner, message())
    throw new Error('no')
  }).catch(() => undefined)
  const id = newId()
  await here.publish(ctx(), message(id))
  await until(() => received.length > 0)
  expect(received.map((one) => one.message.id)).toEqual([id])
  stop()
})

test('a slow transaction that began first is not missed by a reader that has moved on', async () => {
  const received: (string | null)[] = []
  const stop = there.subscribe((one) => received.push(one.message.id))
  const [slow, quick] = [newId(), newId()]
  await transaction(ctx(), async (inner) => {
    await here.publish(inner, message(slow))
    await here.publish(ctx(), message(quick))
    await until(() => received.includes(quick))
    expect(received).toEqual([quick])
  })
  await until(() => received.includes(slow))
  expect(received).toEqual([quick, slow])
  stop()
})

test('a reader that comes back hears what it missed, also when nothing had been said before it left', async () => {
  await sql`truncate live_messages`.execute(open.db)
  const cursor = there.cursor()
  // The oldest transaction of the whole cluster holds the horizon back; the first message may well lie above it.
  const id = newId()
  await here.publish(ctx(), message(id))
  await until(() => there.cursor() !== cursor)
  expect((await there.since(cursor))?.map((one) => one.message.id)).toContain(id)
})

test('a reader that was away too long, or at another database, is told so', async () => {
  const [xid, second, course] = there.cursor().split('-')
  const before = (seconds: number) => `${xid}-${Number(second) - seconds}-${course}`
  expect(await there.since(before(20 * 60))).toBeDefined()
  expect(await there.since(before(26 * 60))).toBeUndefined()
  expect(await there.since(`${BigInt(xid!) + 1_000_000n}-${second}-${course}`)).toBeUndefined()
  expect(await there.since(`${xid}-${second}-${'0'.repeat(12)}`)).toBeUndefined()
  expect(await there.since('1')).toBeUndefined()
  expect(await there.since('nonsense')).toBeUndefined()
})

test('where the database says nothing of its log or of itself, messages are heard all the same', async () => {
  const name = `reader_${newId().replaceAll('-', '')}`
  await sql.raw(`create role ${name} login; grant select on live_messages, time_marks to ${name};
    revoke execute on function pg_control_system() from public`).execute(open.db) // prettier-ignore
  const url = new URL(open.url)
  url.username = name
  const pool = makePool({ url: url.href, max: 1, name: 'test' })
  const quiet = await startLive(makeDb(pool), open.url, makeLogger('silent'))
  try {
    const received: LiveDelivery[] = []
    quiet.subscribe((one) => received.push(one))
    const cursor = quiet.cursor()
    const id = newId()
    await here.publish(ctx(), message(id))
    await until(() => received.length > 0)
    expect(received.map((one) => one.message.id)).toEqual([id])
    expect(await quiet.since(cursor)).toBeDefined()
  } finally {
    await quiet.stop()
    await pool.end()
    await sql.raw(`grant execute on function pg_control_system() to public; drop owned by ${name}; drop role ${name}`).execute(open.db)
  }
})
