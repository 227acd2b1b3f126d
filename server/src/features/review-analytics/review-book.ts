import { addressOf } from '@tablewire/contracts/analytics/question.rules'
import type { ReportFile } from '@tablewire/contracts/analytics/reports'
import type { ReviewAnalytics } from '@tablewire/contracts/analytics/review-analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { reviews } from '@tablewire/contracts/reviews/reviews'
import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import type { Book } from '#src/features/exports/api.ts'
import { reportPhrases, venueQuestionInWords } from '#src/features/reports/api.ts'
import { reviewTable } from '#src/features/reviews/api.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { rowsMax } from '#src/platform/excel/write-workbook.ts'
import { listReviewMeasures } from './measures.ts'
import { type AskedReviews, askReviews, type Query, reviewAnalyticsOf } from './read-analytics.ts'
import { reviewBookPhrases } from './review-book-phrases.ts'
import { breakdownTables, definitionsTable, figuresTable } from './review-tables.ts'

/** `origin`: where the page with the question is. Without `rows` nothing that guests wrote is in the file, whoever asks. */
export type BookAsk = { question: Query; file: ReportFile; origin: string; rows?: boolean }

export const pageOf = (origin: string, { source, ...question }: Query): string => {
  const address = { ...addressOf({ ...question, excludeCanceled: true }), ...(source?.length ? { source: source.join(',') } : {}) }
  return `${origin}/analytics/reviews?${new URLSearchParams(address).toString()}`
}

/** The file of a question: the figures of the screen to the last digit; what guests wrote only for who may read it. */
export const writeBook = async (
  ctx: Ctx,
  { question, file, origin, rows: withRows = true }: BookAsk,
  lang: Lang,
): Promise<{ book: Book; answer: ReviewAnalytics; ask: AskedReviews }> => {
  const words = reviewBookPhrases[lang]
  if (file === 'rows') requireRight(ctx, 'read', 'reviews')
  const ask = await askReviews(ctx, question)
  const answer = await reviewAnalyticsOf(ctx, question, { ask, mostVenues: Number.POSITIVE_INFINITY })
  const told = { answer, measures: listReviewMeasures(lang), lang }
  const mayRows = withRows && file !== 'figures' && ctx.ability.can('read', 'reviews')
  const filters = reviews.list.query.parse({ filters: answer.all.rows }).filters!
  const { table, total } = mayRows ? await reviewTable(ctx, filters, { name: words.sheets.rows, words }) : { table: undefined, total: 0 }
  const rows = table && total <= rowsMax ? [table] : []
  const tables = {
    workbook: () => [figuresTable(told), ...breakdownTables(told), ...rows, definitionsTable(told)],
    figures: () => [figuresTable(told)],
    rows: () => rows,
  }[file]()
  const left = total > rowsMax ? [[words.filters.rowsLeft, String(total)] as const] : []
  const sources = [words.filters.sources, question.source?.map((source) => sourceName(source, words.own)).join(', ')] as const
  const filter = [
    ...(await venueQuestionInWords(ctx, { question, venues: ask.venues, period: ask.period, answer, more: [sources], lang })),
    [reportPhrases[lang].filters.link, pageOf(origin, question)] as const,
  ]
  const book = { title: words.title, tables, total: rows.length > 0 ? total : null, filter: [...filter, ...left] }
  return { book, answer, ask }
}

export const bookOf = async (ctx: Ctx, ask: BookAsk, lang: Lang): Promise<Book> => (await writeBook(ctx, ask, lang)).book
