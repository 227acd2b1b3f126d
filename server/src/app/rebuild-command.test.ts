import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { testDatabase } from '../../../tests/build/database.ts'
import { runRebuild } from './rebuild-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'tw-rebuild-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let output: { out: string; err: string }
beforeEach(() => {
  output = { out: '', err: '' }
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((output.out += String(text)), true))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((output.err += String(text)), true))
  return () => void vi.restoreAllMocks()
})

test('rebuilds the sums of analytics, and says what it did not understand', async () => {
  const { url, drop } = await testDatabase()
  const run = (...args: string[]): Promise<number> =>
    runRebuild(args, readConfig([], { LOG_LEVEL: 'silent', DATABASE_URL: url, TABLEWIRE_DATA: folder }))
  expect(await run('everything')).toBe(2)
  expect(output.err).toContain('tablewire rebuild analytics')
  expect(await run('--help')).toBe(0)
  expect(await run('analytics')).toBe(0)
  expect(output.out).toMatch(/^0 venues counted anew in /)
  await drop()
})
