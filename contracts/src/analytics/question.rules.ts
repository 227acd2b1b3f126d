import type { z } from 'zod/mini'
import type { AnalyticsQuery } from './analytics.ts'

type Question = z.output<typeof AnalyticsQuery>

const text = (values: readonly (string | number)[] | undefined): string | undefined => values?.join(',')

/** What stands behind the `?` of the page that asks this question: it holds all of it. */
export const addressOf = (question: Question): Record<string, string> => {
  const { from, to, basis, period, compare, align, compareFrom, compareTo, whole, venueId, companyId, brandId } = question
  const said: Record<string, string | undefined> = {
    from,
    to,
    basis: basis === 'meal' ? undefined : basis,
    period,
    compare: compare === 'previous' ? undefined : compare,
    align,
    cfrom: compareFrom,
    cto: compareTo,
    whole: whole ? '1' : undefined,
    venue: text(venueId),
    company: companyId,
    brand: brandId,
    channel: text(question.channelId),
    rms: text(question.rmsId),
    party: text(question.partySize),
    canceled: question.excludeCanceled ? undefined : '1',
  }
  return Object.fromEntries(Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
