import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { makePool } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { makeLogger } from '../log.ts'
import { defineJob, type Jobs, openJobs } from './jobs.ts'

const newsJob = defineJob<{ id: string }>('test.news', 3)

let opened: OpenDb
let jobs: Jobs
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
