import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPair, missingForStandby } from '../../../../tests/build/a-standby.ts'
import { makeDb, makePool } from '../db/connect.ts'
import { migrateUrl } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { makeLogger } from '../log.ts'
import { type Replica, startReplica } from './replica.ts'

const lack = missingForStandby === undefined ? '' : ` (skipped: ${missingForStandby} not found)`
describe.skipIf(missingForStandby !== undefined)(`a standby of a course that was lost${lack}`, () => {
  let pair: Awaited<ReturnType<typeof aPair>>
  let primary: Db
  let replica: Replica
  beforeAll(async () => {
    pair = await aPair()
    await migrateUrl(pair.primary.url)
    primary = makeDb(makePool({ url: pair.primary.url, max: 4, name: 'test' }))
    await sql`create table told as select 'first'::text as name`.execute(primary)
    await sql`create table filler (word text)`.execute(primary)
    const options = { url: pair.standby.url, prepare: true, connections: 4, mostLagSeconds: 60, primary, log: makeLogger('silent') }
    replica = startReplica(options)
  })
  afterAll(async () => {
    await replica.stop()
    await primary.destroy()
    await pair.close()
  })
  const seen = async (db: Db): Promise<string> => (await sql<{ name: string }>`select name from told`.execute(db)).rows[0]!.name
  const ask = async (): Promise<string> => {
    const answer = await replica.read({ db: primary, people: [] }, seen)
    return answer ? `standby: ${answer.value}` : `primary: ${await seen(primary)}`
  }
  const fill = () => sql`insert into filler select md5(n::text) from generate_series(1, 20000) as n`.execute(primary)

  test('it is not asked once an older copy of the primary is in its place, not even when that has gone further', async () => {
    const restore = await pair.primary.keep()
    await expect.poll(() => ask().catch(() => ''), { timeout: 30_000 }).toBe('standby: first')
    await fill()
    await sql`update told set name = 'lost'`.execute(primary)
    await expect.poll(() => ask(), { timeout: 10_000 }).toBe('standby: lost')
    await restore()
    const answers = new Set<string>()
    const ends = performance.now() + 4000
    while (performance.now() < ends) answers.add(await ask().catch(() => 'no answer'))
    expect([...answers].filter((one) => one !== 'no answer')).toEqual(['primary: first'])
    expect(replica.figures()).toMatchObject({ state: 'ahead', lagMs: null })
    const [beyond] = (await pair.standby.query('select pg_last_wal_replay_lsn()::text as position')) as [{ position: string }]
    const isThere = async (): Promise<boolean> => {
      const { rows } = await sql<{ there: boolean }>`
        select pg_current_wal_insert_lsn() > ${beyond.position}::pg_lsn as there`.execute(primary)
      return rows[0]!.there
    }
    while (!(await isThere())) await fill()
    for (const afterMs of [0, 1500]) {
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      expect(await ask()).toBe('primary: first')
    }
    expect(replica.figures()!.state).not.toBe('ok')
  })
})
