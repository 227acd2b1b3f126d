import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, Lang, LocalDate, LocalTime, pageOf, pageQuery, text, whole } from '../kit/wire.ts'
import { Export } from '../operations/exports.ts'
import { Alignment, Basis, Comparison, Period } from './analytics.ts'
import { SourceName } from '../reviews/reviews.ts'
import { ranges } from './ranges.rules.ts'

const ids = z.array(Id).check(z.minLength(1), z.maxLength(1000))
/** What narrows a question down; as in the query of the page, sent as a body. */
const narrowed = {
  basis: z.optional(Basis),
  period: z.optional(Period),
  align: z.optional(Alignment),
  whole: z.optional(z.boolean()),
  venueId: z.optional(ids),
  companyId: z.optional(Id),
  brandId: z.optional(Id),
  channelId: z.optional(ids),
  rmsId: z.optional(ids),
  partySize: z.optional(z.array(whole(1, 1000)).check(z.minLength(1), z.maxLength(1000))),
  excludeCanceled: z.optional(z.boolean()),
}
/** The question on the screen. Anything else is refused: what nobody understands would not narrow the file, but let all out. */
export const AnalyticsQuestion = z.strictObject({
  from: LocalDate,
  to: LocalDate,
  /** The day the reader takes for today, as on the screen: a period that is not over is counted until then. */
  today: z.optional(LocalDate),
  compare: z.optional(Comparison),
  compareFrom: z.optional(LocalDate),
  compareTo: z.optional(LocalDate),
  ...narrowed,
})
export const ReportRange = z.enum(ranges)
/** What a report is about; each has a page of its own, and asks for the right to that. */
export const reportSubjects = ['reservations', 'reviews', 'listings'] as const
export const ReportAbout = z.enum(reportSubjects)
export type ReportAbout = z.infer<typeof ReportAbout>
/** A question that is asked again and again: its days are named by the day on which it is asked. */
export const StandingQuestion = z.strictObject({
  /** Without it of reservations. Of reviews and listings, what is said of reservations alone narrows nothing. */
  about: z.optional(ReportAbout),
  /** Of reviews. */
  source: z.optional(z.array(SourceName).check(z.minLength(1), z.maxLength(1000))),
  range: ReportRange,
  compare: z.optional(z.enum(['previous', 'year', 'none'])),
  ...narrowed,
})
export type StandingQuestion = z.infer<typeof StandingQuestion>

/** A workbook of everything, or one table as text: the figures, or the reservations they count. */
export const reportFiles = ['workbook', 'figures', 'rows'] as const
export const ReportFile = z.enum(reportFiles)
export type ReportFile = z.infer<typeof ReportFile>

export const Rhythm = z.enum(['daily', 'weekly', 'monthly'])
export type Rhythm = z.infer<typeof Rhythm>
/** `stoppedAt`: that person wants no more of it. An address that belongs to an account in sight is that account's. */
const Recipient = z.object({ id: Id, email: z.string(), name: z.nullable(z.string()), stoppedAt: z.nullable(Instant) })
export type ReportRecipient = z.infer<typeof Recipient>
/** Why nothing comes any more, without anybody having paused it. */
export const StopReason = z.enum(['owner_gone', 'right_lost', 'venues_lost', 'nobody_left', 'failing'])
export type StopReason = z.infer<typeof StopReason>

/** How the last one went: `waiting` = on its way, `partly` = not to all. */
const LastRun = z.object({
  dueAt: Instant,
  state: z.enum(['waiting', 'sent', 'partly', 'failed']),
  sent: z.int(),
  recipients: z.int(),
  finishedAt: z.nullable(Instant),
})

export const reportFilters = ['venueId', 'companyId', 'brandId', 'channelId', 'rmsId'] as const
/** By what a question is narrowed down, by name; null = nobody has it any more, or the reader knows of none. `gone`: in whose sight it is counted, does not see it any more. */
const ReportFilter = z.object({ field: z.enum(reportFilters), id: Id, name: z.nullable(z.string()), gone: z.boolean() })
export type ReportFilter = z.infer<typeof ReportFilter>

