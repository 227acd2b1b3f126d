import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from './embedded-postgres.ts'
import { runningUrl } from './running-database.ts'

const root = mkdtempSync(join(tmpdir(), 'tw-running-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test.each(['data', join('a'.repeat(60), 'b'.repeat(60))])('finds the database somebody runs in %s', async (folder) => {
  const dataDir = join(root, folder)
  const { url, stop } = await startEmbedded({ dataDir, log: () => undefined, settings: { fsync: 'off', shared_buffers: '16MB' } })
  try {
    expect(runningUrl(dataDir)).toBe(url)
  } finally {
    await stop()
  }
  expect(runningUrl(dataDir)).toBeUndefined()
})
