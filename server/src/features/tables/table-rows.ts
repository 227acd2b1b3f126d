import type { TableBlock, TablePlan, TableSeat } from '@tablewire/contracts/booking/tables'
import { type Generated, type RawBuilder, sql } from 'kysely'
import { instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    tablePlans: { venueId: string; active: boolean; decides: boolean; version: number; updatedAt: InstantColumn }
    diningTables: {
      venueId: string
      id: string
      areaId: string
      name: string
      minCovers: number
      maxCovers: number
      online: boolean
      priority: Generated<number>
      position: number
      archivedAt: NullableInstant
    }
    tableJoins: { venueId: string; tableId: string; otherId: string }
    tableChains: {
      venueId: string
      tableIds: string[]
      covers: number | null
      off: boolean
      online: boolean | null
      priority: number | null
    }
    tableSeats: {
      venueId: string
      reservationId: string
      locked: boolean
      version: number
      updatedAt: InstantColumn
      staysUntil: NullableInstant
    }
    tableTimes: {
      id: string
      venueId: string
      tableId: string
      reservationId: string | null
      /** A range of instants. */
      during: string
      active: Generated<boolean>
      reason: string | null
      byName: string | null
      createdAt: DefaultedInstant
      /** Since when the party sits there. */
      seatedAt: NullableInstant
    }
  }
}

const noPlan: TablePlan = { on: false, decides: false, tables: [], joins: [], chains: [], version: 0 }

/** The tables of a venue that the caller was let in to. Asked in one statement: a save meanwhile is seen as a whole or not at all. */
export const planOf = async (ctx: Ctx, venueId: string): Promise<TablePlan> => {
  const { rows } = await sql<TablePlan>`
    select p.active as "on", p.decides, p.version,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'areaId', t.area_id, 'minCovers', t.min_covers, 'maxCovers', t.max_covers,
          'online', t.online, 'priority', t.priority) order by t.position, t.id), '[]')
        from dining_tables t where t.venue_id = p.venue_id and t.archived_at is null) as tables,
      (select coalesce(json_agg(json_build_array(j.table_id, j.other_id) order by j.table_id, j.other_id), '[]')
        from table_joins j where j.venue_id = p.venue_id) as joins,
      (select coalesce(json_agg(json_build_object('tableIds', c.table_ids, 'covers', c.covers, 'off', c.off,
          'online', c.online, 'priority', c.priority) order by c.table_ids), '[]')
        from table_chains c where c.venue_id = p.venue_id) as chains
    from table_plans p where p.venue_id = ${venueId}`.execute(ctx.db.withoutPlugins())
  return rows[0] ?? noPlan
}

/** Whoever left still shows where he sat; whoever sits, or comes, only what he has: a party that was forgotten at a table lost it to who sat down there. */
const heldOrLeft = sql`(t.active or not keeps_table(b.status))`

/** As their cards say, in the order of sale. */
const nameOf = sql`coalesce(string_agg(d.name, ' + ' order by d.position, d.id), '')`

/** Until when it stays, where that was said to be longer than it booked. */
const staysUntil = sql`(extract(epoch from s.stays_until) * 1000)::float8 as "untilMs"`
type SeatRow = Omit<TableSeat, 'until'> & { untilMs: number | null }
const seatOfRow = ({ untilMs, ...seat }: SeatRow): TableSeat => ({ ...seat, until: untilMs === null ? null : instantText(untilMs) })

/** Where a party sits; one that was never given a table has none, as all have at venues that work without. */
export const seatOf = async (ctx: Ctx, { venueId, id }: { venueId: string; id: string }): Promise<TableSeat> => {
  const none = { reservationId: id, tableIds: [], name: '', locked: false, version: 0, until: null }
  const said = ctx.db.selectFrom('tableSeats').select('version').where('venueId', '=', venueId).where('reservationId', '=', id)
  if (!(await said.executeTakeFirst())) return none
  const { rows } = await sql<SeatRow>`
    select s.reservation_id as "reservationId", s.locked, s.version, ${staysUntil}, ${nameOf} as name,
      coalesce(array_agg(d.id::text order by d.position, d.id) filter (where d.id is not null), '{}') as "tableIds"
    from table_seats s join placed_bookings b on b.venue_id = s.venue_id and b.id = s.reservation_id
      left join table_times t on t.venue_id = s.venue_id and t.reservation_id = s.reservation_id and ${heldOrLeft}
      left join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
    where s.venue_id = ${venueId} and s.reservation_id = ${id}
    group by s.reservation_id, s.locked, s.version, s.stays_until`.execute(ctx.db.withoutPlugins())
  return rows[0] ? seatOfRow(rows[0]) : none
}

