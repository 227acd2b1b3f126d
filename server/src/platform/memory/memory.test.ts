import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { newId } from '../id.ts'
import { makeLogger } from '../log.ts'
import { type Fact, type Memory, startMemory } from './memory.ts'
import { lookSince, removeReadChanges } from './position.ts'

let open: OpenDb
let memory: Memory | undefined
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())
afterEach(() => memory?.stop())

const start = (mostBytes = 1_000_000): Memory =>
  (memory = startMemory({ url: open.url, prepare: true, mostBytes, log: makeLogger('silent') }))
type Subject = { subject: string; day?: string }
/** Counts how often the database is asked. */
const counting = (bytes = 100) => {
  const asked: string[] = []
  const fact: Fact<Subject, { of: string } | undefined> = {
    fact: 'something',
    read: async (db, missing) => {
      await sql`select 1`.execute(db)
      asked.push(...missing.map(({ subject, day = '' }) => `${subject} ${day}`))
      return missing.map(({ subject }) => (subject.endsWith('f') ? { of: subject } : undefined))
    },
    bytesOf: () => bytes,
  }
  const ask = async (...about: Subject[]) => (await memory!.current(open.db))!.of(about, fact)
  return { asked, ask }
}
/** One that is there. */
const aSubject = (): string => `${newId().slice(0, -1)}f`
const change = (subject: string | null, day: string | null = null) =>
  sql`insert into kept_changes (venue_id, day) values (${subject}, ${day})`.execute(open.db)

test('what is kept is read once, and again when it has changed: a day, a subject, or all of them', async () => {
  start()
  const { asked, ask } = counting()
  const [one, other] = [aSubject(), aSubject()]
  const all: Subject[] = [{ subject: one }, { subject: one, day: '2026-11-20' }, { subject: other, day: '2026-11-20' }]
  expect(await ask(...all)).toEqual([{ of: one }, { of: one }, { of: other }])
  await ask(...all)
  expect(asked.splice(0)).toHaveLength(3)
  await change(one, '2026-11-20')
  await ask(...all)
  expect(asked.splice(0)).toEqual([`${one} 2026-11-20`])
  await change(one)
  await ask(...all)
  expect(asked.splice(0)).toEqual([`${one} `])
  await change(null)
  await ask(...all)
  expect(asked.splice(0)).toEqual([`${one} `])
  // A day of another subject, and what nobody keeps.
  await change(aSubject(), '2026-11-20')
  await ask(...all)
  expect(asked).toEqual([])
})

test('a change that is committed after others with a higher number is not missed, and none is told twice', async () => {
  const subjects = [aSubject(), aSubject()]
  const { position: before } = await lookSince(open.db, undefined)
  let during: Awaited<ReturnType<typeof lookSince>> | undefined
  await open.db.transaction().execute(async (slow) => {
    await sql`insert into kept_changes (venue_id) values (${subjects[0]})`.execute(slow)
    await change(subjects[1]!)
    during = await lookSince(open.db, before)
  })
  expect(during!.changes).toEqual([{ venueId: subjects[1], day: null }])
  const after = await lookSince(open.db, during!.position)
  expect(after.changes).toEqual([{ venueId: subjects[0], day: null }])
  expect((await lookSince(open.db, after.position)).changes).toEqual([])
})

test('whoever has read less far than changes were removed is told so', async () => {
  const { position } = await lookSince(open.db, undefined)
  await change(aSubject())
  await removeReadChanges(open.db)
  expect((await lookSince(open.db, position)).missed).toBe(false)
  // What somebody in the same installation has begun before keeps them a little longer.
  const late = await vi.waitFor(
    async () => {
      await removeReadChanges(open.db)
      const looked = await lookSince(open.db, position)
      expect(looked).toMatchObject({ missed: true, changes: [] })
      return looked
    },
    { timeout: 30_000, interval: 100 },
  )
  expect((await lookSince(open.db, late.position)).missed).toBe(false)
})

test('it stays within its bytes, and what was not asked for longest goes first; what is not there is not kept', async () => {
  start(10_000)
  const { asked, ask } = counting(700)
  const subjects = Array.from({ length: 30 }, aSubject)
  for (const subject of subjects) await ask({ subject })
  expect(memory!.figures()).toMatchObject({ cells: 10, bytes: 10_000, evicted: 20 })
  asked.length = 0
  await ask({ subject: subjects.at(-1)! })
  expect(asked).toEqual([])
  await ask({ subject: subjects[0]! })
  expect(asked).toHaveLength(1)
  const unknown = { subject: newId().replace(/.$/, '0') }
  await ask(unknown)
  asked.length = 0
  await ask(unknown)
  expect(asked).toHaveLength(1)
})

test('when its connection is cut all is forgotten, and calls are answered meanwhile', async () => {
  start()
  const { asked, ask } = counting()
  const one = { subject: aSubject() }
  await ask(one)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'tablewire memory'`.execute(
    open.db,
  )
  // Not told, or by another connection: in either case what was kept is not.
  await expect.poll(() => memory!.current(open.db), { timeout: 5000 }).toBeDefined()
  asked.length = 0
  expect(await ask(one)).toEqual([{ of: one.subject }])
  expect(asked).toHaveLength(1)
})

test('a database that does not answer in a second is not waited for: nothing is kept, and for a second nothing is asked', async () => {
  start()
  const { ask } = counting()
  await ask({ subject: aSubject() })
  await open.db.transaction().execute(async (other) => {
    await sql`lock table kept_floor in access exclusive mode`.execute(other)
    const startedMs = performance.now()
    expect(await memory!.current(open.db)).toBeUndefined()
    expect(performance.now() - startedMs).toBeGreaterThan(900)
    const againMs = performance.now()
    expect(await memory!.current(open.db)).toBeUndefined()
    expect(performance.now() - againMs).toBeLessThan(200)
  })
  expect(memory!.figures()).toMatchObject({ cells: 0, ageMs: null })
  await expect.poll(() => memory!.current(open.db), { timeout: 5000 }).toBeDefined()
})
