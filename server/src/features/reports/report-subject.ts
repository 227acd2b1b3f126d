import type { Action, Subject } from '@tablewire/contracts/identity/access'
import type { ReportAbout, StandingQuestion } from '@tablewire/contracts/analytics/reports'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Query } from '#src/features/analytics-questions/api.ts'
import type { Book } from '#src/features/exports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { FigureUnit } from './figure-words.ts'
import type { MailContents } from './report-rows.ts'

type Right = readonly [Action, Subject]
/** The question of a report on one day. */
export type DatedQuestion = Query & Pick<StandingQuestion, 'source'>
/** `origin`: where the page with the question is. */
export type SubjectAsk = { question: DatedQuestion; origin: string }

/** What reports may be about. */
export type ReportSubject = {
  /** Who may open its page, and who may have its figures sent away. */
  look: Right
  take: Right
  measures: (ctx: Ctx) => readonly { id: string; label: string; unit: FigureUnit }[]
  /** Said where there is nothing to count. */
  nothing: (lang: Lang) => string
  /** The file, without guests' data, and what its mail says. */
  write: (ctx: Ctx, ask: SubjectAsk, lang: Lang) => Promise<{ book: Book; content: MailContents }>
}
export type ReportSubjects = Readonly<Record<ReportAbout, ReportSubject>>
export const subjectOf = (subjects: ReportSubjects, { about = 'reservations' }: Pick<StandingQuestion, 'about'>): ReportSubject =>
  subjects[about]
