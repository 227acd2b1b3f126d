import type { ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { listMeasures } from '#src/features/analytics/api.ts'
import { pageOf } from './question-words.ts'
import { bookOf } from './report-book.ts'
import { reportPhrases } from './report-phrases.ts'
import type { MailContents } from './report-rows.ts'
import type { ReportSubject, SubjectAsk } from './report-subject.ts'
import { partWord } from './report-tables.ts'

/** The largest parts of a difference that a mail tells. */
const toldChanges = 3

const contentsOf = ({ question, origin }: SubjectAsk, answer: ReservationAnalytics, lang: Lang): MailContents => {
  const { span, compared, until, venues, asOf } = answer
  const by = venues > 1 ? 'venue' : 'channel'
  const split = answer.changes.find((change) => change.measure === 'covers' && change.by === by)
  const changes = (split?.parts ?? []).filter(({ difference }) => difference !== 0).slice(0, toldChanges)
  return {
    span,
    compared,
    until,
    venues,
    asOf,
    figures: answer.figures.map(({ id, value, compared: before }) => ({ id, value, compared: before })),
    changes: changes.map((part) => ({ name: partWord(lang, by, part), difference: part.difference })),
    page: pageOf(origin, question),
  }
}

/** Whoever reads it may be anybody: the reservations themselves open on the page, by each reader's own rights. */
export const reservationSubject: ReportSubject = {
  look: ['read', 'analytics-reservations'],
  take: ['create', 'analytics-reservations'],
  measures: listMeasures,
  nothing: (lang) => reportPhrases[lang].mail.nothing,
  write: async (ctx, ask, lang) => {
    const { book, answer } = await bookOf(ctx, { ...ask, file: 'workbook', rows: false }, lang)
    return { book, content: contentsOf(ask, answer, lang) }
  },
}
