import type { ReservationAnalytics, RowFilters } from '@tablewire/contracts/analytics/analytics'
import { Temporal } from 'temporal-polyfill'
import type { Ask } from './ask.ts'
import { channelsOf, rankingOf, type Names, sizesOf } from './breakdowns.ts'
import { countsOf } from './figures.ts'
import { askedRows } from './row-filters.ts'
import { sizeSlots } from '#src/features/day-sums/api.ts'
import type { Counted } from './totals.ts'

type Change = ReservationAnalytics['changes'][number]
type Part = Change['parts'][number]
type Unit = Change['measure']
type Split = { key: string; name: string | null; now: number; before: number; rows: RowFilters }

const mostParts = 20

const changeOf = (measure: Unit, by: Change['by'], splits: readonly Split[]): Change => {
  const parts: Part[] = splits
    .map(({ key, name, now, before, rows }) => ({ key, name, value: now, compared: before, difference: now - before, rows }))
    .filter(({ value, compared }) => value !== 0 || compared !== 0)
    .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || b.value - a.value || (a.key < b.key ? -1 : 1))
  const left = parts.slice(mostParts)
  return { measure, by, parts: parts.slice(0, mostParts), rest: left.reduce((sum, { difference }) => sum + difference, 0) }
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
    const split = splits[Temporal.PlainDate.from(day).dayOfWeek - 1]!
    split.now += countsOf(now, ask)[measure]
    split.before += countsOf(before, ask)[measure]
  }
  return splits
}

/** Covers of a size are its parties times it; those of the last slot are what is left. */
const sizeSplits = (ask: Ask, counted: Counted, measure: Unit): Split[] => {
  const covers = counted.all.map((side) => countsOf(side, ask).covers)
  const last = (side: 0 | 1): number =>
    covers[side]! - counted.shape[side].sizes.slice(0, -1).reduce((sum, parties, slot) => sum + parties * (slot + 1), 0)
  return sizesOf(ask, counted).map(({ size, bookings, compared, rows }) => {
    const worth = (parties: number, side: 0 | 1): number =>
      measure === 'bookings' ? parties : size === sizeSlots ? last(side) : parties * size
    return { key: String(size), name: null, now: worth(bookings, 0), before: worth(compared ?? 0, 1), rows }
  })
}

/** What the difference between the two periods is made of, split by one trait at a time: the parts of each add up to the whole of it. */
export const changesOf = (ask: Ask, counted: Counted, names: Names): Change[] => {
  if (!ask.compared) return []
  const league = rankingOf(ask, counted, Number.POSITIVE_INFINITY).venues
  const channels = channelsOf(ask, counted, names)
  return (['bookings', 'covers'] as const).flatMap((measure) => [
    changeOf(
      measure,
      'venue',
      league.map((venue) => ({
        key: venue.venueId,
        name: venue.name,
        now: venue[measure],
        before: venue.compared![measure],
        rows: venue.rows,
      })),
    ),
    changeOf(
      measure,
      'channel',
      channels.map((channel) => ({
        key: channel.channelId ?? channel.source,
        name: channel.name,
        now: channel[measure],
        before: channel.compared![measure],
        rows: channel.rows,
      })),
    ),
    changeOf(measure, 'weekday', weekdaysOf(ask, counted, measure)),
    changeOf(measure, 'size', sizeSplits(ask, counted, measure)),
  ])
}
