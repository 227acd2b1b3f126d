import { ReservationFilters } from '@tablewire/contracts/booking/reservations'
import type { ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import type { ReportFile } from '@tablewire/contracts/analytics/reports'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { analyticsOf, askedRows, listMeasures, paceOf } from '#src/features/analytics/api.ts'
import { type Ask, askOf, type Query } from '#src/features/analytics-questions/api.ts'
import type { Book } from '#src/features/exports/api.ts'
import { reservationSheet } from '#src/features/reservations/api.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { rowsMax, type Table } from '#src/platform/excel/write-workbook.ts'
import { pageOf, questionInWords } from './question-words.ts'
import { breakdownTables, definitionsTable, figuresTable, paceTable } from './report-tables.ts'
import { reportPhrases } from './report-phrases.ts'

/** `origin`: where the page with the question is. Without `rows` nobody's guests are in the file, whoever asks. */
export type ReportAsk = { question: Query; file: ReportFile; origin: string; rows?: boolean }

const everyVenue = Number.POSITIVE_INFINITY

/** The reservations behind the figures, as the list shows them; they are guests' data, and ask for the right to them. */
const rowsOf = async (ctx: Ctx, ask: Ask, lang: Lang): Promise<{ table: Table | null; total: number }> => {
  const { columns, rows, total } = await reservationSheet(ctx, { filters: ReservationFilters.parse(askedRows(ask)) }, lang)
  return { table: total > rowsMax ? null : { name: reportPhrases[lang].sheets.rows, columns, rows }, total }
}

/** The answer and the file that holds it: the figures of the screen to the last digit, all of one moment. */
export const bookOf = async (
  ctx: Ctx,
  { question, file, origin, rows: withRows = true }: ReportAsk,
  lang: Lang,
): Promise<{ book: Book; answer: ReservationAnalytics }> => {
  const words = reportPhrases[lang]
  const ask = await askOf(ctx, question)
  const answer = await analyticsOf(ctx, ask, { mostVenues: everyVenue })
  const told = { answer, measures: listMeasures({ ...ctx, lang }), lang }
  const filter = [...(await questionInWords(ctx, { question, ask, answer, lang })), [words.filters.link, pageOf(origin, question)] as const]
  if (file === 'rows') requireRight(ctx, 'read', 'reservation-list')
  const mayRows = withRows && file !== 'figures' && ctx.ability.can('read', 'reservation-list')
  const { table, total } = mayRows ? await rowsOf(ctx, ask, lang) : { table: null, total: 0 }
  const left = mayRows && !table ? [[words.filters.rowsLeft, String(total)] as const] : []
  const rows = table ? [table] : []
  const tables =
    file === 'workbook'
      ? [figuresTable(told), ...breakdownTables(told), paceTable(await paceOf(ctx, ask), lang), ...rows, definitionsTable(told)]
      : file === 'rows'
        ? rows
        : [figuresTable(told)]
  return { answer, book: { title: words.title, tables, total: table ? total : null, filter: [...filter, ...left] } }
}
