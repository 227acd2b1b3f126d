import type { ReservationAnalytics, RowFilters } from '@tablewire/contracts/analytics/analytics'
import { sizeSlots } from '#src/features/day-sums/api.ts'
import type { Ask } from '#src/features/analytics-questions/api.ts'
import { weekdayOf } from '#src/features/availability/api.ts'
import { channelsOf, rankingOf, type Names, sizesOf } from './breakdowns.ts'
import { countsOf } from './figures.ts'
import { canceledOutcomes, rowsOfOutcomes } from './measure.ts'
import { askedRows } from './row-filters.ts'
import type { Counted } from './totals.ts'

type Change = ReservationAnalytics['changes'][number]
type Part = Change['parts'][number]
type Unit = Change['measure']
type Split = { key: string; name: string | null; source?: string; now: number; before: number; rows: RowFilters }

const units: readonly Unit[] = ['bookings', 'covers', 'canceled', 'noShows']
const mostParts = 100

/** Of what a unit counts, which of the rows are meant. */
const rowsOfUnit: Record<Unit, RowFilters> = {
  bookings: {},
  covers: {},
  canceled: rowsOfOutcomes(canceledOutcomes),
  noShows: rowsOfOutcomes(['no_show']),
}

const weekdaysOf = (ask: Ask, { days }: Counted, measure: Unit): Split[] => {
  const splits = Array.from({ length: 7 }, (_, at) => ({
    key: String(at + 1),
    name: null,
    now: 0,
    before: 0,
    rows: askedRows(ask, { weekday: String(at + 1) }),
  }))
  for (const [day, [now, before]] of days) {
    const split = splits[weekdayOf(day) - 1]!
    split.now += countsOf(now, ask)[measure]
    split.before += countsOf(before, ask)[measure]
  }
  return splits
}

/** Covers of a size are its parties times it; those of the last slot are what is left. */
const sizeSplits = (ask: Ask, counted: Counted, measure: 'bookings' | 'covers'): Split[] => {
  const covers = counted.all.map((side) => countsOf(side, ask).covers)
  const last = (side: 0 | 1): number =>
    covers[side]! - counted.shape[side].sizes.slice(0, -1).reduce((sum, parties, slot) => sum + parties * (slot + 1), 0)
  return sizesOf(ask, counted).map(({ size, bookings, compared, rows }) => {
    const worth = (parties: number, side: 0 | 1): number =>
      measure === 'bookings' ? parties : size === sizeSlots ? last(side) : parties * size
    return { key: String(size), name: null, now: worth(bookings, 0), before: worth(compared ?? 0, 1), rows }
  })
}

/** Who canceled. */
const sideSplits = (ask: Ask, { all }: Counted): Split[] =>
  canceledOutcomes.map((outcome) => ({
    key: outcome.slice('canceled_'.length),
    name: null,
    now: all[0].get(outcome)?.parties ?? 0,
    before: all[1].get(outcome)?.parties ?? 0,
    rows: askedRows(ask, rowsOfOutcomes([outcome])),
  }))

/** Sums of days know no party size of an outcome, and only what was canceled somebody canceled. */
const lastSplit = (ask: Ask, counted: Counted, measure: Unit): [Change['by'], Split[]][] => {
  if (measure === 'canceled') return [['side', sideSplits(ask, counted)]]
  return measure === 'noShows' ? [] : [['size', sizeSplits(ask, counted, measure)]]
}

/** What the difference between the two periods is made of, split by one trait at a time: the parts of each add up to the whole of it. */
export const changesOf = (ask: Ask, counted: Counted, names: Names): Change[] => {
  if (!ask.compared) return []
  const [now, before] = counted.all.map((side) => countsOf(side, ask))
  const league = rankingOf(ask, counted, Number.POSITIVE_INFINITY).venues
  const channels = channelsOf(ask, counted, names)
  const changeOf = (measure: Unit, by: Change['by'], splits: readonly Split[]): Change => {
    const parts: Part[] = splits
      .map((one) => ({
        key: one.key,
        name: one.name,
        source: one.source ?? null,
        value: one.now,
        compared: one.before,
        difference: one.now - one.before,
        rows: by === 'side' ? one.rows : { ...one.rows, ...rowsOfUnit[measure] },
      }))
      .filter(({ value, compared }) => value !== 0 || compared !== 0)
      .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || b.value - a.value || (a.key < b.key ? -1 : 1))
    const left = parts.slice(mostParts)
    const rest = left.reduce((sum, { difference }) => sum + difference, 0)
    return { measure, by, value: now![measure], compared: before![measure], parts: parts.slice(0, mostParts), rest }
  }
  return units.flatMap((measure) => {
    type Listed = (typeof league)[number] | (typeof channels)[number]
    const split = ({ rows, compared, ...one }: Listed, key: Pick<Split, 'key' | 'source'>): Split => ({
      ...key,
      name: one.name,
      now: one[measure],
      before: compared![measure],
      rows,
    })
    const byVenue = league.map((venue) => split(venue, { key: venue.venueId }))
    const byChannel = channels.map((channel) => {
      const { source, channelId } = channel
      return split(channel, { key: channelId ? `${source} ${channelId}` : source, source })
    })
    return [
      changeOf(measure, 'venue', byVenue),
      changeOf(measure, 'channel', byChannel),
      changeOf(measure, 'weekday', weekdaysOf(ask, counted, measure)),
      ...lastSplit(ask, counted, measure).map(([by, splits]) => changeOf(measure, by, splits)),
    ]
  })
}
