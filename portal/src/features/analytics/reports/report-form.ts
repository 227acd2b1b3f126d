import type { Range } from '@tablewire/contracts/analytics/ranges.rules'
import type { Report, Rhythm, StandingQuestion } from '@tablewire/contracts/analytics/reports'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { ownZone } from '#src/kit/zone-clock.ts'
import { presetOf, type Query } from '../question.ts'
import { withoutParts } from './report-about.ts'

/** The question of the page, and what that page is about. */
export type PageQuestion = Omit<Query, 'basis' | 'today'> & Pick<Query, 'basis'> & Pick<StandingQuestion, 'about' | 'source'>

export type ReportForm = {
  name: string
  range: Range
  compare: 'previous' | 'year' | 'none'
  rhythm: Rhythm
  weekday: string
  monthDay: number | null
  time: string
  timezone: string
  lang: Lang
  recipients: string
  /** The filters of the page instead of those it was planned with. */
  take: boolean
  /** Of the filters it was planned with, those that were taken off. */
  dropped: string[]
}

type Reader = { email: string; timezone: string; lang: Lang; today: string }

/** The zone of the one venue that a report is about, else the reader's own. */
export const reportZone = ({ venueId }: PageQuestion, mine: readonly { id: string; timezone: string }[]): string => {
  const asked = venueId ?? mine.map(({ id }) => id)
  return (asked.length === 1 ? mine.find(({ id }) => id === asked[0])?.timezone : undefined) ?? ownZone()
}

/** Days of the page, or those it is compared with, that no report can be about: they have no name. */
export const hasOwnDays = (query: PageQuestion, today: string): boolean =>
  query.compare === 'custom' || presetOf(query, today) === undefined

const finishedOf: Readonly<Partial<Record<Range, Range>>> = { thisWeek: 'lastWeek', thisMonth: 'lastMonth', thisYear: 'lastTwelve' }
/** A period that has only begun whenever a report of it comes. */
export const isRunning = (range: Range): boolean => finishedOf[range] !== undefined

/** What the page shows, where a report of it would be almost empty for ever, and the finished period that is proposed instead. */
export const proposedFor = (query: PageQuestion, today: string): { asked: Range; range: Range } | undefined => {
  const asked = presetOf(query, today)
  const range = asked && finishedOf[asked]
  return asked && range ? { asked, range } : undefined
}

const rhythmOf: Readonly<Partial<Record<Range, Rhythm>>> = {
  today: 'daily',
  yesterday: 'daily',
  lastMonth: 'monthly',
  lastTwelve: 'monthly',
}

/** A report about what the page shows: of a finished span that has a name, else of last week. */
export const newForm = (query: PageQuestion, { email, timezone, lang, today }: Reader): ReportForm => {
  const range = proposedFor(query, today)?.range ?? presetOf(query, today) ?? 'lastWeek'
  return {
    name: '',
    range,
    compare: query.compare === 'year' || query.compare === 'none' ? query.compare : 'previous',
    rhythm: rhythmOf[range] ?? 'weekly',
    weekday: '1',
    monthDay: 1,
    time: '09:00',
    timezone,
    lang,
    recipients: email,
    take: true,
    dropped: [],
  }
}

export const formOf = (report: Report): ReportForm => ({
  name: report.name,
  range: report.question.range,
  compare: report.question.compare ?? 'previous',
  rhythm: report.rhythm,
  weekday: String(report.weekday ?? 1),
  monthDay: report.monthDay ?? 1,
  time: report.time,
  timezone: report.timezone,
  lang: report.lang,
  recipients: report.recipients
    .filter(({ stoppedAt }) => stoppedAt === null)
    .map(({ email }) => email)
    .join('\n'),
  take: false,
  dropped: [],
})

const filtersOf = (question: PageQuestion | StandingQuestion): Omit<StandingQuestion, 'range' | 'compare'> => {
  const { about, source, basis, period, align, whole, venueId, companyId, brandId, channelId, rmsId, partySize, excludeCanceled } = question
  const filters = { about, source, basis, period, align, whole, venueId, companyId, brandId, channelId, rmsId, partySize, excludeCanceled }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** Filters of one page are none of a report about another. */
export const mayTake = ({ about }: PageQuestion, report: Report): boolean =>
  (about ?? 'reservations') === (report.question.about ?? 'reservations')

/** Addresses however they were separated. */
export const addressesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ''))]

export const bodyOf = (form: ReportForm, { query, report }: { query: PageQuestion; report: Report | undefined }) => {
  const { name, range, compare, rhythm, weekday, monthDay, time, timezone, lang } = form
  const filters = filtersOf(report && !form.take ? withoutParts(report.question, form.dropped) : query)
  return {
    name,
    question: { range, compare, ...filters },
    rhythm,
    weekday: rhythm === 'weekly' ? Number(weekday) : null,
    monthDay: rhythm === 'monthly' ? monthDay : null,
    time,
    timezone,
    lang,
    recipients: addressesIn(form.recipients),
  }
}
