import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Kept } from '#src/platform/memory/memory.ts'
import { keptPlaces, type Party, utcDay } from './kept-days.ts'

export type { Party } from './kept-days.ts'
export type Occupancy = readonly Party[]

type Row = Party & { venueId: string }
export type Span = { venueId: string; fromMs: number; toMs: number }

/** No stay is longer (the database checks it), so nothing that began earlier can overlap. */
const longestStayMs = 12 * 3_600_000

const columns = sql`r.venue_id as "venueId", r.id, r.area_id as "areaId", r.party_size as "partySize",
  (extract(epoch from r.starts_at) * 1000)::float8 as "startMs", (extract(epoch from r.ends_at) * 1000)::float8 as "endMs"`
const counts = (ctx: Ctx) => sql`occupies(r.status) and (r.status <> 'held' or r.hold_expires_at > ${ctx.clock().toString()}::timestamptz)`

type Whose = RawBuilder<unknown>

/** A plan for one span holds for every other; one for a list of them would be made anew each time, for its length. */
const withinOne = (ctx: Ctx, { venueId, fromMs, toMs }: Span, whose: Whose) => sql<Row>`
  select ${columns} from placed_bookings r
  where r.venue_id = ${venueId} and r.starts_at > to_timestamp(${fromMs - longestStayMs}::float8 / 1000) and r.starts_at < to_timestamp(${toMs}::float8 / 1000)
    and r.ends_at > to_timestamp(${fromMs}::float8 / 1000)
    and ${counts(ctx)} ${whose}`
const withinMany = (ctx: Ctx, spans: readonly Span[], whose: Whose) => sql<Row>`
  select ${columns}
  from unnest(${spans.map((span) => span.venueId)}::uuid[], ${spans.map((span) => span.fromMs)}::float8[], ${spans.map((span) => span.toMs)}::float8[])
      as span (venue_id, from_ms, to_ms)
    join placed_bookings r on r.venue_id = span.venue_id and r.starts_at > to_timestamp((span.from_ms - ${longestStayMs}) / 1000)
      and r.starts_at < to_timestamp(span.to_ms / 1000) and r.ends_at > to_timestamp(span.from_ms / 1000)
  where ${counts(ctx)} ${whose}`

/**
 * Everybody who sits in or arrives within each span, by venue, in one question. Holds past their time no longer count. `own`: of the table `r`, for
 * who may not know of everybody.
 */
export const occupancyOf = async (ctx: Ctx, spans: readonly Span[], own?: RawBuilder<SqlBool>): Promise<Map<string, Party[]>> => {
  const found = new Map<string, Party[]>()
  const [first, ...more] = spans
  if (!first) return found
  if (ctx.kept && !own) return keptWithin(ctx, ctx.kept, spans)
  const whose = own ? sql`and ${own}` : sql``
  const { rows } = await (more.length ? withinMany(ctx, spans, whose) : withinOne(ctx, first, whose)).execute(ctx.db.withoutPlugins())
  for (const { venueId, ...party } of rows) {
    const parties = found.get(venueId)
    if (parties) parties.push(party)
    else found.set(venueId, [party])
  }
  return found
}

const keptWithin = async (ctx: Ctx, kept: Kept, spans: readonly Span[]): Promise<Map<string, Party[]>> => {
  const days = spans.map(({ venueId, fromMs, toMs }) => ({ venueId, fromDay: utcDay(fromMs - longestStayMs), toDay: utcDay(toMs) }))
  const places = await keptPlaces(ctx, kept, days)
  const found = new Map<string, Party[]>()
  for (const { venueId, fromMs, toMs } of spans) {
    const within = (places.get(venueId) ?? []).filter((party) => party.startMs < toMs && party.endMs > fromMs)
    const parties = found.get(venueId)
    if (parties) parties.push(...within)
    else found.set(venueId, within)
  }
  return found
}

/** Most covers sitting in the area at any moment of the stay. */
export const peakIn = (occupancy: Occupancy, { areaId, startMs, endMs }: { areaId: string; startMs: number; endMs: number }): number => {
  const sitting = occupancy.filter((party) => party.areaId === areaId && party.startMs < endMs && party.endMs > startMs)
  const loadAt = (ms: number): number =>
    sitting.reduce((sum, party) => (party.startMs <= ms && party.endMs > ms ? sum + party.partySize : sum), 0)
  return sitting.reduce((peak, party) => (party.startMs > startMs ? Math.max(peak, loadAt(party.startMs)) : peak), loadAt(startMs))
}

/** Who arrives from `fromMs` until before `toMs`. */
export const arrivalsIn = (
  occupancy: Occupancy,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): { covers: number; parties: number } => {
  let covers = 0
  let parties = 0
  for (const party of occupancy) {
    if (party.startMs < fromMs || party.startMs >= toMs) continue
    covers += party.partySize
    parties += 1
  }
  return { covers, parties }
}
