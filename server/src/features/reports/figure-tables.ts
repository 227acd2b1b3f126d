import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Cell, Format, Shown, Table } from '#src/platform/excel/write-workbook.ts'
import type { FigureUnit } from './figure-words.ts'
import { reportPhrases } from './report-phrases.ts'

type Figure = { value: number | null; compared: number | null }
type Measured = { id: string; label: string; definition: string; unit: FigureUnit; better: 'more' | 'less' | 'neither'; since: string }
/** `units`: what each is counted in, in words; `formats`: how cells show it. */
type Told = { measures: readonly Measured[]; units: Readonly<Partial<Record<FigureUnit, string>>>; lang: Lang }

export const head = (header: string, width = 14) => ({ header, width })
export const countCell = (value: number | null): Shown => ({ value, format: 'count' })
export const dayCell = (date: string): Cell => ({ value: new Date(`${date}T00:00Z`), format: 'day' })

/** What is left of two figures of four digits has four digits, too. */
const difference = (value: number | null, before: number | null): number | null =>
  value === null || before === null ? null : Math.round((value - before) * 10_000) / 10_000
const changePercent = (value: number | null, before: number | null): number | null =>
  value === null || !before ? null : Math.round(((value - before) / before) * 1_000_000) / 10_000

/** Every measure there is, of the whole period. */
export const measuresTable = (
  { measures, units, lang, formatOf }: Told & { formatOf: (unit: FigureUnit) => Format },
  figureOf: (id: string) => Figure,
): Table => {
  const { columns, sheets } = reportPhrases[lang]
  const rows = measures.map(({ id, label, unit }): Cell[] => {
    const { value, compared: before } = figureOf(id)
    const shown = (number: number | null): Shown => ({ value: number, format: formatOf(unit) })
    const change: Shown = { value: unit === 'percent' ? null : changePercent(value, before), format: 'percent' }
    return [label, units[unit] ?? '', shown(value), shown(before), shown(difference(value, before)), change, id]
  })
  const named = (['measure', 'unit', 'value', 'compared', 'difference', 'change', 'id'] as const).map((name, at) =>
    head(columns[name], at === 0 || name === 'id' ? 28 : 14),
  )
  return { name: sheets.figures, columns: named, rows }
}

/** What each figure means, and since when. */
export const meaningsTable = ({ measures, units, lang }: Told): Table => {
  const { columns, sheets, better } = reportPhrases[lang]
  return {
    name: sheets.definitions,
    columns: [
      head(columns.measure, 28),
      head(columns.definition, 110),
      head(columns.unit, 18),
      head(columns.better),
      head(columns.since),
      head(columns.id, 28),
    ],
    rows: measures.map((one) => [one.label, one.definition, units[one.unit] ?? '', better[one.better], dayCell(one.since), one.id]),
  }
}
