import { reviewValue } from '@tablewire/contracts/analytics/review-figures.rules'
import type { ReportSubject } from '#src/features/reports/api.ts'
import { listReviewMeasures } from './measures.ts'
import { pageOf, writeBook } from './review-book.ts'
import { reviewBookPhrases } from './review-book-phrases.ts'

/** AN2, AN3: what a report of reviews is; what guests wrote opens on the page, by each reader's own rights. */
export const reviewSubject: ReportSubject = {
  look: ['reviews', 'analytics-reviews'],
  take: ['create', 'analytics-reviews'],
  measures: ({ lang }) => listReviewMeasures(lang),
  nothing: (lang) => reviewBookPhrases[lang].nothing,
  write: async (ctx, { question: asked, origin }, lang) => {
    const { from, to, today, compare, align, period, venueId, companyId, brandId, source } = asked
    const question = { from, to, today, compare, align, period, venueId, companyId, brandId, source }
    const { book, answer, ask } = await writeBook(ctx, { question, file: 'workbook', origin, rows: false }, lang)
    const { span, compared, venues, asOf, all } = answer
    const figures = listReviewMeasures(lang).map(({ id }) => ({
      id,
      value: reviewValue(id, all),
      compared: all.compared && reviewValue(id, all.compared),
    }))
    return { book, content: { span, compared, until: ask.until, venues, asOf, figures, changes: [], page: pageOf(origin, question) } }
  },
}
