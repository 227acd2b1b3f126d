import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { makePool } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { makeLogger } from '../log.ts'
import { defineJob, type JobQueue, onLongJob, openJobs } from './jobs.ts'

const newsJob = defineJob<{ id: string }>('test.news', 3)

let opened: OpenDb
let jobs: JobQueue
beforeAll(async () => {
  opened = await aDb()
  jobs = await openJobs({
    pool: makePool({ url: opened.url, max: 2, name: 'test jobs' }),
    log: makeLogger('silent'),
  })
})
afterAll(async () => {
  await jobs.stop()
  await opened.close()
})

test('a job that nobody handles is enqueued all the same: the feature that would may have been taken out', async () => {
  await transaction(aCtx(opened.db), (inner) => jobs.enqueue(inner, newsJob, { id: 'told' }))
  const { rows } = await sql`select state::text, data, retry_limit from pgboss.job where name = 'test.news'`.execute(opened.db)
  expect(rows).toEqual([{ state: 'created', data: { id: 'told' }, retryLimit: 3 }])
})

const longJob = defineJob<{ id: string }>('test.long')

test('of jobs that take long, one that comes later is not kept waiting by two that are at work', { timeout: 30_000 }, async () => {
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const run = async (_ctx: unknown, { id }: { id: string }): Promise<void> => {
    if (id === 'short') gate.resolve()
    else await gate.promise
    done.push(id)
  }
  for (const id of ['long', 'longer', 'short']) await transaction(aCtx(opened.db), (inner) => jobs.enqueue(inner, longJob, { id }))
  await jobs.work({ handlers: [onLongJob(longJob, run)], systemCtx: () => aCtx(opened.db), count: () => undefined })
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(3)
  expect(done[0]).toBe('short')
})

test(
  'a database that is away is one line of the queue as a whole, without a stack, however many work on it',
  { timeout: 30_000 },
  async () => {
    const away = await aDb()
    const lines: { msg: string; err?: { message: string; stack?: string } }[] = []
    const log = makeLogger('error', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
    const queue = await openJobs({ pool: makePool({ url: away.url, max: 2, name: 'test away' }), log })
    const handlers = ['one', 'two', 'three'].map((name) => onLongJob(defineJob(`test.${name}`), async () => undefined))
    for (const { job } of handlers) await sql`select pgboss.create_queue(${job.name}, '{"policy":"standard"}')`.execute(away.db)
    await queue.work({ handlers, systemCtx: () => aCtx(away.db), count: () => undefined })
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(away.db)
    const shut = (on: boolean) => sql.raw(`alter database "${rows[0]!.name}" allow_connections ${!on}`).execute(opened.db)
    try {
      await shut(true)
      for (let times = 0; times < 6; times++) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${rows[0]!.name}`.execute(opened.db)
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
      const said = lines.filter(({ msg }) => msg === 'job queue')
      expect(said).toHaveLength(1)
      expect(said[0]!.err?.message).not.toContain('Queue:')
      expect(lines.filter(({ err }) => err?.stack)).toEqual([])
    } finally {
      await shut(false)
      await queue.stop()
      await away.close()
    }
  },
)
