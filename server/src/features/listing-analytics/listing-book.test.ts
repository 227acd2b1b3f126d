import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aListedVenue } from '../../../../tests/build/a-listed-venue.ts'
import { aCompany } from '../../../../tests/build/a-venue.ts'
import { listingValue } from '@tablewire/contracts/analytics/listing-figures.rules'
import { langs } from '@tablewire/contracts/kit/wire'
import { writeBook } from './listing-book.ts'
import { listListingMeasures } from './measures.ts'
import { readListingAnalytics } from './read-analytics.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

const shown = (cell: unknown): unknown => (cell !== null && typeof cell === 'object' && 'value' in cell ? cell.value : cell)

test('AN2, AN3: the file of listings holds the figures of the screen, every restaurant, the filter and what each figure means', async () => {
  const companyId = await aCompany(open.db)
  const names = ['Alba', 'Bruna', 'Cora']
  for (const name of names) await aListedVenue(open.db, { companyId, name })
  const ctx = aCtx(open.db, { clock: aClock('2026-11-20T18:00:00Z') })
  const question = { from: '2026-11-01', to: '2026-11-30', today: '2026-11-20', companyId }
  const screen = await readListingAnalytics(ctx, question)
  const { book } = await writeBook(ctx, { question, file: 'workbook', origin: 'https://panel.tablewire.test' }, 'en')
  const tables = new Map(book.tables.map((table) => [table.name, [...(table.rows as Iterable<unknown[]>)].map((row) => row.map(shown))]))
  expect([...tables.keys()]).toEqual([
    'Figures',
    'Over time',
    'Opened and settled',
    'What is missing',
    'Open differences',
    'How channels show them',
    'Restaurants',
    'Definitions',
  ])
  for (const { id, label } of listListingMeasures('en')) {
    const row = tables.get('Figures')!.find(([name]) => name === label)!
    expect([id, row[2], row[3]]).toEqual([id, listingValue(id, screen).value, listingValue(id, screen).compared])
  }
  expect(new Set(tables.get('Restaurants')!.map(([name]) => name))).toEqual(new Set(names))
  expect(tables.get('Definitions')!).toHaveLength(listListingMeasures('en').length)
  const filter = new Map(book.filter)
  expect(filter.get('Days')).toBe(`${screen.span.from} – ${screen.span.to}`)
  expect(filter.get('Open the page')).toContain(`/analytics/listing?from=2026-11-01&to=2026-11-30&company=${companyId}`)
  for (const lang of langs) {
    const figures = await writeBook(ctx, { question, file: 'figures', origin: '' }, lang)
    expect(figures.book.tables).toHaveLength(1)
    expect(figures.book.total).toBeNull()
    const whole = await writeBook(ctx, { question, file: 'workbook', origin: '' }, lang)
    for (const { name } of whole.book.tables) expect(name.length).toBeLessThanOrEqual(28)
    // Beside figures of the period, what stands as of now says so.
    const moments = whole.book.tables.map(({ columns }) => columns[0]!.header!.includes('2026-11-20 18:00:00 UTC'))
    expect(moments).toEqual([false, false, false, true, true, true, true, false])
  }
})
