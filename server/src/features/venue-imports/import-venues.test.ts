import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb, type Recorded, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { updateBook } from '#src/features/venues/update-book.ts'
import { updateVenue } from '#src/features/venues/update-venue.ts'
import { venuesWithBooks } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Finding } from './findings.ts'
import { importVenues, type ImportInput } from './import-venues.ts'
import { openReport } from './report-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'tw-import-'))
let open: OpenDb
let ctx: Ctx
let recorded: Recorded

beforeAll(async () => {
  open = await aDb()
})
afterAll(async () => {
  await open.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await open.db.deleteFrom('areas').execute()
  await open.db.deleteFrom('books').execute()
  await open.db.deleteFrom('venues').execute()
  await open.db.deleteFrom('companies').execute()
  recorded = recordingPorts()
  ctx = aCtx(open.db, { ports: recorded.ports })
})

const header = 'osm,name,city,country,tz,phone,opening_hours,email'
const fileOf = (...rows: string[]): string => {
  const path = join(folder, 'venues.csv')
  writeFileSync(path, [header, ...rows, ''].join('\n'))
  return path
}
const anker = 'node/1,Zum Anker,Hamburg,DE,Europe/Berlin,+49 40 219869,"Mo-Su 12:00-22:00; PH off",anna@anker.example'
const bistro = 'way/2,Le Bistro,Paris,FR,Europe/Paris,,Fr-Sa 18:00-02:00,'

const run = async (path: string, more: Partial<ImportInput> = {}) => {
  const findings: Finding[] = []
  const report = async (finding: Finding): Promise<void> => void findings.push(finding)
  const summary = await importVenues(ctx, {
    path,
    company: 'Imported',
    dryRun: false,
    limit: Infinity,
    today: '2026-11-20',
    report,
    progress: () => undefined,
    ...more,
  })
  return { summary, findings }
}
const venues = () => open.db.selectFrom('venues').selectAll().orderBy('importKey').execute()

test('makes venues with books under one company, tells the audit and whoever looks', async () => {
  const { summary } = await run(fileOf(anker, bistro, 'node/3,,,DE,Europe/Berlin,,,'))
  expect(summary).toMatchObject({ rows: 3, created: 2, rejected: 1, withHours: 2, active: 2 })
  const rows = await venues()
  expect(rows).toMatchObject([
    { importKey: 'osm:node/1', name: 'Zum Anker', timeZone: 'Europe/Berlin', currency: 'EUR', phoneNumber: '+4940219869', active: true },
    { importKey: 'osm:way/2', name: 'Le Bistro', countryCode: 'FR' },
  ])
  const books = await venuesWithBooks(
    ctx,
    rows.map(({ id }) => id),
  )
  expect(books.find(({ name }) => name === 'Le Bistro')?.book).toMatchObject({
    version: 1,
    openingHours: [{ day: 5, from: '18:00', to: '02:00' }, { day: 6 }],
    shifts: [{ name: 'Dinner' }],
    areas: [{ byDefault: true }],
  })
  const audit = await open.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('action', '=', 'venues.imported')
    .orderBy('at', 'desc')
    .executeTakeFirst()
  expect(audit).toMatchObject({ subjectId: rows[0]!.companyId, actorKind: 'system', after: { file: 'venues.csv', created: 2, updated: 0 } })
  expect(recorded.live).toEqual([{ type: 'reset', venueId: null, id: null, kind: null }])
})

test('nothing of a row is an address that mail could go to, and none is sent', async () => {
  await run(fileOf(anker))
  const { rows } = await open.db
    .selectFrom('venues')
    .selectAll('venues')
    .execute()
    .then((all) => ({ rows: JSON.stringify(all) }))
  expect(rows).not.toContain('anna@anker.example')
  expect([...recorded.mails, ...recorded.jobs]).toEqual([])
})

test('the same file again changes nothing; another one changes what changed', async () => {
  await run(fileOf(anker, bistro))
  const before = await venues()
  recorded.live.length = 0
  expect((await run(fileOf(anker, bistro))).summary).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect(recorded.live).toEqual([])
  const { summary } = await run(fileOf(anker.replace('Zum Anker', 'Zum goldenen Anker'), bistro.replace('18:00', '19:00')))
  expect(summary).toMatchObject({ created: 0, updated: 2, unchanged: 0 })
  const after = await venues()
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(after[0]!.name).toBe('Zum goldenen Anker')
  const [one, two] = await Promise.all(after.map(async ({ id }) => (await venuesWithBooks(ctx, [id]))[0]!.book))
  expect([one!.version, two!.version]).toEqual([1, 2])
  expect(two!.openingHours[0]).toMatchObject({ from: '19:00' })
})

