import {
  notOpenRules,
  type RefusedBy,
  type RefusedDemand,
  type RefusedMeal,
  refusedMeals,
  type RefusedQuery,
  type RefusedSample,
} from '@tablewire/contracts/analytics/refused-demand'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import { isOfChannels, isOfPartner, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Ask, daysAsked, daysOf, inTurn, narrowingOf, type Narrowing, type Span } from '#src/features/analytics-questions/api.ts'
import { daysBetween } from '#src/features/availability/api.ts'
import { type Demanded, keptOutcomes, type Totals } from './measure.ts'
import type { Counted } from './totals.ts'

type Side = 0 | 1

const spanOf = ({ span, compared }: Ask, side: Side): Span => (side === 0 ? span : (compared ?? span))
const keptCovers = (totals: Totals): number => keptOutcomes.reduce((sum, outcome) => sum + (totals.get(outcome)?.covers ?? 0), 0)

/** Venues of which it is known what they offered on every day of the period: whose book is kept here. */
export const knownVenues = (ask: Ask, { offered }: Counted, side: Side): string[] => {
  const span = spanOf(ask, side)
  const all = daysBetween(span.from, span.to) + 1
  return (offered ?? []).flatMap(([p, venueId, , , days]) => (p === side && venueId !== null && days === all ? [venueId] : []))
}

const awayOf = ({ away, awaySince }: Counted, side: Side, { from, to }: Span): number | null => {
  if (!away || from < awaySince) return null
  return away.reduce((sum, [p, day, covers]) => (p === side && day >= from && day <= to ? sum + covers : sum), 0)
}

/** What was offered and sold, and who was turned away, in one of the two periods. */
export const demandOf = (ask: Ask, counted: Counted, side: Side): Demanded => {
  const known = new Set(knownVenues(ask, counted, side))
  const away = awayOf(counted, side, spanOf(ask, side))
  if (known.size === 0) return { sold: null, away }
  const offered = counted.offered!.reduce((sum, [p, id, , covers]) => (p === side && id !== null && known.has(id) ? sum + covers : sum), 0)
  const covers = [...known].reduce((sum, id) => sum + keptCovers(counted.venues.get(id)?.[side] ?? new Map()), 0)
  return { sold: { covers, offered }, away }
}

/** The same step by step; what was sold only where it is known of all venues, as days are not told apart by venue. */
export const demandByDay = (ask: Ask, counted: Counted): ((span: Span, totals: Totals) => Demanded) => {
  const all = counted.offered !== null && knownVenues(ask, counted, 0).length === ask.venues.length
  const byDay = new Map((counted.offered ?? []).flatMap(([p, , day, covers]) => (p === 0 && day !== null ? [[day, covers] as const] : [])))
  return (span, totals) => {
    const offered = daysOf(span).reduce((sum, day) => sum + (byDay.get(day) ?? 0), 0)
    return { sold: all ? { covers: keptCovers(totals), offered } : null, away: awayOf(counted, 0, span) }
  }
}

type Query = z.infer<typeof RefusedQuery>
type Counts = { searches: number; covers: number }
type Cell = Counts & { rule: RefusedBy; hour: number; weekday: number }
type Asked = { narrowing: Narrowing; span: Span }

const samplesShown = 50

/** Of the tables `r`. A channel's people see their own; whom a house turned away is not for those of its reservation system. */
const whichOf = (ctx: Ctx, { narrowing: { venues, channelIds, sizes }, span }: Asked): RawBuilder<unknown> => {
  const own = isOfChannels(ctx) ? ofScopedChannels(ctx, 'r.channel_id') : sql`${!isOfPartner(ctx)}::boolean`
  return sql`r.venue_id = any(${venues.map(({ id }) => id)}::uuid[]) and r.day between ${span.from}::date and ${span.to}::date and ${own}
    ${channelIds ? sql`and r.channel_id = any(${[...channelIds]}::uuid[])` : sql``} ${sizes ? sql`and r.party_size = any(${[...sizes]}::int[])` : sql``}`
}

const covers = sql`sum(r.searches)::integer as searches, sum(r.searches * r.party_size)::integer as covers`

