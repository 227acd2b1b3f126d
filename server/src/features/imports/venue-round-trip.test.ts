import type { ImportBatch } from '@tablewire/contracts/import/import'
import type { ImportRowResult } from '@tablewire/contracts/import/import-findings'
import { langs } from '@tablewire/contracts/kit/wire'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importers } from '#src/app/importers.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { venueSheet } from '#src/features/venues/export-venues.ts'
import type { Cell, Shown } from '#src/platform/excel/write-workbook.ts'
import { writeWorkbook } from '#src/platform/excel/write-workbook.ts'
import { csvLine } from '#src/platform/table/csv-line.ts'
import { runBatch } from './run-batch.ts'
import type {} from './batch-rows.ts'

let testApp: TestApp
let user: TestUser
let token: string
const venueCount = 12
const seed = 20_261_123

/** What nobody would write into a form, and what the database may hold all the same. */
const nasty = fc.oneof(
  fc.constantFrom(
    '=1+1',
    '+49',
    '-',
    '@home',
    "'=quoted",
    "O'Neill",
    'a;b,c\td"e"',
    'two\nlines',
    'two  blanks',
    'ü und ü',
    '\u202eright to left',
    'a\u200bb',
    '☕️ café',
    '007',
    '1e5',
    '2026-01-02',
    'TRUE',
    'null',
    '\ufeffmark',
    '名前',
    '<b>&amp;</b>',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
)
const writable = (text: string): boolean => /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]*$/u.test(text) && text.trim() !== ''
const textOf = (most: number) =>
  nasty
    .map((text) =>
      text
        .trim()
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, '')
        .trim(),
    )
    .filter(writable)
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 4 })

