import { addressOf } from '@tablewire/contracts/analytics/question.rules'
import type { ReportFile } from '@tablewire/contracts/analytics/reports'
import type { ReviewAnalytics } from '@tablewire/contracts/analytics/review-analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { reviews } from '@tablewire/contracts/reviews/reviews'
import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import { sql } from 'kysely'
import type { Book } from '#src/features/exports/api.ts'
import { reportPhrases } from '#src/features/reports/api.ts'
import { reviewTable } from '#src/features/reviews/api.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { rowsMax } from '#src/platform/excel/write-workbook.ts'
import { fill } from '#src/platform/phrases.ts'
import { listReviewMeasures } from './measures.ts'
import { type AskedReviews, askReviews, type Query, reviewAnalyticsOf } from './read-analytics.ts'
import { reviewBookPhrases } from './review-book-phrases.ts'
import { breakdownTables, definitionsTable, figuresTable } from './review-tables.ts'

/** `origin`: where the page with the question is. Without `rows` nothing that guests wrote is in the file, whoever asks. */
export type BookAsk = { question: Query; file: ReportFile; origin: string; rows?: boolean }
type Line = readonly [label: string, value: string]
const namedAtMost = 40

export const pageOf = (origin: string, { source, ...question }: Query): string => {
  const address = { ...addressOf({ ...question, excludeCanceled: true }), ...(source?.length ? { source: source.join(',') } : {}) }
  return `${origin}/analytics/reviews?${new URLSearchParams(address).toString()}`
}

/** Whoever asks has been shown that they are there. */
const placesOf = async (ctx: Ctx, { companyId, brandId }: Query): Promise<{ company?: string; brand?: string }> => {
  const { rows } = await sql<{ kind: 'company' | 'brand'; name: string }>`
    select 'company' as kind, name from companies where id = ${companyId ?? null}::uuid
    union all select 'brand', name from groups where id = ${brandId ?? null}::uuid`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ kind, name }) => [kind, name]))
}

type Worded = { question: Query; ask: AskedReviews; answer: ReviewAnalytics; lang: Lang }
/** The question in words, with the days that were really counted. */
const inWords = async (ctx: Ctx, { question, ask, answer, lang }: Worded): Promise<Line[]> => {
  const { filters, values } = reportPhrases[lang]
  const words = reviewBookPhrases[lang]
  const { span, compared, asOf } = answer
  const places = await placesOf(ctx, question)
  const venues = ask.venues.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, lang))
  const more = venues.length > namedAtMost ? ` ${fill(values.more, { count: venues.length - namedAtMost })}` : ''
  const lines: [string, string | undefined][] = [
    [filters.span, `${span.from} – ${span.to}`],
    [filters.compared, compared ? `${compared.from} – ${compared.to}` : values.nothing],
    [filters.aligned, compared && question.compare !== 'custom' ? values[question.align ?? 'weekday'] : undefined],
    [filters.steps, values[ask.period]],
    [
      filters.venues,
      question.venueId ? `${venues.slice(0, namedAtMost).join(', ')}${more}` : fill(values.allVenues, { count: venues.length }),
    ],
    [filters.company, places.company],
    [filters.brand, places.brand],
    [words.filters.sources, question.source?.map((source) => sourceName(source, words.own)).join(', ')],
    [filters.asOf, `${asOf.slice(0, 10)} ${asOf.slice(11, 19)} UTC`],
  ]
  return lines.filter((line): line is [string, string] => line[1] !== undefined)
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
  const filter = [
    ...(await inWords(ctx, { question, ask, answer, lang })),
    [reportPhrases[lang].filters.link, pageOf(origin, question)] as const,
  ]
  const book = { title: words.title, tables, total: rows.length > 0 ? total : 0, filter: [...filter, ...left] }
  return { book, answer, ask }
}

export const bookOf = async (ctx: Ctx, ask: BookAsk, lang: Lang): Promise<Book> => (await writeBook(ctx, ask, lang)).book
