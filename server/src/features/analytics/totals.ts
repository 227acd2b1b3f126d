import { sql } from 'kysely'
import { type Demand, demandColumns } from '#src/features/demand/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Ask, Span } from '#src/features/analytics-questions/api.ts'
import { addDays } from '#src/features/availability/api.ts'
import { cutPart, leadMedians, type SidePart, spansOf, wholeParts } from './count-days.ts'
import { changesColumn, isByMonth, monthPieces, monthsOf, wholeMonths } from './month-pieces.ts'
import { addPiece, type Distribution, nothing, readPieces, type Sum } from './pieces.ts'
import { fields, keptOutcomes, noSums, plus, type Sums, type Totals } from './measure.ts'

/** One of each key, of the period (0) and of the one it is compared with (1). */
export type Grouped = ReadonlyMap<string, readonly [Totals, Totals]>

export type Counted = Demand & {
  asOf: string
  all: readonly [Totals, Totals]
  /** By day. */
  days: Grouped
  /** By venue id. */
  venues: Grouped
  /** By source and channel id, joined by a blank. */
  channels: Grouped
  /** By system id; empty = no system. */
  systems: Grouped
  shape: readonly [Distribution, Distribution]
  /** The exact middle of the lead times, where there are few enough to look at each. */
  leadMedians: readonly [number | null, number | null] | null
  /** Spans of the lead time, by day of the period. */
  leadsByDay: ReadonlyMap<string, readonly number[]>
}

/** So many reservations are looked at one by one; the middle of more is taken from their spans. */
const fewLeads = 20_000
const mediansOf = async (ctx: Ctx, ask: Ask, shapes: readonly Distribution[]): Promise<Counted['leadMedians']> => {
  const leads = shapes.reduce((sum, shape) => shape.leads.reduce((inner, count) => inner + count, sum), 0)
  return leads <= fewLeads ? leadMedians(ctx, ask, keptOutcomes) : null
}

const demandOfAsk = (ctx: Ctx, ask: Ask) => ({
  before: sql`spans(p, from_on, to_on) as (values ${spansOf(ask)})`,
  columns: sql<Demand>`${demandColumns(ctx, { ...ask, venueIds: ask.venues.map(({ id }) => id) })}`,
})
type Read = { sides: readonly [Sum, Sum]; row: Demand }

/** Both periods from the sums of their days, or from the reservations alone. */
const readDays = async (ctx: Ctx, ask: Ask, { raw }: { raw: boolean }): Promise<Read> => {
  const parts = wholeParts(ask)
  const { pieces, row } = await readPieces(ctx, ask, { parts, labels: new Map(), raw, ...demandOfAsk(ctx, ask) })
  const sides = [nothing(), nothing()] as const
  for (const [nth, { side, times }] of parts.entries()) addPiece(sides[side], pieces[nth]!, times)
  return { sides, row }
}

/** The days of a period that are of no whole month, and those of its months that are out of date. */
const restOf = (side: 0 | 1, span: Span): SidePart[] => {
  const months = wholeMonths(span)
  if (!months) return [{ p: side, side, how: 'exact', times: 1, ...span }]
  const at = (how: SidePart['how'], days: Span): Omit<SidePart, 'p'>[] =>
    days.from <= days.to ? [{ side, how, times: how === 'before' ? -1 : 1, ...days }] : []
  return [
    ...at('exact', { from: span.from, to: addDays(months.from, -1) }),
    ...at('exact', { from: addDays(months.to, 1), to: span.to }),
    ...at('since', months),
    ...at('before', months),
  ].map((part, nth) => ({ ...part, p: side + 2 * nth }))
}

/** Both periods from the sums of their whole months and what changed since; undefined = a month was counted anew meanwhile. */
const readMonths = async (ctx: Ctx, ask: Ask): Promise<Read | undefined> => {
  const spans = [ask.span, ...(ask.compared ? [ask.compared] : [])]
  const months = spans.map((span) => {
    const whole = wholeMonths(span)
    return whole ? monthsOf(whole) : []
  })
  const all = [...new Set(months.flat())]
  const { labels, pieces: kept, hold } = await monthPieces(ctx, ask, all)
  const rest = spans.flatMap((span, side) => restOf(side as 0 | 1, span))
  const parts = [...rest, ...cutPart(ask, rest.reduce((most, { p }) => Math.max(most, p), 0) + 1)]
  const demand = demandOfAsk(ctx, ask)
  const { pieces, row } = await readPieces(ctx, ask, {
    parts,
    labels,
    before: demand.before,
    columns: sql<Demand & { changes: Record<string, number> | null }>`${demand.columns}, ${changesColumn(ask, all)}`,
  })
  if (!hold(row.changes)) return undefined
  const sides = [nothing(), nothing()] as const
  for (const [side, named] of months.entries()) for (const month of named) addPiece(sides[side as 0 | 1], kept.get(month)!.piece)
  for (const [nth, { side, times }] of parts.entries()) addPiece(sides[side], pieces[nth]!, times)
  return { sides, row }
}

const attempts = 3
const read = async (ctx: Ctx, ask: Ask, { raw }: { raw: boolean }): Promise<Read> => {
  if (raw || !isByMonth(ctx, ask)) return readDays(ctx, ask, { raw })
  for (let attempt = 0; attempt < attempts; attempt++) {
    const months = await readMonths(ctx, ask)
    if (months) return months
  }
  return readDays(ctx, ask, { raw })
}

type Group = Map<string, [Map<string, Sums>, Map<string, Sums>]>
const add = (into: Group, key: string, [side, outcome, sums]: [0 | 1, string, Sums]): void => {
  const pair = into.get(key) ?? [new Map<string, Sums>(), new Map<string, Sums>()]
  pair[side].set(outcome, plus(pair[side].get(outcome) ?? noSums, sums))
  into.set(key, pair)
}

const groupsOf = (sides: readonly [Sum, Sum]) => {
  const groups = { day: new Map(), venue: new Map(), channel: new Map(), system: new Map(), all: new Map() } as Record<
    'day' | 'venue' | 'channel' | 'system' | 'all',
    Group
  >
  for (const [side, { sums: labeled }] of sides.entries())
    for (const [{ set, key, system, outcome }, numbers] of labeled) {
      const sums = Object.fromEntries(fields.map((field, at) => [field, numbers[at]])) as Sums
      // What was counted once, and is of no day any more.
      if (sums.parties === 0) continue
      const one: [0 | 1, string, Sums] = [side as 0 | 1, outcome, sums]
      add(groups[set], key, one)
      if (set !== 'channel') continue
      add(groups.system, system ?? '', one)
      add(groups.all, '', one)
    }
  return groups
}

/** Everything that the figures are made of, all of it of one moment. `raw` counts from the reservations alone. */
export const countAsked = async (ctx: Ctx, ask: Ask, { raw = false } = {}): Promise<Counted> => {
  const { sides, row } = await read(ctx, ask, { raw })
  const { day, venue, channel, system, all } = groupsOf(sides)
  const shape = [sides[0].shape, sides[1].shape] as const
  return {
    asOf: ctx.asOf ?? ctx.clock().toString(),
    all: all.get('') ?? [new Map(), new Map()],
    days: day,
    venues: venue,
    channels: channel,
    systems: system,
    shape,
    leadMedians: await mediansOf(ctx, ask, shape),
    leadsByDay: sides[0].leadsByDay,
    offered: row.offered,
    away: row.away,
    awaySince: row.awaySince,
  }
}
