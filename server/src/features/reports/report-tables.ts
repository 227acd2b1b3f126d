import type { Counts, Measure, Pace, ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import { shareOf, sumOf } from '@tablewire/contracts/analytics/outcome-shares.rules'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { reservationSheetPhrases } from '#src/features/reservations/api.ts'
import type { Cell, Format, Shown, Table } from '#src/platform/excel/write-workbook.ts'
import { fill } from '#src/platform/phrases.ts'
import { type ReportWords, reportPhrases, weekdayWord } from './report-phrases.ts'

export type Told = { answer: ReservationAnalytics; measures: readonly Measure[]; lang: Lang }

const formatOf: Record<Measure['unit'], Format> = {
  bookings: 'count',
  covers: 'count',
  perBooking: 'decimal',
  percent: 'percent',
  minutes: 'minutes',
}
const count = (value: number | null): Shown => ({ value, format: 'count' })
export const day = (date: string | null | undefined): Cell => (date ? { value: new Date(`${date}T00:00Z`), format: 'day' } : null)
/** What is left of two figures of four digits has four digits, too. */
const difference = (value: number | null, before: number | null): number | null =>
  value === null || before === null ? null : Math.round((value - before) * 10_000) / 10_000
const changePercent = (value: number | null, before: number | null): number | null =>
  value === null || !before ? null : Math.round(((value - before) / before) * 1_000_000) / 10_000

const head = (header: string, width = 13) => ({ header, width })
const countNames = ['bookings', 'covers', 'canceled', 'noShows', 'visited'] as const satisfies readonly (keyof Counts)[]
const countHeads = (words: ReportWords) => [
  ...countNames.map((name) => head(words.columns[name])),
  ...countNames.map((name) => head(fill(words.before, { column: words.columns[name] }))),
]
const countCells = (one: Counts & { compared: Counts | null }): Cell[] => [
  ...countNames.map((name) => count(one[name])),
  ...countNames.map((name) => count(one.compared && one.compared[name])),
]

/** Every measure there is, with the numbers it divides. */
export const figuresTable = ({ answer, measures, lang }: Told): Table => {
  const words = reportPhrases[lang]
  const { columns } = words
  const rows = measures.flatMap((measure): Cell[][] => {
    const figure = answer.figures.find(({ id }) => id === measure.id)
    if (!figure) return []
    const { value, compared, parts } = figure
    const shown = (number: number | null): Shown => ({ value: number, format: formatOf[measure.unit] })
    const change: Shown = { value: measure.unit === 'percent' ? null : changePercent(value, compared), format: 'percent' }
    return [
      [
        measure.label,
        words.units[measure.unit],
        shown(value),
        shown(compared),
        shown(difference(value, compared)),
        change,
        count(parts?.count ?? null),
        count(parts?.of ?? null),
        measure.id,
      ],
    ]
  })
  const named = (['measure', 'unit', 'value', 'compared', 'difference', 'change', 'count', 'of', 'id'] as const).map((name, at) =>
    head(columns[name], at === 0 || name === 'id' ? 28 : 14),
  )
  return { name: words.sheets.figures, columns: named, rows }
}

/** Step by step; each measure that is known of steps has its column. */
const seriesTable = ({ answer: { series }, measures, lang }: Told): Table => {
  const words = reportPhrases[lang]
  const { columns } = words
  const known = measures.filter(({ id }) => series.some(({ values }) => (values[id] ?? null) !== null))
  return {
    name: words.sheets.series,
    columns: [
      ...[columns.from, columns.to, columns.comparedFrom, columns.comparedTo].map((name) => head(name)),
      ...countHeads(words),
      ...known.map(({ label }) => head(label, 16)),
    ],
    rows: series.map((step) => [
      day(step.from),
      day(step.to),
      day(step.comparedSpan?.from),
      day(step.comparedSpan?.to),
      ...countCells(step),
      ...known.map(({ id, unit }): Shown => ({ value: step.values[id] ?? null, format: formatOf[unit] })),
    ]),
  }
}

const sourceWord = (lang: Lang, source: string): string =>
  (reservationSheetPhrases[lang].source as Record<string, string>)[source] ?? source

/** A channel may stand behind bookings of several sources, as where some were imported: those are told apart. */
const channelWord = (lang: Lang, { name, source }: { name: string | null; source: string }): string => {
  if (name === null) return sourceWord(lang, source)
  return source === 'channel' ? name : `${name} (${sourceWord(lang, source)})`
}

const shareHeads = ({ columns }: ReportWords) => [head(columns.bookingsShare), head(columns.coversShare)]
/** Of each its part of all of them, in percent. */
const shareCells = (one: Counts, all: readonly Counts[]): Cell[] =>
  (['bookings', 'covers'] as const).map((unit): Shown => ({ value: shareOf(one[unit], sumOf(all, unit)), format: 'percent' }))

const rankings = ({ answer, lang }: Told): Table[] => {
  const words = reportPhrases[lang]
  const { columns, sheets } = words
  return [
    {
      name: sheets.channels,
      columns: [head(columns.channel, 26), head(columns.source), ...countHeads(words), ...shareHeads(words)],
      rows: answer.channels.map((one) => [
        channelWord(lang, one),
        sourceWord(lang, one.source),
        ...countCells(one),
        ...shareCells(one, answer.channels),
      ]),
    },
    {
      name: sheets.systems,
      columns: [head(columns.system, 26), ...countHeads(words), ...shareHeads(words)],
      rows: answer.systems.map((one) => [one.name ?? words.noSystem, ...countCells(one), ...shareCells(one, answer.systems)]),
    },
    {
      name: sheets.venues,
      columns: [head(columns.venue, 30), head(columns.city, 18), ...countHeads(words)],
      rows: answer.league.venues.map((one) => [one.name, one.city, ...countCells(one)]),
    },
  ]
}

const distributions = ({ answer, lang }: Told): Table[] => {
  const { columns, sheets } = reportPhrases[lang]
  const last = answer.sizes.length
  return [
    {
      name: sheets.heat,
      columns: [head(columns.weekday), head(columns.hour), head(columns.bookings), head(columns.covers)],
      rows: answer.heat.map(({ weekday, hour, bookings, covers }) => [weekdayWord(lang, weekday), hour, count(bookings), count(covers)]),
    },
    {
      name: sheets.sizes,
      columns: [head(columns.size), head(columns.bookings), head(columns.compared)],
      rows: answer.sizes.map(({ size, bookings, compared }) => [size === last ? `${size}+` : size, count(bookings), count(compared)]),
    },
    {
      name: sheets.leads,
      columns: [head(columns.leadFrom, 20), head(columns.leadTo, 20), head(columns.bookings), head(columns.compared)],
      rows: answer.leads.map(({ from, to, bookings, compared }) => [count(from), count(to), count(bookings), count(compared)]),
    },
  ]
}

type Change = ReservationAnalytics['changes'][number]
export const partWord = (lang: Lang, by: Change['by'], { key, name, source }: Change['parts'][number]): string => {
  if (by === 'weekday') return weekdayWord(lang, Number(key))
  if (by === 'size') return key === '21' ? '21+' : key
  if (by === 'side') return (reportPhrases[lang].sides as Record<string, string>)[key] ?? key
  return source === null ? (name ?? key) : channelWord(lang, { name, source })
}

/** Of each measure and trait the parts, and what is left of them in one row: together they are the whole difference. */
const changesTable = ({ answer: { changes }, lang }: Told): Table => {
  const words = reportPhrases[lang]
  const { columns } = words
  return {
    name: words.sheets.changes,
    columns: [
      ...[columns.measure, columns.by, columns.part].map((name) => head(name, 24)),
      ...[columns.value, columns.compared, columns.difference].map((name) => head(name)),
    ],
    rows: changes.flatMap(({ measure, by, parts, rest }): Cell[][] => [
      ...parts.map((one): Cell[] => [
        columns[measure],
        words.by[by],
        partWord(lang, by, one),
        count(one.value),
        count(one.compared),
        count(one.difference),
      ]),
      ...(rest === 0 ? [] : [[columns[measure], words.by[by], words.rest, null, null, count(rest)]]),
    ]),
  }
}

/** What each figure means, since when, and which reservations count. */
export const definitionsTable = ({ measures, lang }: Pick<Told, 'measures' | 'lang'>): Table => {
  const words = reportPhrases[lang]
  const { columns } = words
  const status = reservationSheetPhrases[lang].status as Record<string, string>
  return {
    name: words.sheets.definitions,
    columns: [
      head(columns.measure, 28),
      head(columns.definition, 110),
      ...[columns.unit, columns.kind, columns.better].map((name) => head(name, 16)),
      head(columns.statuses, 60),
      head(columns.since),
      head(columns.id, 28),
    ],
    rows: measures.map((measure) => [
      measure.label,
      measure.definition,
      words.units[measure.unit],
      words.kinds[measure.kind],
      words.better[measure.better],
      measure.statuses.map((one) => status[one] ?? one).join(', '),
      day(measure.since),
      measure.id,
    ]),
  }
}

/** Evening by evening as on the screen, whichever days are asked about. */
export const paceTable = ({ days }: Pace, lang: Lang): Table => {
  const { columns, sheets } = reportPhrases[lang]
  return {
    name: sheets.pace,
    columns: (['evening', 'books', 'sinceToday', 'weeks', 'year'] as const).map((name) => head(columns[name], 20)),
    rows: days.map((one) => [
      day(one.day),
      count(one.books),
      count(one.since),
      { value: one.usual, format: 'decimal' },
      count(one.year.covers),
    ]),
  }
}

/** Everything on the screen but the figures themselves. */
export const breakdownTables = (told: Told): Table[] => [
  seriesTable(told),
  ...rankings(told),
  ...distributions(told),
  ...(told.answer.compared ? [changesTable(told)] : []),
]
