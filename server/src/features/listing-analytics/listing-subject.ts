import { listingValue } from '@tablewire/contracts/analytics/listing-figures.rules'
import type { ReportSubject } from '#src/features/reports/api.ts'
import { pageOf, writeBook } from './listing-book.ts'
import { listingBookPhrases } from './listing-book-phrases.ts'
import { listListingMeasures } from './measures.ts'

/** AN2, AN3: what a report of listings is. */
export const listingSubject: ReportSubject = {
  look: ['listing', 'analytics-listing'],
  take: ['create', 'analytics-listing'],
  measures: ({ lang }) => listListingMeasures(lang),
  nothing: (lang) => listingBookPhrases[lang].nothing,
  write: async (ctx, { question: asked, origin }, lang) => {
    const { from, to, today, compare, align, period, venueId, companyId, brandId } = asked
    const question = { from, to, today, compare, align, period, venueId, companyId, brandId }
    const { book, answer, ask } = await writeBook(ctx, { question, file: 'workbook', origin }, lang)
    const { span, compared, venues, asOf } = answer
    const figures = listListingMeasures(lang).map(({ id }) => ({ id, ...listingValue(id, answer) }))
    return { book, content: { span, compared, until: ask.until, venues, asOf, figures, changes: [], page: pageOf(origin, question) } }
  },
}