const samplesOf = async (ctx: Ctx, asked: Asked, rule: RefusedBy | undefined): Promise<RefusedSample[]> => {
  // The numbers of a rule say how full the house was.
  const ofHouse = !isOfPartner(ctx)
  const { rows } = await sql<RefusedSample>`
    select r.venue_id as "venueId", v.name as "venueName", v.time_zone as zone, r.day::text as day, ${utc('r.asked_at')} as "askedAt", r.channel_id as "channelId",
      (select c.name from channel_names c where c.id = r.channel_id) as "channelName", r.party_size as "partySize", r.area_id as "areaId",
      ${utc('r.wanted_at')} as "wantedAt", ${utc('r.start_at')} as "startAt", r.rule,
      ${ofHouse ? sql`r.most` : sql`null::integer`} as limit, ${ofHouse ? sql`r.used` : sql`null::integer`} as used
    from refused_samples r join venues v on v.id = r.venue_id where ${whichOf(ctx, asked)} ${rule ? sql`and r.rule = ${rule}` : sql``}
    order by r.asked_at desc, r.venue_id, r.place limit ${samplesShown}`.execute(ctx.db.withoutPlugins())
  return rows
}
const utc = (column: string) => sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const mealAt = (hour: number): RefusedMeal | null => {
  if (hour < 0) return null
  const found = Object.entries(refusedMeals).find(([, [from, to]]) => hour >= from && hour < to)
  // After midnight it is still the evening.
  return (found?.[0] as RefusedMeal | undefined) ?? 'dinner'
}

const most = (a: Counts, b: Counts): number => b.covers - a.covers || b.searches - a.searches
const sumOf = (cells: readonly Counts[]): Counts => ({
  searches: cells.reduce((sum, one) => sum + one.searches, 0),
  covers: cells.reduce((sum, one) => sum + one.covers, 0),
})
const by = <T>(cells: readonly Cell[], of: (cell: Cell) => T): (Counts & { of: T })[] =>
  Array.from(Map.groupBy(cells, (cell) => JSON.stringify(of(cell))).values(), (group) => ({ of: of(group[0]!), ...sumOf(group) }))

/** RE5: whom the houses turned away, and by which rule; sums of what was counted, and of nothing else. */
export const readRefusedDemand = async (ctx: Ctx, { rule, ...query }: Query): Promise<RefusedDemand> => {
  const days = daysAsked({ ...query, compare: 'none', whole: true })
  const narrowing = await narrowingOf(ctx, query)
  const { span } = days(narrowing.today)
  const asked = { narrowing, span }
  const read = async (): Promise<RefusedDemand> => {
    const { rows: cells } = await sql<Cell>`
      select r.rule, r.hour, extract(isodow from r.day)::integer as weekday, ${covers} from refused_counts r where ${whichOf(ctx, asked)}
      group by 1, 2, 3`.execute(ctx.db.withoutPlugins())
    const { rows: channels } = await sql<Counts & { channelId: string; name: string | null }>`
      select g.*, (select c.name from channel_names c where c.id = g."channelId") as name from (
        select r.channel_id as "channelId", ${covers} from refused_counts r where ${whichOf(ctx, asked)} group by 1) g`.execute(
      ctx.db.withoutPlugins(),
    )
    const { rows: known } = await sql<{ day: string }>`select day::text as day from refused_searches_since`.execute(ctx.db)
    const closed = cells.filter((cell) => notOpenRules.includes(cell.rule))
    return {
      span,
      since: known[0]!.day,
      venues: narrowing.venues.length,
      ...sumOf(cells),
      rules: by(cells, (cell) => cell.rule)
        .map(({ of, ...one }) => ({ rule: of, ...one }))
        .toSorted(most),
      hours: by(cells, ({ hour }) => hour)
        .toSorted((a, b) => a.of - b.of)
        .map(({ of, ...one }) => ({ hour: of < 0 ? null : of, ...one })),
      weekdays: by(cells, ({ weekday }) => weekday)
        .toSorted((a, b) => a.of - b.of)
        .map(({ of, ...one }) => ({ weekday: of, ...one })),
      channels: channels.toSorted(most),
      notOpen: by(closed, ({ weekday, hour }) => ({ weekday, meal: mealAt(hour) }))
        .map(({ of, ...one }) => ({ ...of, ...one }))
        .toSorted(most),
      samples: await samplesOf(ctx, asked, rule),
    }
  }
  return inTurn(ctx, narrowing, { days: daysBetween(span.from, span.to) + 1, work: read })
}
