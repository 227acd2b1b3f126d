import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { makeLogger } from '../log.ts'
import { makeTraces } from './make-traces.ts'
import { keepTraceDays } from './trace-days.ts'

let open: OpenDb
beforeEach(async () => void (open = await aDb()))
afterEach(() => open.close())

const now = Temporal.Now.instant()
const dayAt = (days: number): string =>
  now
    .add({ hours: 24 * days })
    .toString()
    .slice(0, 10)
const nameAt = (days: number): string => `traces_${dayAt(days).replaceAll('-', '')}`
/** Where they lie, by what they are called. */
const places = async (): Promise<Record<string, string>> => {
  const { rows } = await sql<{
    name: string
    place: string
  }>`select request_id as name, tableoid::regclass::text as place from traces`.execute(open.db)
  return Object.fromEntries(rows.map(({ name, place }) => [name, place]))
}
const tables = async (): Promise<string[]> => {
  const { rows } = await sql<{
    name: string
  }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'traces'::regclass`.execute(open.db)
  return rows.map(({ name }) => name).toSorted()
}
const put = (name: string, at: string) =>
  sql`insert into traces (id, started_at, from_party, to_party, operation, request_id, outcome, duration_ms)
    values (gen_random_uuid(), ${at}::timestamptz, 'channel', 'hub', 'book', ${name}, 'ok', 5)`.execute(open.db)
const noted = async (name: string, startedAt: string): Promise<void> => {
  const traces = makeTraces(open.db, makeLogger('silent'))
  traces.note({ from: 'channel', to: 'hub', operation: 'book', requestId: name, outcome: 'ok', startedAt, durationMs: 5 })
  await traces.stop()
}

test('whoever writes makes the day when it is not there; what comes from nowhere in time is kept all the same', async () => {
  await noted('today', now.toString())
  await noted('a clock gone wrong', '2099-05-01T12:00:00Z')
  expect(await places()).toEqual({ today: nameAt(0), 'a clock gone wrong': 'traces_rest' })
})

test('days are made ahead by several processes at once, with what came for them before, and those that have served their time are dropped', async () => {
  await Promise.all([put('now', now.toString()), put('tomorrow', `${dayAt(1)}T12:00:00Z`), put('long ago', `${dayAt(-40)}T12:00:00Z`)])
  expect(new Set(Object.values(await places()))).toEqual(new Set(['traces_rest']))
  await keepTraceDays(open.db, now.subtract({ hours: 24 * 31 }))
  await put('a month ago', `${dayAt(-31)}T23:59:59Z`)
  await put('a month ago but one day', `${dayAt(-30)}T00:00:00Z`)
  const dropped = await Promise.all(Array.from({ length: 4 }, () => keepTraceDays(open.db, now)))
  expect(dropped.reduce((sum, count) => sum + count)).toBe(1)
  expect(await tables()).toEqual([...[-30, -29, 0, 1, 2].map(nameAt), 'traces_rest'])
  expect(await places()).toEqual({
    now: nameAt(0),
    tomorrow: nameAt(1),
    'a month ago but one day': nameAt(-30),
    'long ago': 'traces_rest',
  })
})

test('somebody who reads traces for long keeps no write from being done', async () => {
  const reader = await open.db.startTransaction().execute()
  await sql`select count(*) from traces`.execute(reader)
  await noted('meanwhile', now.toString())
  expect(await places()).toEqual({ meanwhile: 'traces_rest' })
  await reader.rollback().execute()
  await keepTraceDays(open.db, now)
  expect(await places()).toEqual({ meanwhile: nameAt(0) })
})

test('a question about a span of time looks at the days of that span only', async () => {
  await keepTraceDays(open.db, now)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select * from traces t where t.started_at >= ${`${dayAt(1)}T00:00:00Z`}::timestamptz and t.started_at < ${`${dayAt(2)}T00:00:00Z`}::timestamptz
    order by t.started_at desc, t.id desc limit 50`.execute(open.db)
  const seen = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect([...new Set(seen.match(/traces_\d{8}|traces_rest/g))]).toEqual([nameAt(1)])
})

/** The table as it was before there were days. */
const before = async (): Promise<void> => {
  const file = (name: string): Promise<string> => readFile(new URL(`../../../migrations/${name}.sql`, import.meta.url), 'utf8')
  const made = (await file('0025-traces')).match(/create table traces \([^;]+;/)
  const indexes = `${await file('0030-traces-found')}${await file('0032-trouble-of-sides')}`.match(/create index traces_[^;]+;/g)
  for (const statement of ['drop table traces', ...made!, ...indexes!]) await sql.raw(statement).execute(open.db)
}
const convert = async (): Promise<void> => {
  const text = await readFile(new URL('../../../migrations/0044-traces-by-day.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(open.db)
}

test('what was there before days were made stays, is read with the rest, and goes as one when it is old', async () => {
  await before()
  await put('yesterday', `${dayAt(-1)}T12:00:00Z`)
  await put('weeks ago', `${dayAt(-20)}T12:00:00Z`)
  await convert()
  const old = `traces_until_${dayAt(1).replaceAll('-', '')}`
  await noted('after it', now.toString())
  await keepTraceDays(open.db, now)
  await put('tomorrow', `${dayAt(1)}T12:00:00Z`)
  expect(await places()).toEqual({ yesterday: old, 'weeks ago': old, 'after it': old, tomorrow: nameAt(1) })
  await keepTraceDays(open.db, now.add({ hours: 24 * 30 }))
  expect(await tables()).toContain(old)
  await keepTraceDays(open.db, now.add({ hours: 24 * 31 }))
  expect(await places()).toEqual({ tomorrow: nameAt(1) })
})
