import { onboardingStatuses } from '@tablewire/contracts/onboarding/onboarding.rules'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { type Book, type ExportData, runExport } from '#src/features/exports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob, onJob } from '#src/platform/jobs/jobs.ts'
import { type Filters, reportOnboarding } from './report-onboarding.ts'
import { reportPhrases } from './report-phrases.ts'

/** Tried again only when the process that wrote it died. */
export const exportReportJob = defineJob<ExportData>('onboarding.report', 2)

type Cells = (string | number | null)[]
const each = async function* (rows: readonly Cells[]): AsyncGenerator<Cells> {
  yield* await Promise.resolve(rows)
}
const headers = (names: readonly string[]) => names.map((header, index) => ({ header, width: index === 0 ? 28 : 18 }))

/** The partners first: of a text file that is all there is. */
export const reportBook = async (ctx: Ctx, { filters = {} }: { filters?: Filters }, lang: Lang): Promise<Book> => {
  const words = reportPhrases[lang]
  const { states, partners } = await reportOnboarding(ctx, filters)
  const { requestedFrom, requestedTo, zone, systemId, channelId } = filters
  const nameOf = (id: string): string => partners.find((one) => one.id === id)?.name ?? id
  const filter = [
    [words.from, requestedFrom],
    [words.to, requestedTo],
    [words.zone, requestedFrom || requestedTo ? (zone ?? 'UTC') : undefined],
    [words.kind.system, systemId && nameOf(systemId)],
    [words.kind.channel, channelId && nameOf(channelId)],
  ].filter((one): one is [string, string] => Boolean(one[1]))
  return {
    title: words.title,
    total: null,
    filter,
    tables: [
      {
        name: words.partners,
        columns: headers([
          words.partner,
          words.partnerKind,
          ...onboardingStatuses.map((status) => words.status[status]),
          words.open,
          words.late,
          words.stuckIn,
          words.toLive,
        ]),
        rows: each(
          partners.map(({ kind, name, counts, open, late, stuckIn, medianDaysToLive }) => [
            name,
            words.kind[kind],
            ...counts.map(({ count }) => count),
            open,
            late,
            stuckIn && words.status[stuckIn],
            medianDaysToLive,
          ]),
        ),
      },
      {
        name: words.states,
        columns: headers([words.state, words.count, words.late, words.median, words.stays]),
        rows: each(states.map(({ status, count, late, medianDays, stays }) => [words.status[status], count, late, medianDays, stays])),
      },
    ],
  }
}

export const exportReport = onJob(exportReportJob, (ctx, { exportId }) => runExport(ctx, exportId, reportBook))
