import { standing } from '@tablewire/contracts/booking/floor.rules'
import { seatingsOf, type Seating } from '@tablewire/contracts/booking/tables.rules'
import type { TablePlan } from '@tablewire/contracts/booking/tables'
import { sql } from 'kysely'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { TableBlock } from './find-seating.ts'
import { type AwayOn, awayOf } from './floor-rows.ts'
import { blocksIn, planOf, timesAtTable } from './table-rows.ts'

/** Whoever has a place then, with the tables he was given; none = he stands without one. */
export type HouseParty = {
  id: string
  serviceOn: string
  areaId: string
  status: string
  partySize: number
  startMs: number
  endMs: number
  online: boolean
  tableIds: string[]
  locked: boolean
  version: number
}
/** What a venue's tables are asked about: what can be given on a date, and who has what. */
export type House = { seatingsOn: (date: string) => readonly Seating[]; parties: readonly HouseParty[]; blocks: readonly TableBlock[] }

export type HouseSpan = { venueId: string; fromMs: number; toMs: number }
/** No stay is longer. */
const longestStayMs = 12 * 3_600_000

/** Whoever sits has his table until he leaves (`table_until`). Holds past their time have given their table back, unless whoever books one is at it just now. */
const partiesOf = async (ctx: Ctx, { venueId, fromMs, toMs }: HouseSpan): Promise<HouseParty[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<HouseParty>`
    select b.id, b.service_on::text as "serviceOn", b.area_id as "areaId", b.status, b.party_size as "partySize", b.channel_id is not null as online,
      ${timesAtTable(ctx, { seatedAt: sql`w.seated_at`, kept: sql`w.kept` })},
      coalesce(s.locked, false) as locked, coalesce(s.version, 0) as version,
      array(select t.table_id::text from table_times t where t.venue_id = b.venue_id and t.reservation_id = b.id and t.active order by t.table_id) as "tableIds"
    from placed_bookings b left join table_seats s on s.venue_id = b.venue_id and s.reservation_id = b.id
      left join lateral (
        select min(t.seated_at) as seated_at, max(upper(t.during)) as kept from table_times t
        where b.status = 'seated' and t.venue_id = b.venue_id and t.reservation_id = b.id and t.active
      ) w on true
    where b.venue_id = ${venueId} and b.starts_at > to_timestamp(${fromMs - longestStayMs}::float8 / 1000)
      and b.starts_at < to_timestamp(${toMs}::float8 / 1000) and (b.ends_at > to_timestamp(${fromMs}::float8 / 1000) or b.status = 'seated')
      and keeps_table(b.status) and (b.status <> 'held' or b.hold_expires_at > ${now}::timestamptz)
    order by b.starts_at, b.id`.execute(ctx.db.withoutPlugins())
  return rows
}

const nothing: readonly Seating[] = []
/** What the tables that stand on a date can be given as; dates of one layout share it, as whoever searches knows it by itself. */
const seatingsByDate = (plan: TablePlan, awayOn: AwayOn): House['seatingsOn'] => {
  const made = new Map<readonly string[], Seating[]>()
  return (date) => {
    const away = awayOn(date)
    const seatings = made.get(away) ?? seatingsOf(standing(plan, away))
    made.set(away, seatings)
    return seatings
  }
}

/** Of a venue that works with tables, in four questions whatever the number of days. */
export const houseOf = async (ctx: Ctx, span: HouseSpan): Promise<House> => {
  const [plan, parties, blocks, awayOn] = await Promise.all([
    planOf(ctx, span.venueId),
    partiesOf(ctx, span),
    blocksIn(ctx, span),
    awayOf(ctx, span.venueId),
  ])
  return {
    // Switched off since the venue was read: nothing binds any more.
    seatingsOn: plan.on ? seatingsByDate(plan, awayOn) : () => nothing,
    parties,
    blocks: blocks.map(({ tableId, from, until }) => ({ tableId, startMs: instantMs(from), endMs: instantMs(until) })),
  }
}
