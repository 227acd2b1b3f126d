import { type AnalyticsQuery, longestDays, mostSteps, type Period, type RowFilters } from '@tablewire/contracts/analytics/analytics'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { z } from 'zod/mini'
import { addDays, daysBetween } from '#src/features/availability/api.ts'
import type { Basis } from '#src/features/reservations/api.ts'
import { requireOwnSide } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { inSight, requirePartners, requireThere } from './sight.ts'

export type Query = z.infer<typeof AnalyticsQuery>
/** Days of a calendar, `YYYY-MM-DD`, both included. */
export type Span = { from: string; to: string }
export type AskedVenue = { id: string; name: string; city: string | null; zone: string }

/** Whose reservations, and which of them. */
export type Narrowing = {
  venues: readonly AskedVenue[]
  /** The same venues, as filters of the list of reservations. */
  venueRows: RowFilters
  channelIds: readonly string[] | undefined
  systemIds: readonly string[] | undefined
  sizes: readonly number[] | undefined
  today: string
}
/** The question, worked out: which days of which venues. */
export type Ask = Narrowing & {
  basis: Basis
  period: Period
  span: Span
  compared: Span | null
  /** The last day asked for, where only the days until today are counted. */
  until: string | null
  excludeCanceled: boolean
  cut: Cut | null
}
/**
 * Today is not over: of its day in the compared period only what was booked by the same time counts, which is the moment `at`, so many days before. `from` =
 * the first of its days that is touched by it: where it is an earlier day than for the reader, today is yesterday.
 */
export type Cut = { at: string; days: number; from: string }
type Narrow = Pick<Query, 'venueId' | 'companyId' | 'brandId' | 'channelId' | 'rmsId' | 'partySize' | 'today'>

const plain = (date: string): Temporal.PlainDate => Temporal.PlainDate.from(date)
/** Each day of a span. */
export const daysOf = ({ from, to }: Span): string[] => Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at))
const lengthOf = ({ from, to }: Span): number => daysBetween(from, to) + 1

const shifted = ({ from, to }: Span, days: number): Span => ({ from: addDays(from, days), to: addDays(to, days) })
const isWholeMonths = ({ from, to }: Span): boolean => from.endsWith('-01') && addDays(to, 1).endsWith('-01')

/** A month before, or as many as the span has, from the first to the last of the month. */
const monthsBefore = (span: Span): Span => {
  const first = plain(span.from)
  const months = first.until(plain(addDays(span.to, 1)), { largestUnit: 'months' }).months
  return { from: first.subtract({ months }).toString(), to: addDays(span.from, -1) }
}

/** The same weekday. */
const yearDays = 364
const yearBefore = (date: string): string => plain(date).subtract({ years: 1 }).toString()
const lastOfMonth = (date: string): string => plain(date).with({ day: 31 }).toString()

/** The period to compare with; `asked` as it was named, before it was cut at today. */
export const comparedSpan = (asked: Span, { compare = 'previous', align = 'weekday', compareFrom, compareTo }: Query): Span | null => {
  if (compare === 'none') return null
  if (compare === 'custom') {
    if (!compareFrom || !compareTo)
      throw new Problem('request.invalid', {}, { [compareFrom ? 'compareTo' : 'compareFrom']: [{ issue: 'required' }] })
    return { from: compareFrom, to: compareTo }
  }
  if (compare === 'year') {
    // More than that is compared with the weeks before it, so that no day stands on both sides.
    if (align === 'weekday') return shifted(asked, -Math.max(yearDays, Math.ceil(lengthOf(asked) / 7) * 7))
    return { from: yearBefore(asked.from), to: asked.to < lastOfMonth(asked.to) ? yearBefore(asked.to) : lastOfMonth(yearBefore(asked.to)) }
  }
  const days = lengthOf(asked)
  if (align === 'weekday') return shifted(asked, -Math.ceil(days / 7) * 7)
  return isWholeMonths(asked) ? monthsBefore(asked) : shifted(asked, -days)
}

const requireSpan = ({ from, to }: Span, names: readonly [string, string]): void => {
  if (to < from) throw new Problem('range.invalid', {}, { [names[1]]: [{ issue: 'invalid' }] })
  if (lengthOf({ from, to }) > longestDays)
    throw new Problem('request.invalid', {}, { [names[1]]: [{ issue: 'max', value: addDays(from, longestDays - 1) }] })
}

const stepDays: Record<Period, number> = { day: 1, week: 7, month: 28, year: 365 }
/** Unless one is asked for: some thirty to a hundred steps. */
const periodFor = (days: number): Period => (days <= 93 ? 'day' : days <= 400 ? 'week' : days <= 1500 ? 'month' : 'year')
const periodOf = (span: Span, asked: Period | undefined): Period => {
  const days = lengthOf(span)
  if (!asked) return periodFor(days)
  if (days / stepDays[asked] > mostSteps) throw new Problem('request.invalid', {}, { period: [{ issue: 'invalid' }] })
  return asked
}

const small = (ids: readonly string[] | undefined): string[] | undefined => ids && [...new Set(ids.map((id) => id.toLowerCase()))]
/** Ids may be written in capitals, and twice; they are compared as they are kept. */
const asKept = (query: Narrow): Narrow => ({
  ...query,
  venueId: small(query.venueId),
  channelId: small(query.channelId),
  rmsId: small(query.rmsId),
  companyId: query.companyId?.toLowerCase(),
  brandId: query.brandId?.toLowerCase(),
})

