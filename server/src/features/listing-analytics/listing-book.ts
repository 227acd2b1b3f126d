import { addressOf } from '@tablewire/contracts/analytics/question.rules'
import type { ListingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import type { ReportFile } from '@tablewire/contracts/analytics/reports'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Book } from '#src/features/exports/api.ts'
import { reportPhrases, venueQuestionInWords } from '#src/features/reports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { listingBookPhrases } from './listing-book-phrases.ts'
import { breakdownTables, definitionsTable, figuresTable } from './listing-tables.ts'
import { listListingMeasures } from './measures.ts'
import { type AskedListings, askListings, listingAnalyticsOf, type Query } from './read-analytics.ts'

/** `origin`: where the page with the question is. */
export type BookAsk = { question: Query; file: Exclude<ReportFile, 'rows'>; origin: string }

export const pageOf = (origin: string, question: Query): string =>
  `${origin}/analytics/listing?${new URLSearchParams(addressOf({ ...question, excludeCanceled: true })).toString()}`

/** The file of a question: the figures of the screen to the last digit, with all restaurants. */
export const writeBook = async (
  ctx: Ctx,
  { question, file, origin }: BookAsk,
  lang: Lang,
): Promise<{ book: Book; answer: ListingAnalytics; ask: AskedListings }> => {
  const words = listingBookPhrases[lang]
  const ask = await askListings(ctx, question)
  const answer = await listingAnalyticsOf(ctx, question, { ask, mostVenues: null })
  const told = { answer, measures: listListingMeasures(lang), lang }
  const tables = file === 'figures' ? [figuresTable(told)] : [figuresTable(told), ...breakdownTables(told), definitionsTable(told)]
  const since = [words.filters.since, answer.since ?? undefined] as const
  const filter = [
    ...(await venueQuestionInWords(ctx, { question, venues: ask.venues, period: ask.period, answer, more: [since], lang })),
    [reportPhrases[lang].filters.link, pageOf(origin, question)] as const,
  ]
  return { book: { title: words.title, tables, total: null, filter }, answer, ask }
}

export const bookOf = async (ctx: Ctx, ask: BookAsk, lang: Lang): Promise<Book> => (await writeBook(ctx, ask, lang)).book