const time = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`)
const hours = fc.array(fc.record({ day: fc.integer({ min: 1, max: 7 }), from: time, to: time }), { maxLength: 12 })
const aRow = fc.record({
  name: textOf(160),
  externalId: orNull(textOf(80)),
  address: orNull(textOf(200)),
  postalCode: orNull(textOf(20)),
  city: orNull(textOf(120)),
  phoneNumber: orNull(fc.constantFrom('+34600111222', '+4940219869', 'call us', '0')),
  countryCode: fc.constantFrom('ES', 'US', 'XX'),
  timeZone: fc.constantFrom('Europe/Madrid', 'America/New_York', 'Etc/UTC'),
  currency: fc.constantFrom('EUR', 'USD', 'ZZZ'),
  latitude: orNull(fc.double({ min: -90, max: 90, noNaN: true })),
  longitude: orNull(fc.double({ min: -180, max: 180, noNaN: true })),
  sdkAccess: fc.boolean(),
  active: fc.boolean(),
  // One page is one venue's.
  tripadvisorId: orNull(fc.integer({ min: 100_000, max: 999_999_999 }).map(String)),
  party: fc
    .tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 }))
    .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) })),
  openingHours: hours,
})

let companyId: string

beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  companyId = await aCompany(db)
  user = await aUser(db, { companyId })
  token = await testApp.signIn(user)
  const taken = new Set<string>()
  for (const { party, openingHours, externalId, ...row } of fc.sample(aRow, { numRuns: venueCount, seed })) {
    const own = externalId === null || taken.has(externalId) ? null : externalId
    if (own !== null) taken.add(own)
    const { id } = await aVenue(db, { companyId, book: { party, openingHours } })
    await db
      .updateTable('venues')
      .set({ ...row, externalId: own })
      .where('id', '=', id)
      .execute()
  }
})
afterAll(() => testApp.close())

/** What the sheet of venues holds: nothing that is shown in a way of its own. */
type Plain = Exclude<Cell, Shown>
type Table = { header: string[]; rows: Plain[][]; lang: (typeof langs)[number] }
const exported = async (lang: Table['lang']): Promise<Table> => {
  const sheet = await venueSheet(ctxOfUser(testApp.container.db, user), {}, lang)
  const rows: Plain[][] = []
  for await (const row of sheet.rows) rows.push([...row] as Plain[])
  return { header: sheet.columns.map(({ header }) => header), rows, lang }
}
const asExcel = ({ header, rows }: Table): Promise<Buffer> =>
  writeWorkbook([
    { name: 'Venues', columns: header.map((name) => ({ header: name, width: 10 })), rows },
    { name: 'About', columns: [], rows: [['Brand', 'Tablewire']] },
  ])
const asCsv = ({ header, rows }: Table): Promise<Buffer> =>
  Promise.resolve(
    Buffer.from([header, ...rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))].map((row) => csvLine(row)).join('')),
  )

const call = async <T = ImportBatch>(asked: { method: string; url: string; body?: unknown }): Promise<T> => {
  const answer = await testApp.ask({ token, ...asked })
  if (answer.statusCode >= 300) throw new Error(`${asked.url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const work = async (id: string, step: 'check' | 'apply'): Promise<ImportBatch> => {
  await call({ method: 'POST', url: `/v1/imports/${id}/${step}`, body: {} })
  await runBatch(testApp.container.systemCtx('imports.work'), importers, { id })
  return call({ method: 'GET', url: `/v1/imports/${id}` })
}
const send = async (file: Buffer): Promise<ImportBatch> => {
  const { id } = await call({ method: 'POST', url: '/v1/imports', body: { kind: 'venues', fileName: 'venues', fileBytes: file.length } })
  return call({ method: 'POST', url: `/v1/imports/${id}/parts?at=0`, body: { content: file.toString('base64') } })
}
const rowsOf = (id: string, outcome: string): Promise<ImportRowResult[]> =>
  call({ method: 'GET', url: `/v1/import-rows?filters[importId]=${id}&filters[outcome]=${outcome}` })
/** Everything but the counts and times of changes. */
const stored = async () => {
  const { db } = testApp.container
  const venues = await db.selectFrom('venues').selectAll().where('companyId', '=', companyId).orderBy('id').execute()
  const books = await db
    .selectFrom('books')
    .selectAll()
    .where(
      'venueId',
      'in',
      venues.map(({ id }) => id),
    )
    .orderBy('venueId')
    .execute()
  return venues.map(({ version: _v, updatedAt: _u, ...venue }, n) => ({ ...venue, rules: books[n]!.rules }))
}

/** The importable columns of the export, each with what it is called as a target. */
const importable = {
  name: 'name',
  externalId: 'externalId',
  city: 'city',
  country: 'country',
  address: 'address',
  postalCode: 'postcode',
  phone: 'phone',
  timezone: 'tz',
  currency: 'currency',
  minCovers: 'minCovers',
  maxCovers: 'maxCovers',
  active: 'active',
  sdkAccess: 'sdkAccess',
  tripadvisorId: 'tripadvisorId',
  latitude: 'lat',
  longitude: 'lon',
  openingHours: 'openingHours',
} as const
/** In the order of the export. */
const places = [
  'name',
  'externalId',
  '',
  'city',
  'country',
  'address',
  'postalCode',
  'phone',
  'timezone',
  'currency',
  'minCovers',
  'maxCovers',
  'active',
  '',
  'sdkAccess',
  'tripadvisorId',
  '',
  '',
  'latitude',
  'longitude',
  'openingHours',
  'id',
]

test.each(langs)('RE6: the export of venues in %s, brought in again as it is, changes nothing', async (lang) => {
  const table = await exported(lang)
  for (const write of [asExcel, asCsv]) {
    const sent = await send(await write(table))
    const mapped = Object.keys(sent.mapping.fields).toSorted()
    expect(mapped).toEqual([...Object.values(importable), 'id'].toSorted())
    expect(await work(sent.id, 'check')).toMatchObject({
      counts: { rows: venueCount, made: 0, changed: 0, unchanged: venueCount, rejected: 0, duplicates: 0, kept: 0 },
    })
  }
})

type Column = keyof typeof importable
/** Two texts that differ by nothing one can see say the same. */
const bare = (value: unknown): string =>
  String(value)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\ufffd\s']+/gu, '')
const clean = (most: number) =>
  textOf(most)
    .map((text) =>
      text
        .normalize('NFC')
        .replaceAll(/[\p{Cc}\p{Cf}\ufffd\s]+/gu, ' ')
        .replace(/^'+/, '')
        .trim(),
    )
    .filter((text) => text !== '')
/** A cell as somebody types it, and what it comes to. */
const edits: Record<Column, fc.Arbitrary<string | number | boolean>> = {
  name: clean(160),
  externalId: fc.uuid().map((id) => `own ${id}`),
  city: clean(120),
  country: fc.constantFrom('DE', 'FR', 'IT'),
  address: clean(200),
  postalCode: clean(20),
  phone: fc.constantFrom('+34600999888', '+31 20 624 1111', '+33142685300'),
  timezone: fc.constantFrom('Europe/Paris', 'Asia/Tokyo'),
  currency: fc.constantFrom('CHF', 'JPY'),
  minCovers: fc.constant(1),
  maxCovers: fc.constant(1000),
  active: fc.boolean(),
  sdkAccess: fc.boolean(),
  tripadvisorId: fc.integer({ min: 100_000, max: 999_999_999 }).map(String),
  latitude: fc.double({ min: 1, max: 80, noNaN: true }),
  longitude: fc.double({ min: 1, max: 80, noNaN: true }),
  openingHours: fc.constantFrom('Mo-Su 10:00-22:00', 'Tu-Sa 12:00-15:00,19:00-23:00', 'Fr-Sa 18:00-02:00'),
}
const anEdit = (column: Column) => fc.record({ value: edits[column], at: fc.integer({ min: 0, max: venueCount - 1 }), excel: fc.boolean() })

/** Which values of a venue the column stands for. */
const touches = (column: Column): string =>
  ({ phone: 'phoneNumber', country: 'countryCode', timezone: 'timeZone' } as Partial<Record<Column, string>>)[column] ?? column
const without = (row: Awaited<ReturnType<typeof stored>>[number], column: Column): unknown => {
  const { party, openingHours: _h, shifts: _s, ...rules } = row.rules
  const book =
    column === 'openingHours'
      ? { ...rules, party }
      : column === 'minCovers' || column === 'maxCovers'
        ? { ...row.rules, party: 0 }
        : row.rules
  return { ...row, rules: book, [touches(column)]: 0 }
}

test.each(Object.keys(importable) as Column[])(
  'RE6: one cell of the export, its %s, changed, changes that of that venue and nothing else',
  async (column) => {
    await fc.assert(
      fc.asyncProperty(anEdit(column), async ({ value, at, excel }) => {
        const table = await exported(langs[at % langs.length]!)
        const row = table.rows[at]!
        const id = row.at(-1)
        const place = places.indexOf(column)
        if (bare(row[place]) === bare(value)) return
        row[place] = value
        const before = await stored()
        const sent = await send(await (excel ? asExcel : asCsv)(table))
        const checked = await work(sent.id, 'check')
        // A position needs both of its ends.
        const half =
          (column === 'latitude' || column === 'longitude') &&
          row[places.indexOf(column === 'latitude' ? 'longitude' : 'latitude')] === null
        const changes = half ? 0 : 1
        expect([checked.counts, checked.findings]).toMatchObject([
          { changed: changes, unchanged: venueCount - changes, made: 0, rejected: 0, kept: 0 },
          half ? [{}] : [],
        ])
        if (!changes) return
        expect(await rowsOf(sent.id, 'changed')).toMatchObject([{ subjectId: id, changes: [{ field: importable[column] }] }])
        await work(sent.id, 'apply')
        const after = await stored()
        for (const [n, one] of after.entries()) {
          if (one.id === id) {
            expect(without(one, column)).toEqual(without(before[n]!, column))
            expect(one).not.toEqual(before[n])
          } else expect(one).toEqual(before[n])
        }
        // What is stored now is what was typed, in the words of the export.
        const now = await exported('en')
        const typed = now.rows.find((other) => other.at(-1) === id)![place]
        expect(column === 'phone' ? String(typed) : typed).toEqual(column === 'phone' ? String(value).replaceAll(' ', '') : value)
      }),
      { numRuns: 3, seed, endOnFailure: true },
    )
  },
)
