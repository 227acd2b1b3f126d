import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#src/platform/postgres/embedded-postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import pg from 'pg'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { runImport } from './import-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'tw-import-command-'))
const data = join(folder, 'data')
const file = join(folder, 'venues.csv')
writeFileSync(file, 'osm,name,country,tz,opening_hours\nnode/1,Zum Anker,DE,Europe/Berlin,Mo-Su 12:00-22:00\nnode/2,,DE,Europe/Berlin,\n')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let output: { out: string; err: string }
beforeEach(() => {
  output = { out: '', err: '' }
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((output.out += String(text)), true))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((output.err += String(text)), true))
  return () => void vi.restoreAllMocks()
})
const run = (...args: string[]): Promise<number> => runImport(['venues', ...args], readConfig(['--data', data], { LOG_LEVEL: 'silent' }))

test('says what it did not understand', async () => {
  expect(await run()).toBe(2)
  expect(await run(file, '--limit', 'all')).toBe(2)
  expect(await run(file, '--fast')).toBe(2)
  expect(output.err).toContain('tablewire import venues FILE')
  expect(await run('--help')).toBe(0)
})

test('a dry run where there is no database makes none', async () => {
  expect(await run(file, '--dry-run')).toBe(0)
  expect(output.out).toContain('2 rows')
  expect(output.out).toContain('1 new')
  expect(output.out).toContain('nothing was kept')
  expect(existsSync(data)).toBe(false)
})

test('starts the database of the data folder for as long as it needs it, and finds one that runs', async () => {
  const report = join(folder, 'report.csv')
  expect(await run(file, '--report', report, '--json')).toBe(0)
  expect(JSON.parse(output.out)).toMatchObject({
    dryRun: false,
    rows: 2,
    created: 1,
    rejected: 1,
    findings: [{ outcome: 'rejected', reason: 'name.missing', rows: 1 }],
  })
  expect(readFileSync(report, 'utf8')).toContain('3,node/2,rejected,name.missing')
  const running = await startEmbedded({ dataDir: data, log: () => undefined })
  try {
    output.out = ''
    expect(await run(file, '--json')).toBe(0)
    expect(JSON.parse(output.out)).toMatchObject({ created: 0, unchanged: 1 })
    const client = new pg.Client(running.url)
    await client.connect()
    expect((await client.query('select name from venues')).rows).toEqual([{ name: 'Zum Anker' }])
    await client.end()
  } finally {
    await running.stop()
  }
})

test('a file that is none, or breaks off, ends with 1', async () => {
  expect(await run(join(folder, 'absent.csv'))).toBe(1)
  expect(output.err).toContain('There is no file')
  const broken = join(folder, 'broken.csv')
  const good = Array.from({ length: 3000 }, (_, at) => `node/${at + 1},Zum Anker ${at},DE,Europe/Berlin\n`).join('')
  writeFileSync(broken, `osm,name,country,tz\n${good}node/9000,"open,DE,Europe/Berlin\n`)
  expect(await run(broken, '--dry-run')).toBe(1)
  expect(output.err).toContain('breaks off')
  // Of the last rows before the break as many as were read by then.
  expect(output.out).toMatch(/(2,9\d\d|3,000) rows in/)
})
