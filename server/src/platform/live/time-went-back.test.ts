import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import { aPair, missingForStandby } from '../../../../tests/build/a-standby.ts'
import { makeDb, makePool } from '../db/connect.ts'
import { migrateUrl } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { newId } from '../id.ts'
import { makeLogger } from '../log.ts'
import { startMemory } from '../memory/memory.ts'
import { type Live, startLive } from './live.ts'

const lack = missingForStandby === undefined ? '' : ` (skipped: ${missingForStandby} not found)`
describe.skipIf(missingForStandby !== undefined)(`a database that is put back under running servers${lack}`, () => {
  let pair: Awaited<ReturnType<typeof aPair>>
  let db: Db
  beforeAll(async () => {
    pair = await aPair()
    await migrateUrl(pair.primary.url)
    db = makeDb(makePool({ url: pair.primary.url, max: 4, name: 'test' }))
  })
  afterAll(async () => {
    await db.destroy()
    await pair.close()
  })
  const message = (id: string) => ({ type: 'reservation' as const, venueId: newId(), id, kind: 'booked' })
  const publish = async (live: Live, count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => newId())
    for (const id of ids) await live.publish(aCtx(db), message(id))
    return ids
  }
  const answers = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
  const answering = async (): Promise<void> => {
    await expect.poll(answers, { timeout: 20_000 }).toBe(true)
  }

  test('open streams are told to load anew, and hear what is said from then on under numbers that were given before', async () => {
    const live = await startLive(db, pair.primary.url, makeLogger('silent'))
    const heard: (string | null)[] = []
    live.subscribe(({ message: one }) => heard.push(one.type === 'reset' ? 'reset' : one.id))
    let turns = 0
    live.onOtherCourse(() => (turns += 1))
    try {
      const restore = await pair.primary.keep()
      await answering()
      const lost = await publish(live, 12)
      await expect.poll(() => heard.filter((one) => lost.includes(one!)).length).toBe(12)
      const cursor = live.cursor()
      heard.length = turns = 0
      await restore()
      await answering()
      await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['reset'])
      expect(turns).toBe(1)
      const told = await publish(live, 3)
      await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['reset', ...told])
      expect((await sql<{ id: number }>`select id from live_messages`.execute(db)).rows).toHaveLength(3)
      // Also when the restore is noticed only by its mark, and the numbers are beyond those of before.
      expect(await live.since(live.cursor())).toBeDefined()
      const between = live.cursor()
      await sql`update time_marks set lineage = gen_random_uuid()`.execute(db)
      await publish(live, 20)
      await expect.poll(() => heard.filter((one) => one === 'reset').length, { timeout: 10_000 }).toBe(2)
      expect(await live.since(between)).toBeUndefined()
      expect(await live.since(cursor)).toBeUndefined()
    } finally {
      await live.stop()
    }
  })

  test('what is kept in memory of the course that was lost is not told', async () => {
    const memory = startMemory({ url: pair.primary.url, prepare: true, mostBytes: 100_000, log: makeLogger('silent') })
    const subject = newId()
    await sql`create table told as select 'first'::text as name`.execute(db)
    const ask = async (): Promise<string[] | undefined> => {
      const kept = await memory.current(db)
      return kept?.of([{ subject }], {
        fact: 'told',
        read: async (inner) => (await sql<{ name: string }>`select name from told`.execute(inner)).rows.map(({ name }) => name),
        bytesOf: () => 100,
      })
    }
    try {
      const restore = await pair.primary.keep()
      await answering()
      await sql`update told set name = 'lost'`.execute(db)
      await expect.poll(ask, { timeout: 10_000 }).toEqual(['lost'])
      await restore()
      await expect.poll(ask, { timeout: 20_000 }).toBeDefined()
      expect(await ask()).toEqual(['first'])
    } finally {
      await memory.stop()
    }
  })
})
