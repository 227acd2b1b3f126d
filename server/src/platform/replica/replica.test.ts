import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { aPair, missingForStandby } from '../../../../tests/build/a-standby.ts'
import { makeDb, makePool } from '../db/connect.ts'
import { migrateUrl } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { newId } from '../id.ts'
import { makeLogger } from '../log.ts'
import { removeOldWrites } from './own-writes.ts'
import { type Replica, type ReplicaOptions, startReplica } from './replica.ts'

const lack = missingForStandby === undefined ? '' : ` (skipped: ${missingForStandby} not found)`
describe.skipIf(missingForStandby !== undefined)(`a standby${lack}`, () => {
  let pair: Awaited<ReturnType<typeof aPair>>
  let primary: Db
  const open: Replica[] = []
  const person = newId()
  const start = (over: Partial<ReplicaOptions> = {}): Replica => {
    const one = startReplica({
      url: pair.standby.url,
      prepare: true,
      connections: 4,
      mostLagSeconds: 2,
      primary,
      log: makeLogger('silent'),
      ...over,
    })
    open.push(one)
    return one
  }
  const standing = async (replica: Replica, state: string): Promise<void> => {
    await expect.poll(() => replica.figures()!.state, { interval: 50 }).toBe(state)
  }
  const seen = async (db: Db): Promise<string> => (await sql<{ name: string }>`select name from told`.execute(db)).rows[0]!.name
  /** Who answers, and what. */
  const ask = async (replica: Replica, people = [person], sinceMs?: number): Promise<string> => {
    const answer = await replica.read({ db: primary, people, sinceMs }, seen)
    return answer ? `standby: ${answer.value}` : `primary: ${await seen(primary)}`
  }
  const tell = (name: string) => sql`update told set name = ${name}`.execute(primary)
  const pause = (on: boolean) => pair.standby.query(`select pg_wal_replay_${on ? 'pause' : 'resume'}()`)

  beforeAll(async () => {
    pair = await aPair()
    await migrateUrl(pair.primary.url)
    primary = makeDb(makePool({ url: pair.primary.url, max: 4, name: 'test' }))
    await sql`create table told as select 'first'::text as name`.execute(primary)
  })
  afterAll(async () => {
    for (const one of open) await one.stop()
    await primary.destroy()
    await pair.close()
  })

  test('it answers what may lag, says of what moment, and takes no write, whatever server it is', async () => {
    const replica = start()
    await standing(replica, 'ok')
    await tell('second')
    await expect.poll(() => ask(replica)).toBe('standby: second')
    const before = Date.now()
    const answer = await replica.read({ db: primary, people: [person] }, async (db, asOfMs) => {
      expect((await sql<{ on: boolean }>`select pg_is_in_recovery() as on`.execute(db)).rows).toEqual([{ on: true }])
      return asOfMs
    })
    expect(answer!.value).toBe(answer!.asOfMs)
    expect(answer!.asOfMs).toBeGreaterThan(before - 2000)
    expect(await replica.read({ db: primary, people: [] }, (db) => sql`update told set name = 'x'`.execute(db))).toBeUndefined()
    expect(await seen(primary)).toBe('second')
    // Whatever is named: nothing is written over such a connection.
    const pool = makePool({ url: pair.primary.url, max: 1, reads: true, name: 'test' })
    await expect(pool.query(`update told set name = 'x'`)).rejects.toMatchObject({ code: '25006' })
    await pool.end()
  })

  test('whoever wrote is never answered from before it, at any server; others are, within the bound', async () => {
    const [here, there] = [start({ mostLagSeconds: 60 }), start({ mostLagSeconds: 60 })]
    await Promise.all([standing(here, 'ok'), standing(there, 'ok')])
    await tell('before')
    await expect.poll(() => ask(there)).toBe('standby: before')
    await pause(true)
    try {
      await here.whileWriting({ db: primary, people: [person] }, () => tell('mine'))
      expect(await ask(here)).toBe('primary: mine')
      expect(await ask(there)).toBe('primary: mine')
      // Somebody else may still read what was.
      expect(await ask(there, [newId()])).toBe('standby: before')
      // Unless he knows that something happened since.
      expect(await ask(there, [newId()], Date.now())).toBe('primary: mine')
      expect(there.figures()).toMatchObject({ ownWrite: 1, behind: 1 })
    } finally {
      await pause(false)
    }
    await expect.poll(() => ask(there)).toBe('standby: mine')
  })

  test('a write under way, and one whose process died, keeps its person at the primary until it is forgotten', async () => {
    const replica = start({ mostLagSeconds: 60 })
    await standing(replica, 'ok')
    const other = newId()
    await replica.whileWriting({ db: primary, people: [other] }, async () => {
      expect(await ask(replica, [other])).toMatch(/^primary/)
    })
    await expect.poll(() => ask(replica, [other])).toMatch(/^standby/)
    await sql`insert into own_writes (id, user_id) values (${newId()}, ${other})`.execute(primary)
    expect(await ask(replica, [other])).toMatch(/^primary/)
    await sql`update own_writes set at = at - interval '11 minutes'`.execute(primary)
    await expect.poll(() => ask(replica, [other])).toMatch(/^standby/)
    await removeOldWrites(primary)
    expect((await sql`select from own_writes`.execute(primary)).rows).toEqual([])
    // What fails has perhaps written something all the same.
    await expect(replica.whileWriting({ db: primary, people: [other] }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await sql<{ noted: boolean }>`select position is not null as noted from own_writes`.execute(primary)).rows).toEqual([
      { noted: true },
    ])
    // One that takes so long that its beginning is forgotten is remembered from its end on.
    const importer = newId()
    await pause(true)
    try {
      await replica.whileWriting({ db: primary, people: [importer] }, async () => {
        await tell('imported')
        await sql`update own_writes set at = at - interval '11 minutes'`.execute(primary)
        await removeOldWrites(primary)
      })
      expect(await ask(replica, [importer])).toBe('primary: imported')
      await replica.whileWriting({ db: primary, people: [importer] }, async () => {
        await tell('imported again')
        await sql`update own_writes set at = at - interval '11 minutes'`.execute(primary)
      })
      await sql`delete from own_writes where at < clock_timestamp() - interval '10 minutes'`.execute(primary)
      expect(await ask(replica, [importer])).toBe('primary: imported again')
    } finally {
      await pause(false)
    }
  })

  test('a standby that hangs in the middle of an answer holds that answer for no longer than its limit, and no other answer', async () => {
    const replica = start({ mostLagSeconds: 60, readPatienceMs: 1500 })
    await standing(replica, 'ok')
    // Its own process of the server alone: what is watched goes on.
    let pid = 0
    const startedMs = performance.now()
    const hanging = replica.read({ db: primary, people: [] }, async (db) => {
      pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
      process.kill(pid, 'SIGSTOP')
      return seen(db)
    })
    try {
      await expect.poll(() => ask(replica)).toMatch(/^standby/)
      expect(await hanging).toBeUndefined()
      expect(performance.now() - startedMs).toBeLessThan(6000)
      expect(replica.figures()).toMatchObject({ state: 'ok', failed: 1 })
      expect(await ask(replica)).toMatch(/^standby/)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

  test('where this process stood still the standby is not at fault: nothing that it answered is thrown away', async () => {
    const replica = start({ mostLagSeconds: 60, readPatienceMs: 1500 })
    await standing(replica, 'ok')
    const stands = (ms: number): void => {
      for (const endMs = performance.now() + ms; performance.now() < endMs;);
    }
    const reading = replica.read({ db: primary, people: [] }, async (db) => {
      await seen(db)
      const slow = sql`select pg_sleep(0.2)`.execute(db)
      await sleep(50)
      stands(2500)
      await slow
      return seen(db)
    })
    const states = new Set<string>()
    const watching = setInterval(() => states.add(replica.figures()!.state), 5)
    expect(await reading).toBeDefined()
    await sleep(1500)
    clearInterval(watching)
    expect([...states]).toEqual(['ok'])
    expect(replica.figures()!.failed).toBe(0)
  })

  test('a standby that replays another log is not asked, however far it is; one that follows the new primary is', async () => {
    const replica = start({ mostLagSeconds: 60 })
    await standing(replica, 'ok')
    // As after a failover: what the standby has of the log is of another timeline than the primary's.
    await sql`create function another_line() returns trigger language plpgsql as $$ begin new.timeline := '0000000B'; return new; end $$`.execute(
      primary,
    )
    await sql`create trigger another_line before insert or update on log_timelines for each row execute function another_line()`.execute(
      primary,
    )
    await sql`update log_timelines set timeline = ''`.execute(primary)
    await standing(replica, 'behind')
    expect(await ask(replica)).toMatch(/^primary/)
    await sql`drop trigger another_line on log_timelines`.execute(primary)
    await standing(replica, 'ok')
    expect(await ask(replica)).toMatch(/^standby/)
  })

  test('one that is further behind than it may be is not asked, and is again when it has caught up; a quiet database does not fall behind', async () => {
    const replica = start()
    await standing(replica, 'ok')
    await sleep(2500)
    expect(await ask(replica)).toMatch(/^standby/)
    await pause(true)
    try {
      await tell('unheard')
      await standing(replica, 'behind')
      expect(replica.figures()!.lagMs).toBeGreaterThan(2000)
      expect(await ask(replica)).toBe('primary: unheard')
    } finally {
      await pause(false)
    }
    await standing(replica, 'ok')
    expect(await ask(replica)).toBe('standby: unheard')
  })

  test('a primary, another database, and nobody at all are not asked', async () => {
    const [itself, nobody] = [start({ url: pair.primary.url }), start({ url: 'postgres://tablewire@127.0.0.1:1/tablewire' })]
    await standing(itself, 'not_standby')
    await standing(nobody, 'away')
    expect(await ask(itself)).toMatch(/^primary/)
    expect(await ask(nobody)).toMatch(/^primary/)
    expect(nobody.figures()).toMatchObject({ unasked: 1, lagMs: null })
    const foreign = await aPair()
    try {
      const other = start({ url: foreign.standby.url })
      await standing(other, 'other_database')
      expect(await ask(other)).toMatch(/^primary/)
      await other.stop()
    } finally {
      await foreign.close()
    }
  })

  test('no question fails when it hangs, is killed, or comes back', async () => {
    const replica = start({ mostLagSeconds: 60 })
    await standing(replica, 'ok')
    pair.standby.freeze()
    const startedMs = performance.now()
    expect(await ask(replica)).toMatch(/^primary/)
    expect(performance.now() - startedMs).toBeLessThan(10_000)
    await standing(replica, 'away')
    pair.standby.thaw()
    await standing(replica, 'ok')
    // In the middle of an answer.
    const during = replica.read({ db: primary, people: [] }, async (db) => {
      await seen(db)
      await pair.standby.kill()
      return seen(db)
    })
    expect(await during).toBeUndefined()
    expect(await ask(replica)).toMatch(/^primary/)
    await standing(replica, 'away')
    await pair.standby.start()
    await standing(replica, 'ok')
    expect(await ask(replica)).toMatch(/^standby/)
  })
})
