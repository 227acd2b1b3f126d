import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Ask } from './ask.ts'
import { type Demand, demandColumns } from '#src/features/demand/api.ts'
import { countedRows, leadMedians } from './count-days.ts'
import { hourSlots, leadStarts, sizeSlots, unpack } from '#src/features/day-sums/api.ts'

/** What is added up of some reservations; minutes are those of `confirmed` and `stayed` reservations. */
export type Sums = {
  parties: number
  covers: number
  walkInCovers: number
  late: number
  known: number
  fresh: number
  confirmed: number
  confirmMinutes: number
  stayed: number
  stayMinutes: number
}
/** By how they ended or stand. */
export type Totals = ReadonlyMap<string, Sums>
/** One of each key, of the period (0) and of the one it is compared with (1). */
export type Grouped = ReadonlyMap<string, readonly [Totals, Totals]>

type Distribution = { sizes: number[]; leads: number[]; /** By ISO weekday 1–7. */ hours: number[][]; hourCovers: number[][] }
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

const fields = [
  'parties',
  'covers',
  'walkInCovers',
  'late',
  'known',
  'fresh',
  'confirmed',
  'confirmMinutes',
  'stayed',
  'stayMinutes',
] as const
export const noSums: Sums = {
  parties: 0,
  covers: 0,
  walkInCovers: 0,
  late: 0,
  known: 0,
  fresh: 0,
  confirmed: 0,
  confirmMinutes: 0,
  stayed: 0,
  stayMinutes: 0,
}
export const plus = (a: Sums, b: Sums): Sums => Object.fromEntries(fields.map((field) => [field, a[field] + b[field]])) as Sums

const summed = sql.raw(
  `sum(parties), sum(covers), coalesce(sum(covers) filter (where source = 'walk_in'), 0), sum(late), sum(known), sum(fresh), sum(confirmed), sum(confirm_minutes), sum(stayed), sum(stay_minutes)`,
)

/** A group: which set it is of, its period, its key, its outcome, and its sums in the order of `fields`. */
type Cell = [set: 'day' | 'venue' | 'channel', p: 0 | 1, key: string, system: string | null, outcome: string, ...sums: number[]]
type Shape = { p: 0 | 1; weekday: number; sizes: string; leads: string; hours: string; hourCovers: string }

const add = (into: Map<string, [Map<string, Sums>, Map<string, Sums>]>, key: string, [p, outcome, sums]: [0 | 1, string, Sums]): void => {
  const pair = into.get(key) ?? [new Map<string, Sums>(), new Map<string, Sums>()]
  pair[p].set(outcome, plus(pair[p].get(outcome) ?? noSums, sums))
  into.set(key, pair)
}

const noShape = (): Distribution => ({
  sizes: Array.from({ length: sizeSlots }, () => 0),
  leads: leadStarts.map(() => 0),
  hours: Array.from({ length: 7 }, () => Array.from({ length: hourSlots }, () => 0)),
  hourCovers: Array.from({ length: 7 }, () => Array.from({ length: hourSlots }, () => 0)),
})
const shapesOf = (rows: readonly Shape[]): [Distribution, Distribution] => {
  const shapes: [Distribution, Distribution] = [noShape(), noShape()]
  for (const { p, weekday, ...packed } of rows) {
    const shape = shapes[p]
    shape.hours[weekday - 1] = unpack(packed.hours, hourSlots)
    shape.hourCovers[weekday - 1] = unpack(packed.hourCovers, hourSlots)
    for (const [slot, count] of unpack(packed.sizes, sizeSlots).entries()) shape.sizes[slot]! += count
    for (const [slot, count] of unpack(packed.leads, leadStarts.length).entries()) shape.leads[slot]! += count
  }
  return shapes
}

/** What is left where canceled and rejected reservations do not count. */
export const keptOutcomes = ['pending_confirmation', 'confirmed', 'seated', 'completed', 'no_show'] as const

/** So many reservations are looked at one by one; the middle of more is taken from their spans. */
const fewLeads = 20_000
const mediansOf = async (ctx: Ctx, ask: Ask, shapes: readonly Distribution[]): Promise<Counted['leadMedians']> => {
  const leads = shapes.reduce((sum, shape) => shape.leads.reduce((inner, count) => inner + count, sum), 0)
  return leads <= fewLeads ? leadMedians(ctx, ask, keptOutcomes) : null
}

/** Everything that the figures are made of, in one statement: all of it of one moment. `raw` counts from the reservations alone. */
export const countAsked = async (ctx: Ctx, ask: Ask, { raw = false } = {}): Promise<Counted> => {
  const kept = ask.excludeCanceled ? sql`where outcome = any(${[...keptOutcomes]}::text[])` : sql``
  const { rows } = await sql<Demand & { cells: Cell[] | null; shapes: Shape[] | null; leadDays: [string, string][] | null }>`
    with ${countedRows(ctx, ask, { raw })}, shaped as materialized (
      select p, day, sum(sizes) as sizes, sum(leads) as leads, sum(hours) as hours, sum(hour_covers) as hour_covers from rows ${kept} group by p, day)
    select (select json_agg(g.cell) from (
        select json_build_array(case when grouping(day) = 0 then 'day' when grouping(venue_id) = 0 then 'venue' else 'channel' end, p,
          case when grouping(day) = 0 then day::text when grouping(venue_id) = 0 then venue_id::text else source || ' ' || coalesce(channel_id::text, '') end,
          system_id, outcome, ${summed}) as cell
        from rows group by grouping sets ((p, outcome, day), (p, outcome, venue_id), (p, outcome, source, channel_id, system_id))) g) as cells,
      (select json_agg(json_build_object('p', p, 'weekday', weekday, 'sizes', sizes::text, 'leads', leads::text, 'hours', hours::text,
          'hourCovers', hour_covers::text))
        from (select p, extract(isodow from day)::integer as weekday, sum(sizes) as sizes, sum(leads) as leads, sum(hours) as hours,
            sum(hour_covers) as hour_covers from shaped group by p, extract(isodow from day)) w) as shapes,
      (select json_agg(json_build_array(day::text, leads::text)) from shaped where p = 0) as lead_days,
      ${demandColumns(ctx, { ...ask, venueIds: ask.venues.map(({ id }) => id) })}`.execute(ctx.db)
  const grouped = { day: new Map(), venue: new Map(), channel: new Map(), system: new Map(), all: new Map() } as Record<
    'day' | 'venue' | 'channel' | 'system' | 'all',
    Map<string, [Map<string, Sums>, Map<string, Sums>]>
  >
  for (const [set, p, key, system, outcome, ...numbers] of rows[0]!.cells ?? []) {
    const sums = Object.fromEntries(fields.map((field, at) => [field, numbers[at]])) as Sums
    add(grouped[set], key, [p, outcome, sums])
    if (set !== 'channel') continue
    add(grouped.system, system ?? '', [p, outcome, sums])
    add(grouped.all, '', [p, outcome, sums])
  }
  const shape = shapesOf(rows[0]!.shapes ?? [])
  return {
    asOf: ctx.clock().toString(),
    all: grouped.all.get('') ?? [new Map(), new Map()],
    days: grouped.day,
    venues: grouped.venue,
    channels: grouped.channel,
    systems: grouped.system,
    shape,
    leadMedians: await mediansOf(ctx, ask, shape),
    leadsByDay: new Map((rows[0]!.leadDays ?? []).map(([day, leads]) => [day, unpack(leads, leadStarts.length)])),
    offered: rows[0]!.offered,
    away: rows[0]!.away,
    awaySince: rows[0]!.awaySince,
  }
}
