import { type AppContainer, openContainer } from '@tablewire/server/app/ports'
import { accountMailJob } from '@tablewire/server/features/people/account-mail'
import { ensureBrands } from '@tablewire/server/features/brands/api'
import { readConfig } from '@tablewire/server/platform/config'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aUser } from '../build/a-user.ts'
import { testDatabase, type TestDatabase } from '../build/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'tablewire-restart-'))
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (work: boolean): Promise<AppContainer> =>
  openContainer(readConfig([], { DATABASE_URL: database.url, TABLEWIRE_DATA: folder, LOG_LEVEL: 'silent', DATABASE_POOL: '6' }), work)

test('what waits when a process starts is done at the first try: nothing runs before all it needs is there', async () => {
  const before = await start(false)
  await ensureBrands(before.db)
  const ctx = before.systemCtx('test')
  for (let at = 0; at < 12; at++) {
    const { id } = await aUser(before.db)
    await before.ports.jobs.enqueue(ctx, accountMailJob, { userId: id, notice: 'recovery', host: '', origin: 'http://localhost' })
  }
  await before.close()
  const after = await start(true)
  try {
    type Waiting = { state: string; tries: number }
    const jobs = async (): Promise<Waiting[]> =>
      (
        await sql<Waiting>`select state::text as state, retry_count as tries from pgboss.job where name = ${accountMailJob.name}`.execute(
          after.db,
        )
      ).rows
    await vi.waitFor(async () => expect((await jobs()).map(({ state }) => state)).toEqual(Array(12).fill('completed')), {
      timeout: 30_000,
      interval: 200,
    })
    expect((await jobs()).map(({ tries }) => tries)).toEqual(Array(12).fill(0))
  } finally {
    await after.close()
  }
})
