import { reviewValue } from '@tablewire/contracts/analytics/review-figures.rules'
import type { ReviewAnalytics, ReviewCounts, ReviewMeasure } from '@tablewire/contracts/analytics/review-analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import { reportPhrases } from '#src/features/reports/api.ts'
import type { Cell, Format, Shown, Table } from '#src/platform/excel/write-workbook.ts'
import { fill } from '#src/platform/phrases.ts'
import { reviewBookPhrases } from './review-book-phrases.ts'

type Told = { answer: ReviewAnalytics; measures: readonly ReviewMeasure[]; lang: Lang }

const formatOf: Record<ReviewMeasure['unit'], Format> = { reviews: 'count', stars: 'decimal', percent: 'percent', minutes: 'minutes' }
const count = (value: number | null): Shown => ({ value, format: 'count' })
const day = (date: string): Cell => ({ value: new Date(`${date}T00:00Z`), format: 'day' })
const head = (header: string, width = 14) => ({ header, width })
/** What is left of two figures of four digits has four digits, too. */
const difference = (value: number | null, before: number | null): number | null =>
  value === null || before === null ? null : Math.round((value - before) * 10_000) / 10_000
const changePercent = (value: number | null, before: number | null): number | null =>
  value === null || !before ? null : Math.round(((value - before) / before) * 1_000_000) / 10_000

/** Every measure there is, of the whole period. */
export const figuresTable = ({ answer: { all }, measures, lang }: Told): Table => {
  const { columns, sheets } = reportPhrases[lang]
  const { units } = reviewBookPhrases[lang]
  const rows = measures.map(({ id, label, unit }): Cell[] => {
    const [value, before] = [reviewValue(id, all), all.compared && reviewValue(id, all.compared)]
    const shown = (number: number | null): Shown => ({ value: number, format: formatOf[unit] })
    const change: Shown = { value: unit === 'percent' ? null : changePercent(value, before), format: 'percent' }
    return [label, units[unit], shown(value), shown(before), shown(difference(value, before)), change, id]
  })
  const named = (['measure', 'unit', 'value', 'compared', 'difference', 'change', 'id'] as const).map((name, at) =>
    head(columns[name], at === 0 || name === 'id' ? 28 : 14),
  )
  return { name: sheets.figures, columns: named, rows }
}

type Counted = ReviewCounts & { compared: ReviewCounts | null }
/** Each measure of the period, and each of the one it is compared with. */
const measured = ({ measures, lang }: Told) => ({
  columns: [
    ...measures.map(({ label }) => head(label, 18)),
    ...measures.map(({ label }) => head(fill(reportPhrases[lang].before, { column: label }), 18)),
  ],
  cells: (one: Counted): Cell[] =>
    [one, one.compared].flatMap((counts) =>
      measures.map(({ id, unit }): Shown => ({ value: counts && reviewValue(id, counts), format: formatOf[unit] })),
    ),
})

/** Everything on the screen but the figures themselves. */
export const breakdownTables = (told: Told): Table[] => {
  const { answer, lang } = told
  const { columns, sheets } = reportPhrases[lang]
  const words = reviewBookPhrases[lang]
  const { columns: heads, cells } = measured(told)
  return [
    {
      name: sheets.series,
      columns: [head(columns.from), head(columns.to), ...heads],
      rows: answer.series.map((step) => [day(step.from), day(step.to), ...cells(step)]),
    },
    {
      name: words.sheets.sources,
      columns: [head(words.columns.source, 22), ...heads],
      rows: answer.sources.map((one) => [sourceName(one.source, words.own), ...cells(one)]),
    },
    {
      name: words.sheets.stars,
      columns: [head(words.columns.stars), head(words.units.reviews), head(columns.compared)],
      rows: answer.stars.map(({ stars, reviews, compared }) => [stars ?? words.noRating, count(reviews), count(compared)]),
    },
    {
      name: words.sheets.themes,
      columns: [head(words.columns.theme, 26), ...heads],
      rows: answer.themes.map((one) => [words.themes[one.theme], ...cells(one)]),
    },
    {
      name: sheets.venues,
      columns: [head(columns.venue, 30), head(columns.city, 18), ...heads],
      rows: answer.league.venues.map((one) => [one.name, one.city, ...cells(one)]),
    },
  ]
}

/** What each figure means, and since when. */
export const definitionsTable = ({ measures, lang }: Pick<Told, 'measures' | 'lang'>): Table => {
  const { columns, sheets, better } = reportPhrases[lang]
  const { units } = reviewBookPhrases[lang]
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
    rows: measures.map((one) => [one.label, one.definition, units[one.unit], better[one.better], day(one.since), one.id]),
  }
}