test('what people changed here since is theirs', async () => {
  await run(fileOf(anker, bistro))
  const [first, second] = await venues()
  await updateVenue(ctx, { params: { id: first!.id }, body: { name: 'Anker 2' } })
  const [{ book } = { book: undefined }] = await venuesWithBooks(ctx, [second!.id])
  await updateBook(ctx, { venueId: second!.id, book: { ...book!, noticeMinutes: 5 } })
  const { summary, findings } = await run(
    fileOf(anker.replace('Zum Anker', 'Anker 3'), bistro.replace('18:00', '19:00').replace('Le Bistro', 'Le Grand Bistro')),
  )
  expect(summary).toMatchObject({ updated: 1, kept: 2 })
  expect(findings.filter(({ outcome }) => outcome === 'kept').map(({ osmId, reason, line }) => [osmId, reason, line])).toEqual([
    ['node/1', 'venue.changed_here', 2],
    ['way/2', 'book.changed_here', 3],
  ])
  expect((await venues()).map(({ name }) => name)).toEqual(['Anker 2', 'Le Grand Bistro'])
  expect((await venuesWithBooks(ctx, [second!.id]))[0]!.book).toMatchObject({ noticeMinutes: 5, openingHours: [{ from: '18:00' }, {}] })
})

test('party sizes set with the venue survive new hours', async () => {
  await run(fileOf(anker))
  const [first] = await venues()
  await updateVenue(ctx, { params: { id: first!.id }, body: { maxCovers: 33 } })
  await run(fileOf(anker.replace('12:00', '13:00')))
  expect((await venuesWithBooks(ctx, [first!.id]))[0]!.book).toMatchObject({
    party: { max: 33 },
    openingHours: [{ from: '13:00' }, {}, {}, {}, {}, {}, {}],
  })
})

test('a dry run counts and keeps nothing', async () => {
  await run(fileOf(anker))
  const { summary } = await run(fileOf(anker.replace('Zum Anker', 'Anker'), bistro), { dryRun: true })
  expect(summary).toMatchObject({ created: 1, updated: 1 })
  expect((await run(fileOf(anker), { dryRun: true, company: 'Another' })).summary).toMatchObject({ created: 1, updated: 0 })
  expect((await venues()).map(({ name }) => name)).toEqual(['Zum Anker'])
  expect(await open.db.selectFrom('companies').select('name').execute()).toEqual([{ name: 'Imported' }])
})

test('the same place twice in a file is imported once', async () => {
  const { summary, findings } = await run(fileOf(anker, anker))
  expect(summary).toMatchObject({ rows: 2, created: 1, rejected: 1 })
  expect(findings.find(({ reason }) => reason === 'row.duplicate')).toMatchObject({ line: 3, osmId: 'node/1' })
})

test('two imports at once make every venue once', async () => {
  const path = fileOf(...Array.from({ length: 700 }, (_, index) => `node/${index + 1},Venue ${index},Wien,AT,Europe/Vienna,,,`))
  const [one, two] = await Promise.all([run(path), run(path)])
  expect(one.summary.created + two.summary.created).toBe(700)
  expect(await venues()).toHaveLength(700)
  expect(await open.db.selectFrom('companies').select('id').execute()).toHaveLength(1)
})

test('an unknown company id is refused, a known one taken', async () => {
  await expect(run(fileOf(anker), { company: '01900000-0000-7000-8000-00000000dead' })).rejects.toThrow(/no company with the id/)
  await run(fileOf(anker), { company: 'Hafen' })
  const [company] = await open.db.selectFrom('companies').select('id').execute()
  await run(fileOf(bistro), { company: company!.id })
  expect(new Set((await venues()).map(({ companyId }) => companyId))).toEqual(new Set([company!.id]))
})

test('the limit counts rows', async () => {
  expect((await run(fileOf(anker, bistro), { limit: 1 })).summary).toMatchObject({ rows: 1, created: 1 })
})

const finding: Finding = {
  line: 2,
  osmId: 'node/1',
  outcome: 'dropped',
  field: 'phone',
  found: '=cmd()',
  done: 'said "no", twice',
  reason: 'phone.invalid',
}

test('the report is a table no spreadsheet runs, or a JSON array', async () => {
  const [csv, json] = [join(folder, 'report.csv'), join(folder, 'report.json')]
  for (const path of [csv, json]) {
    const report = await openReport(path)
    await report.write(finding)
    await report.write({ ...finding, found: '+49 30 1' })
    await report.close()
  }
  expect(readFileSync(csv, 'utf8')).toBe(
    'line,osm_id,outcome,reason,field,found,done\n2,node/1,dropped,phone.invalid,phone,\'=cmd(),"said ""no"", twice"\n2,node/1,dropped,phone.invalid,phone,+49 30 1,"said ""no"", twice"\n',
  )
  expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual([finding, { ...finding, found: '+49 30 1' }])
  await expect(openReport(join(folder, 'absent', 'report.csv'))).rejects.toThrow(/ENOENT/)
})
