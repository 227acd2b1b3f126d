import { googleLimitOf, toldLateShare } from '@tablewire/contracts/google/google-calls.rules'
import type { GoogleCheck, GoogleCheckName } from '@tablewire/contracts/google/google-launch'
import { alarmingShare } from './drift-alarm.ts'

/** Calls of one kind within the days that are measured. */
export type Calls = { calls: number; wrong: number; p95Ms: number | null }
export type Figures = {
  environment: 'sandbox' | 'production'
  goodDays: number
  merchants: number
  matched: number
  lookups: Calls
  bookings: Calls
  changes: Calls
  /** Made on this account, ever. */
  made: number
  /** News of bookings that Google was told of, and those of them that came after more than five minutes; what waits for longer counts as well, and what Google refused or does not know. */
  told: number
  late: number
  /** Of the newest probe: starts looked at, and those that Google was told otherwise. */
  probed: number
  drifted: number
}

/** Google's own, before the launch and after (docs/requirements.md GO1). */
const feedDays = 7
const merchantsLeast = 25
const lookupsLeast = 20
const madeLeast = { sandbox: 10, production: 3 }
const changesLeast = 10
const limits = {
  lookup: googleLimitOf('BatchAvailabilityLookup'),
  booking: googleLimitOf('CreateBooking'),
  change: googleLimitOf('UpdateBooking'),
  told: toldLateShare,
  drift: alarmingShare,
}

type Measured = Pick<GoogleCheck, 'figure' | 'threshold'> & { of?: number | null }
/** Counts grow until they are reached; who has too few has not failed, but is not there yet. */
const atLeast = (name: GoogleCheckName, { figure, threshold, of = null }: Measured): GoogleCheck => ({
  name,
  state: (figure ?? 0) >= threshold ? 'met' : 'missed',
  figure,
  threshold,
  rule: 'atLeast',
  of,
})
const below = (name: GoogleCheckName, { figure, threshold, of = null }: Measured): GoogleCheck => ({
  name,
  state: figure === null ? 'waiting' : figure < threshold ? 'met' : 'missed',
  figure,
  threshold,
  rule: 'below',
  of,
})
const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)

/** Each of Google's thresholds against what was measured. */
export const checksOf = (figures: Figures): GoogleCheck[] => {
  const { environment, goodDays, merchants, matched, lookups, bookings, changes, made, told, late, probed, drifted } = figures
  const errors = (name: GoogleCheckName, { calls, wrong }: Calls, threshold: number): GoogleCheck =>
    below(name, { figure: shareOf(wrong, calls), threshold, of: calls })
  const time = (name: GoogleCheckName, { calls, p95Ms }: Calls, threshold: number): GoogleCheck =>
    below(name, { figure: p95Ms === null ? null : Math.round(p95Ms), threshold, of: calls })
  return [
    atLeast('feeds', { figure: goodDays, threshold: feedDays }),
    atLeast('merchants', { figure: merchants, threshold: merchantsLeast }),
    { ...atLeast('matched', { figure: matched, threshold: Math.max(1, merchants), of: merchants }) },
    atLeast('lookups', { figure: lookups.calls - lookups.wrong, threshold: lookupsLeast, of: lookups.calls }),
    errors('lookup_errors', lookups, limits.lookup.errorShare),
    time('lookup_time', lookups, limits.lookup.ms),
    atLeast('bookings', { figure: made, threshold: madeLeast[environment] }),
    errors('booking_errors', bookings, limits.booking.errorShare),
    time('booking_time', bookings, limits.booking.ms),
    atLeast('changes', { figure: changes.calls - changes.wrong, threshold: changesLeast, of: changes.calls }),
    errors('change_errors', changes, limits.change.errorShare),
    time('change_time', changes, limits.change.ms),
    below('told_late', { figure: shareOf(late, told), threshold: limits.told, of: told }),
    below('drift', { figure: shareOf(drifted, probed), threshold: limits.drift, of: probed }),
  ]
}