export const Report = z.object({
  id: Id,
  name: z.string(),
  question: StandingQuestion,
  /** All that are gone, and of each field the first few of the others. */
  filters: z.array(ReportFilter),
  rhythm: Rhythm,
  /** ISO day of the week, 1 = Monday; of weekly ones. */
  weekday: z.nullable(z.int()),
  /** Of monthly ones; in a shorter month its last day. */
  monthDay: z.nullable(z.int()),
  time: LocalTime,
  timezone: z.string(),
  lang: Lang,
  recipients: z.array(Recipient),
  state: z.enum(['active', 'paused', 'stopped']),
  stoppedFor: z.nullable(StopReason),
  nextAt: z.nullable(Instant),
  last: z.nullable(LastRun),
  /** In whose sight it is counted. */
  ownerName: z.string(),
  mine: z.boolean(),
  /** It has stopped, and the reader may go on with it in the own sight. */
  takeOver: z.boolean(),
  version: z.int(),
})
export type Report = z.infer<typeof Report>

/** So many may get one report, and so many one person may have. */
export const mostRecipients = 20
export const mostReports = 50

export const ReportAddress = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())
const fields = {
  name: text(120),
  question: StandingQuestion,
  rhythm: Rhythm,
  /** Of a weekly one. */
  weekday: z.optional(z.nullable(whole(1, 7))),
  /** Of a monthly one. */
  monthDay: z.optional(z.nullable(whole(1, 31))),
  time: LocalTime,
  timezone: z.string().check(z.minLength(1), z.maxLength(64)),
  lang: Lang,
  recipients: z.array(ReportAddress).check(z.minLength(1), z.maxLength(mostRecipients)),
}

const right = ['create', 'analytics-reservations'] as const
const asking = [
  'range.invalid',
  'venue.not_found',
  'company.not_found',
  'group.not_found',
  'channel.not_found',
  'system.not_found',
] as const
const planning = [...asking, 'venue.zone_unknown', 'report.nothing_in_sight'] as const

/** Figures that leave the screen: asking for a file, and reports that come by themselves. A right of its own. */
export const reports = defineArea('reports', {
  order: {
    method: 'POST',
    path: '/v1/analytics/reservations/report',
    summary: 'Write the figures of that question into a file; it arrives by e-mail as a link that expires.',
    status: 201,
    can: right,
    audit: 'export.requested',
    body: z.strictObject({ question: AnalyticsQuestion, file: z.optional(ReportFile) }),
    result: Export,
    envelope: 'data',
    idempotent: true,
    errors: [...asking, 'export.too_many'],
  },
  list: {
    method: 'GET',
    path: '/v1/analytics/reports',
    summary: 'Reports that come by e-mail: one’s own, and for administrators those of their people. Newest first.',
    can: right,
    audit: 'none',
    query: z.object(pageQuery),
    result: pageOf(Report),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/analytics/reports/:id',
    summary: 'One report, and how its last sending went.',
    can: right,
    audit: 'none',
    params: IdParams,
    result: Report,
    envelope: 'data',
    errors: ['report.not_found'],
  },
  create: {
    method: 'POST',
    path: '/v1/analytics/reports',
    summary: 'Have the figures of a question sent again and again, by the rights and venues of the caller at each time.',
    status: 201,
    can: right,
    audit: 'report.created',
    body: z.strictObject(fields),
    result: Report,
    envelope: 'data',
    idempotent: true,
    errors: [...planning, 'report.too_many'],
  },
  update: {
    method: 'PUT',
    path: '/v1/analytics/reports/:id',
    summary:
      'Change a report, or pause and resume it. Who resumes another’s that has stopped takes it over, and says anew what is counted and for whom; only within its company.',
    can: right,
    audit: 'report.updated',
    params: IdParams,
    body: z.strictObject({
      ...z.partial(z.object(fields)).shape,
      paused: z.optional(z.boolean()),
      version: whole(1, 2_000_000_000),
    }),
    result: Report,
    envelope: 'data',
    errors: [...planning, 'report.not_found', 'report.version_stale', 'report.ended_by_readers', 'report.beyond_owner'],
  },
  send: {
    method: 'POST',
    path: '/v1/analytics/reports/:id/send',
    summary: 'Send a report now, beside its plan.',
    can: right,
    audit: 'report.requested',
    params: IdParams,
    result: Report,
    envelope: 'data',
    idempotent: true,
    errors: ['report.not_found', 'report.under_way', 'report.stopped'],
  },
  delete: {
    method: 'DELETE',
    path: '/v1/analytics/reports/:id',
    summary: 'Send a report no more, and forget it.',
    can: right,
    audit: 'report.deleted',
    params: IdParams,
    result: z.object({ id: Id }),
    envelope: 'data',
    errors: ['report.not_found'],
  },
})
