import type { Counts, ReservationAnalytics, RowFilters } from '@tablewire/contracts/analytics/analytics'
import { type Ask, daysOf, pairedSteps, type Span } from '#src/features/analytics-questions/api.ts'
import { demandByDay } from './demand-figures.ts'
import { countsOf, pairOf, valueOf } from './figures.ts'
import { askedRows } from './row-filters.ts'
import { leadStarts, sizeSlots } from '#src/features/day-sums/api.ts'
import { type Measure, noSums, plus, type Sums, type Totals } from './measure.ts'
import type { Counted, Grouped } from './totals.ts'

export type Names = { channels: ReadonlyMap<string, string>; systems: ReadonlyMap<string, string> }

const merged = (all: readonly Totals[]): Totals => {
  const into = new Map<string, Sums>()
  for (const totals of all) for (const [outcome, sums] of totals) into.set(outcome, plus(into.get(outcome) ?? noSums, sums))
  return into
}

const daysIn = (days: Grouped, span: Span, side: 0 | 1): Totals =>
  merged(
    daysOf(span)
      .map((day) => days.get(day)?.[side])
      .filter((one) => one !== undefined),
  )

const leadsIn = ({ leadsByDay }: Counted, span: Span): number[] => {
  const leads = leadStarts.map(() => 0)
  for (const day of daysOf(span)) for (const [slot, count] of (leadsByDay.get(day) ?? []).entries()) leads[slot]! += count
  return leads
}

/** Step by step through the period, each beside as many days of the other one. */
export const seriesOf = (ask: Ask, counted: Counted, measures: readonly Measure[]): ReservationAnalytics['series'] => {
  const { days } = counted
  const demand = demandByDay(ask, counted)
  return pairedSteps(ask.span, ask.compared, ask.period).map(({ step: span, other }) => {
    const now = daysIn(days, span, 0)
    const side = { all: now, demand: demand(span, now), leads: leadsIn(counted, span) }
    const values = measures.map((measure) => [measure.id, valueOf(measure, side, ask.excludeCanceled).value] as const)
    return {
      ...span,
      ...countsOf(now, ask),
      compared: other ? countsOf(daysIn(days, other, 1), ask) : null,
      comparedSpan: other,
      values: Object.fromEntries(values),
    }
  })
}

type Ranked = Counts & { compared: Counts | null; rows: RowFilters }
/** Most covers first, then by what there was before; what is left equal stands in one order all the same. */
const mostFirst = <T extends Ranked>(all: T[]): T[] => {
  const key = ({ rows }: T): string => JSON.stringify(rows)
  return all.toSorted(
    (a, b) =>
      b.covers - a.covers || b.bookings - a.bookings || (b.compared?.covers ?? 0) - (a.compared?.covers ?? 0) || (key(a) < key(b) ? -1 : 1),
  )
}

export const channelsOf = (ask: Ask, { channels }: Counted, names: Names): ReservationAnalytics['channels'] =>
  mostFirst(
    [...channels].map(([key, pair]) => {
      const [source = '', channelId = ''] = key.split(' ')
      return {
        channelId: channelId || null,
        source,
        name: names.channels.get(channelId) ?? null,
        ...pairOf(pair, ask),
        rows: askedRows(ask, { source, ...(channelId ? { channelId } : { ofChannel: '0' }) }),
      }
    }),
  )

export const systemsOf = (ask: Ask, { systems }: Counted, names: Names): ReservationAnalytics['systems'] =>
  mostFirst(
    [...systems].map(([systemId, pair]) => ({
      systemId: systemId || null,
      name: names.systems.get(systemId) ?? null,
      ...pairOf(pair, ask),
      rows: askedRows(ask, systemId ? { rmsId: systemId } : { ofSystem: '0' }),
    })),
  )

export const heatMapOf = (ask: Ask, { shape }: Counted): ReservationAnalytics['heat'] =>
  shape[0].hours.flatMap((hours, day) =>
    hours.flatMap((bookings, hour) =>
      bookings === 0
        ? []
        : [
            {
              weekday: day + 1,
              hour,
              bookings,
              covers: shape[0].hourCovers[day]![hour]!,
              rows: askedRows(ask, { weekday: String(day + 1), hour: String(hour) }),
            },
          ],
    ),
  )

/** All sizes that the last slot stands for. */
const largest = `${sizeSlots}-1000`
export const sizesOf = (ask: Ask, { shape: [now, then] }: Counted): ReservationAnalytics['sizes'] =>
  now.sizes.map((bookings, slot) => ({
    size: slot + 1,
    bookings,
    compared: ask.compared ? then.sizes[slot]! : null,
    rows: askedRows(ask, { sizes: slot + 1 === sizeSlots ? largest : `${slot + 1}-${slot + 1}` }),
  }))

export const leadsOf = (ask: Ask, { shape: [now, then] }: Counted): ReservationAnalytics['leads'] =>
  now.leads.map((bookings, slot) => ({
    from: leadStarts[slot]!,
    to: leadStarts[slot + 1] ?? null,
    bookings,
    compared: ask.compared ? then.leads[slot]! : null,
    rows: askedRows(ask, { lead: `${leadStarts[slot]!}-${leadStarts[slot + 1] ?? ''}` }),
  }))

const mostVenues = 100
export const rankingOf = (ask: Ask, { venues }: Counted, most = mostVenues): ReservationAnalytics['league'] => {
  const known = new Map(ask.venues.map((venue) => [venue.id, venue]))
  const rows = [...venues].map(([venueId, pair]) => {
    const { name = '', city = null } = known.get(venueId) ?? {}
    return { venueId, name, city, ...pairOf(pair, ask), rows: askedRows(ask, { venueId }) }
  })
  return { total: rows.length, venues: mostFirst(rows).slice(0, most) }
}
