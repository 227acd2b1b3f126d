import Fastify from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCtx } from '../../../tests/build/a-ctx.ts'
import { aPair, missingForStandby } from '../../../tests/build/a-standby.ts'
import { makeDb, makePool } from '#src/platform/db/connect.ts'
import { probeDatabase } from '#src/platform/db/database-probe.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { makeLogger } from '#src/platform/log.ts'
import type { AppContainer } from './ports.ts'
import { answerWhenSilent, problemSender } from './problem-sender.ts'

const lack = missingForStandby === undefined ? '' : ` (skipped: ${missingForStandby} not found)`
describe.skipIf(missingForStandby !== undefined)(`commits that wait for a synchronous standby which is away${lack}`, () => {
  let pair: Awaited<ReturnType<typeof aPair>>
  let pool: pg.Pool
  let db: Db
  beforeAll(async () => {
    pair = await aPair()
    pool = makePool({ url: pair.primary.url, max: 3, name: 'test' })
    db = makeDb(pool)
    await sql`create table noted (word text primary key)`.execute(db)
  })
  afterAll(async () => {
    await db.destroy()
    await pair.close()
  })
  const waitFor = async (standby: string): Promise<void> => {
    await pair.primary.query(`alter system set synchronous_standby_names = '${standby}'`)
    await pair.primary.query('select pg_reload_conf()')
  }
  const noted = async () => (await pair.primary.query('select word from noted order by word')).map(({ word }) => word)

  test('callers are answered in time, also who waits behind for a lock or a connection, reads go on, and all counts in the end', async () => {
    const app = Fastify()
    const pulse = probeDatabase({ url: pair.primary.url }, 1000, () => undefined)
    const container = { pulse, log: makeLogger('silent'), db, metrics: {} } as unknown as AppContainer
    const sendProblem = problemSender(container)
    app.setErrorHandler(sendProblem)
    answerWhenSilent(app, container, sendProblem)
    const followed: string[] = []
    const note = (word: string): Promise<unknown> =>
      transaction({ ...aCtx(db), log: makeLogger('silent') }, async (inner) => {
        await sql`insert into noted values (${word}) on conflict do nothing`.execute(inner.db)
        inner.unitOfWork.afterCommit.push(() => followed.push(word))
        return {}
      })
    const config = { endpointId: 'note' } as object
    app.get('/note/:word', { config }, ({ params }) => note((params as { word: string }).word))
    app.get('/noted', { config }, async () => (await sql`select word from noted`.execute(db)).rows)
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const ask = async (path: string) => {
      const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(30_000) })
      return [answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { code?: string }).code]
    }
    const refused = [503, '5', 'server.busy']
    await waitFor('nobody')
    try {
      expect(await ask('/note/first')).toEqual(refused)
      expect(pulse.unconfirmed()).toBe(true)
      // Behind the lock of the first one's row, which it holds until its commit is answered.
      expect(await ask('/note/first')).toEqual(refused)
      expect(await ask('/noted')).toEqual([200, null, undefined])
      expect(await Promise.all([ask('/note/second'), ask('/noted')])).toContainEqual(refused)
      // Now no connection is free.
      expect(await ask('/noted')).toEqual(refused)
      expect([pool.totalCount, pool.idleCount, followed, await noted()]).toEqual([3, 0, [], []])
      await waitFor('')
      await expect.poll(() => [pulse.unconfirmed(), pool.idleCount, followed.length], { timeout: 10_000 }).toEqual([false, 3, 3])
      expect(await noted()).toEqual(['first', 'second'])
      expect(await ask('/note/third')).toEqual([200, null, undefined])
    } finally {
      await waitFor('')
      await app.close()
      await pulse.stop()
    }
  })
})
