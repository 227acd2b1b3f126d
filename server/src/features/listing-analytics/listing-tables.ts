import { listingValue } from '@tablewire/contracts/analytics/listing-figures.rules'
import type { ListingAnalytics, ListingMeasure, ListingStanding } from '@tablewire/contracts/analytics/listing-analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { countCell, dayCell, head, meaningsTable, measuresTable, momentWord, reportPhrases } from '#src/features/reports/api.ts'
import type { Cell, Table } from '#src/platform/excel/write-workbook.ts'
import { fill } from '#src/platform/phrases.ts'
import { listingBookPhrases } from './listing-book-phrases.ts'

type Told = { answer: ListingAnalytics; measures: readonly ListingMeasure[]; lang: Lang }

const saidOf = ({ measures, lang }: Pick<Told, 'measures' | 'lang'>) => ({ measures, units: listingBookPhrases[lang].units, lang })

/** Every measure there is, of the whole period. */
export const figuresTable = ({ answer, ...told }: Told): Table =>
  measuresTable({ ...saidOf(told), formatOf: (unit) => (unit === 'percent' || unit === 'minutes' ? unit : 'count') }, (id) =>
    listingValue(id as ListingMeasure['id'], answer),
  )

const percent = (value: number | null): Cell => ({ value, format: 'percent' })
const standingCells = (one: ListingStanding | null): Cell[] => [
  countCell(one && one.listings),
  percent(one && one.average),
  countCell(one && one.complete),
  countCell(one && one.differences),
]

const courseTable = ({ answer, lang }: Told): Table => {
  const { columns, sheets, before } = reportPhrases[lang]
  const heads = (['listings', 'average', 'complete', 'differences'] as const).map((name) => listingBookPhrases[lang].columns[name])
  const named = [...heads, ...heads.map((column) => fill(before, { column }))].map((column) => head(column, 18))
  return {
    name: sheets.series,
    columns: [head(columns.from), head(columns.to), ...named],
    rows: answer.course.map(({ from, to, standing, compared }) => [
      dayCell(from),
      dayCell(to),
      ...standingCells(standing),
      ...standingCells(compared),
    ]),
  }
}

const movesTable = ({ answer, lang }: Told): Table => {
  const { columns, sheets } = listingBookPhrases[lang]
  const { from, to } = reportPhrases[lang].columns
  return {
    name: sheets.moves,
    columns: [head(from), head(to), head(columns.opened), head(columns.settled)],
    rows: answer.weeks.map((week) => [dayCell(week.from), dayCell(week.to), countCell(week.opened), countCell(week.settled)]),
  }
}

/** As it stands now, and its first column says so: what is missing, what is open, how channels show it, and each restaurant. */
const nowTables = ({ answer: { now, asOf }, lang }: Told): Table[] => {
  const { columns, sheets, by, gaps, fields, states, now: ofNow } = listingBookPhrases[lang]
  const report = reportPhrases[lang]
  const nowHead = (column: string) => head(fill(ofNow, { column, time: momentWord(asOf) }), 44)
  type Open = { differences: number; middleMinutes: number | null; longestMinutes: number | null }
  const open = (split: string, part: string, { differences, middleMinutes, longestMinutes }: Open): Cell[] => [
    split,
    part,
    countCell(differences),
    { value: middleMinutes, format: 'minutes' },
    { value: longestMinutes, format: 'minutes' },
  ]
  return [
    {
      name: sheets.gaps,
      columns: [nowHead(columns.gap), head(columns.points), head(columns.listings)],
      rows: now.gaps.map(({ gap, points, listings }) => [gaps[gap], countCell(points), countCell(listings)]),
    },
    {
      name: sheets.open,
      columns: [
        nowHead(report.columns.by),
        head(report.columns.part, 28),
        head(columns.differences),
        head(columns.middle),
        head(columns.longest),
      ],
      rows: [
        ...now.channels.map((one) => open(by.channel, one.name, one)),
        ...now.fields.map((one) => open(by.field, fields[one.field], one)),
      ],
    },
    {
      name: sheets.places,
      columns: [nowHead(report.columns.channel), head(columns.state, 20), head(report.sheets.venues)],
      rows: now.places.flatMap(({ name, states: shown }) => shown.map(({ state, venues }) => [name, states[state], countCell(venues)])),
    },
    {
      name: report.sheets.venues,
      columns: [
        nowHead(report.columns.venue),
        head(report.columns.city, 18),
        head(columns.average),
        head(columns.differences),
        head(columns.gap, 80),
      ],
      rows: now.venues.map((one) => [
        one.name,
        one.city,
        percent(one.score),
        countCell(one.differences),
        one.gaps.map((gap) => gaps[gap]).join(', '),
      ]),
    },
  ]
}

/** Everything on the screen but the figures themselves. */
export const breakdownTables = (told: Told): Table[] => [courseTable(told), movesTable(told), ...nowTables(told)]

/** What each figure means, and since when. */
export const definitionsTable = (told: Pick<Told, 'measures' | 'lang'>): Table => meaningsTable(saidOf(told))