/** Nobody really sits at venues to try things out; archived ones had their evenings. */
const venuesAsked = async (ctx: Ctx, { venueId, companyId, brandId }: Narrow): Promise<AskedVenue[]> => {
  const { rows } = await sql<AskedVenue>`
    select v.id, v.name, v.city, v.time_zone as zone from venues v where ${inSight(ctx)}
      and ${venueId?.length ? sql`v.id = any(${venueId}::uuid[])` : sql`not v.test`}
      ${companyId ? sql`and v.company_id = ${companyId}` : sql``} ${brandId ? sql`and v.group_id = ${brandId}` : sql``}`.execute(ctx.db)
  return rows
}

const venueRowsOf = ({ venueId, companyId, brandId }: Narrow): RowFilters => ({
  ...(venueId?.length ? { venueId: venueId.join(',') } : { test: '0' }),
  ...(companyId ? { companyId } : {}),
  ...(brandId ? { groupId: brandId } : {}),
})

/** The day it is for the reader, if it is one anywhere; else at most of the venues, of as many the earlier one. */
const todayOf = (ctx: Ctx, venues: readonly AskedVenue[], readers: string | undefined): string => {
  const now = ctx.clock()
  const dayAt = (zone: string): string => now.toZonedDateTimeISO(zone).toPlainDate().toString()
  if (readers && readers >= dayAt('-12:00') && readers <= dayAt('+14:00')) return readers
  const zones = Map.groupBy(venues, ({ zone }) => zone)
  const days = new Map<string, number>()
  for (const [zone, { length }] of zones) days.set(dayAt(zone), (days.get(dayAt(zone)) ?? 0) + length)
  const [most] = [...days].toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
  return most?.[0] ?? dayAt('UTC')
}

/** An unfinished period is compared with as many days of the other one; the days that are still to come have nothing to be compared with. */
const cutAt = (today: string, asked: Span, { compared, whole }: { compared: Span | null; whole: boolean }) => {
  if (whole || !compared || today < asked.from || today >= asked.to) return { span: asked, compared, until: null }
  const to = addDays(compared.from, daysBetween(asked.from, today))
  return {
    span: { from: asked.from, to: today },
    compared: { from: compared.from, to: to < compared.to ? to : compared.to },
    until: asked.to,
  }
}

/** Where the last day that is counted is today; days that were named to be compared may lie otherwise, and are then compared whole. */
export const timeCut = (
  ctx: Ctx,
  { span, compared }: Pick<Days, 'span' | 'compared'>,
  { today, venues }: Pick<Narrowing, 'today' | 'venues'>,
): Cut | null => {
  if (!compared || span.to !== today) return null
  const days = daysBetween(compared.from, span.from)
  if (days <= 0 || addDays(compared.to, days) !== today) return null
  const now = ctx.clock()
  const zones = new Set(venues.map(({ zone }) => zone))
  const behind = [...zones].map((zone) => daysBetween(now.toZonedDateTimeISO(zone).toPlainDate().toString(), today))
  const from = addDays(compared.to, -Math.max(0, ...behind))
  return { at: now.toString({ smallestUnit: 'second' }), days, from: from > compared.from ? from : compared.from }
}

/** Venues of the question, all of them there and within what the caller sees. */
export const narrowingOf = async (ctx: Ctx, asked: Narrow): Promise<Narrowing> => {
  const query = asKept(asked)
  requireOwnSide(ctx, query)
  await requirePartners(ctx, query)
  await requireThere(ctx, query)
  const venues = await venuesAsked(ctx, query)
  return {
    venues,
    venueRows: venueRowsOf(query),
    channelIds: query.channelId,
    // A house may have stood in another system before: those bookings are not this one's.
    systemIds: ctx.scope.kind === 'system' ? [ctx.scope.systemId] : query.rmsId,
    sizes: query.partySize,
    today: todayOf(ctx, venues, query.today),
  }
}

type AskedDays = Pick<Query, 'from' | 'to' | 'period' | 'compare' | 'align' | 'compareFrom' | 'compareTo' | 'whole'>
type Days = Pick<Ask, 'period' | 'span' | 'compared' | 'until'>

/**
 * The days asked for and those to compare with, as a function of the day that is today, which cuts a period that is not over. Refuses what
 * nobody can mean, each beside its own field.
 */
export const daysAsked = (query: AskedDays): ((today: string) => Days) => {
  const asked = { from: query.from, to: query.to }
  requireSpan(asked, ['from', 'to'])
  const compared = comparedSpan(asked, query)
  // Nobody keeps figures of before, and the calendars of answers begin there.
  if (compared && compared.from < '1900-01-01') throw new Problem('request.invalid', {}, { from: [{ issue: 'date' }] })
  if (compared) requireSpan(compared, ['compareFrom', 'compareTo'])
  const period = periodOf(asked, query.period)
  return (today) => ({ ...cutAt(today, asked, { compared, whole: query.whole === true }), period })
}

export const askOf = async (ctx: Ctx, query: Query): Promise<Ask> => {
  const days = daysAsked(query)
  const narrowing = await narrowingOf(ctx, query)
  const asked = days(narrowing.today)
  const cut = query.whole ? null : timeCut(ctx, asked, narrowing)
  return { ...narrowing, ...asked, cut, basis: query.basis ?? 'meal', excludeCanceled: query.excludeCanceled === true }
}
