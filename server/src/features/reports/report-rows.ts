import type { Figure, ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import type { Report, Rhythm, StandingQuestion, StopReason } from '@tablewire/contracts/analytics/reports'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Generated, Selectable } from 'kysely'
import type { Book } from '#src/features/exports/api.ts'
import type { InstantColumn, JsonColumn, NullableInstant, NullableJson } from '#src/platform/db/schema.ts'

/** The system, or the channels, of which a partner's person has a report. */
export type PartnerSide = { systemId: string } | { channelIds: readonly string[] }

type Reports = {
  id: string
  companyId: string | null
  userId: string | null
  ownerName: string
  name: string
  question: JsonColumn<StandingQuestion>
  rhythm: Rhythm
  weekday: number | null
  monthDay: number | null
  atTime: string
  timeZone: string
  lang: Lang
  origin: string
  host: string
  side: NullableJson<PartnerSide>
  state: Generated<Report['state']>
  stoppedFor: StopReason | null
  nextAt: NullableInstant
  heirsToldAt: NullableInstant
  version: Generated<number>
  createdAt: InstantColumn
}
type ReportRecipients = { id: string; reportId: string; userId: string | null; email: string | null; stoppedAt: NullableInstant }

/** What the mails of one sending say; kept, so that a mail that is tried again says the same. */
export type MailContents = Pick<ReservationAnalytics, 'span' | 'compared' | 'until' | 'venues' | 'asOf'> & {
  figures: Pick<Figure, 'id' | 'value' | 'compared'>[]
  /** Parts of the difference in covers, largest first, in words. */
  changes: { name: string; difference: number }[]
  page: string
  /** The question in words, as its file has it: the figures are of nothing else. */
  about?: Book['filter']
}
type ReportRuns = {
  id: string
  reportId: string
  dueAt: InstantColumn
  dueOn: string
  asked: boolean
  state: Generated<'waiting' | 'written' | 'failed'>
  exportId: string | null
  content: NullableJson<MailContents>
  createdAt: InstantColumn
  finishedAt: NullableInstant
}
type ReportMails = { runId: string; recipientId: string; state: Generated<'due' | 'sent' | 'refused'>; at: NullableInstant }

export type ReportRecord = Selectable<Reports>
export type RunRecord = Selectable<ReportRuns>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    reports: Reports
    reportRecipients: ReportRecipients
    reportRuns: ReportRuns
    reportMails: ReportMails
  }
}
