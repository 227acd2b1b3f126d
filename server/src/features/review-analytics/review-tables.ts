import { reviewValue } from '@tablewire/contracts/analytics/review-figures.rules'
import type { ReviewAnalytics, ReviewCounts, ReviewMeasure } from '@tablewire/contracts/analytics/review-analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import { countCell, dayCell, head, meaningsTable, measuresTable, reportPhrases } from '#src/features/reports/api.ts'
import type { Cell, Format, Shown, Table } from '#src/platform/excel/write-workbook.ts'
import { fill } from '#src/platform/phrases.ts'
import { reviewBookPhrases } from './review-book-phrases.ts'

type Told = { answer: ReviewAnalytics; measures: readonly ReviewMeasure[]; lang: Lang }

const formatOf: Record<ReviewMeasure['unit'], Format> = { reviews: 'count', stars: 'decimal', percent: 'percent', minutes: 'minutes' }
const saidOf = ({ measures, lang }: Pick<Told, 'measures' | 'lang'>) => ({ measures, units: reviewBookPhrases[lang].units, lang })

/** Every measure there is, of the whole period. */
export const figuresTable = ({ answer: { all }, ...told }: Told): Table =>
  measuresTable({ ...saidOf(told), formatOf: (unit) => formatOf[unit as ReviewMeasure['unit']] }, (id) => {
    const measure = id as ReviewMeasure['id']
    return { value: reviewValue(measure, all), compared: all.compared && reviewValue(measure, all.compared) }
  })

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
      rows: answer.series.map((step) => [dayCell(step.from), dayCell(step.to), ...cells(step)]),
    },
    {
      name: words.sheets.sources,
      columns: [head(words.columns.source, 22), ...heads],
      rows: answer.sources.map((one) => [sourceName(one.source, words.own), ...cells(one)]),
    },
    {
      name: words.sheets.stars,
      columns: [head(words.columns.stars), head(words.units.reviews), head(columns.compared)],
      rows: answer.stars.map(({ stars, reviews, compared }) => [stars ?? words.noRating, countCell(reviews), countCell(compared)]),
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
export const definitionsTable = (told: Pick<Told, 'measures' | 'lang'>): Table => meaningsTable(saidOf(told))