/** The same of everybody who comes on a service day, of whom that was ever said. */
export const seatsOn = async (ctx: Ctx, { venueId, date }: { venueId: string; date: string }): Promise<TableSeat[]> => {
  const { rows } = await sql<SeatRow>`
    select s.reservation_id as "reservationId", s.locked, s.version, ${staysUntil}, ${nameOf} as name,
      coalesce(array_agg(d.id::text order by d.position, d.id) filter (where d.id is not null), '{}') as "tableIds"
    from placed_bookings b join table_seats s on s.venue_id = b.venue_id and s.reservation_id = b.id
      left join table_times t on t.venue_id = s.venue_id and t.reservation_id = s.reservation_id and ${heldOrLeft}
      left join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
    where b.venue_id = ${venueId} and b.service_on = ${date}
    group by s.reservation_id, s.locked, s.version, s.stays_until`.execute(ctx.db.withoutPlugins())
  return rows.map(seatOfRow)
}

type Span = { venueId: string; fromMs: number; toMs: number }

export const blocksIn = async (ctx: Ctx, { venueId, fromMs, toMs }: Span): Promise<TableBlock[]> => {
  const { rows } = await sql<Omit<TableBlock, 'from' | 'until'> & { fromMs: number; untilMs: number }>`
    select t.id, t.table_id as "tableId", t.reason, coalesce(t.by_name, '') as "byName", (extract(epoch from lower(t.during)) * 1000)::float8 as "fromMs",
      (extract(epoch from upper(t.during)) * 1000)::float8 as "untilMs"
    from table_times t
    where t.venue_id = ${venueId} and t.reservation_id is null
      and t.during && tstzrange(to_timestamp(${fromMs}::float8 / 1000), to_timestamp(${toMs}::float8 / 1000))
    order by lower(t.during), t.id`.execute(ctx.db.withoutPlugins())
  return rows.map(({ fromMs: from, untilMs, ...block }) => ({
    ...block,
    from: new Date(from).toISOString(),
    until: new Date(untilMs).toISOString(),
  }))
}

/** A booking as this feature knows it. */
export type SeatedBooking = {
  id: string
  serviceOn: string
  venueId: string
  areaId: string
  status: string
  partySize: number
  startMs: number
  endMs: number
  guestName: string
}
const facts = sql`b.id, b.service_on::text as "serviceOn", b.venue_id as "venueId", b.area_id as "areaId", b.status, b.party_size as "partySize",
  trim(b.guest_first_name || ' ' || b.guest_last_name) as "guestName"`
export const bookingColumns = sql`${facts},
  (extract(epoch from b.starts_at) * 1000)::float8 as "startMs", (extract(epoch from b.ends_at) * 1000)::float8 as "endMs"`

/** From when until when a booking has its tables: who sits, from when he sat down until he leaves (`table_until`). */
export const timesAtTable = (ctx: Ctx, { seatedAt, kept }: { seatedAt: RawBuilder<unknown>; kept: RawBuilder<unknown> }) => sql`
  (extract(epoch from least(b.starts_at, ${seatedAt})) * 1000)::float8 as "startMs",
  (extract(epoch from table_until(tstzrange(b.starts_at, greatest(b.ends_at, ${kept})), ${seatedAt}, ${ctx.clock().toString()}::timestamptz)) * 1000)::float8 as "endMs"`

/** Parties with tables in a span of time. */
export type PartyAtTables = SeatedBooking & { tableIds: string[]; locked: boolean; version: number; name: string }
export const partiesIn = async (ctx: Ctx, { venueId, fromMs, toMs }: Span): Promise<PartyAtTables[]> => {
  const { rows } = await sql<PartyAtTables>`
    with seated as (
      select t.reservation_id, array_agg(t.table_id::text order by d.position, d.id) as "tableIds", ${nameOf} as name, min(t.seated_at) as seated_at,
        max(upper(t.during)) as kept
      from table_times t join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
      where t.venue_id = ${venueId} and t.reservation_id is not null and t.active
        and t.during && tstzrange(to_timestamp(${fromMs}::float8 / 1000), to_timestamp(${toMs}::float8 / 1000))
      group by t.reservation_id
    )
    select ${facts}, ${timesAtTable(ctx, { seatedAt: sql`w.seated_at`, kept: sql`w.kept` })}, w."tableIds", w.name, s.locked, s.version
    from seated w join placed_bookings b on b.venue_id = ${venueId} and b.id = w.reservation_id
      join table_seats s on s.venue_id = b.venue_id and s.reservation_id = b.id`.execute(ctx.db.withoutPlugins())
  return rows
}
