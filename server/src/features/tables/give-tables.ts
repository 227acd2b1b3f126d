import type { Seating } from '@tablewire/contracts/booking/tables.rules'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type { HouseParty, HouseSpan } from './house-rows.ts'
import { seatOf } from './table-rows.ts'

/** A table for a party, and who sits elsewhere for it. */
export type TablesGiven = { seating: Seating; moves: readonly { party: HouseParty; from: string; to: Seating }[] }

/** One after the other, in the queue in which covers are counted (`guard_capacity`): what is read from here on is what stands at the commit. */
export const lockTables = async (ctx: Ctx, { venueId, fromMs, toMs }: HouseSpan): Promise<void> => {
  await sql`
    select lock_venue_days(${venueId}, (to_timestamp(${fromMs}::float8 / 1000) at time zone 'UTC')::date,
      (to_timestamp(${toMs - 1}::float8 / 1000) at time zone 'UTC')::date)`.execute(ctx.db)
}

/** Which of them are as they were read, and stay so until the commit; whoever is being changed just now is not among them, and nobody waits for him. */
export const stillThere = async (ctx: Ctx, venueId: string, parties: readonly HouseParty[]): Promise<Set<string>> => {
  const { rows } = await sql<Pick<HouseParty, 'id' | 'status' | 'startMs' | 'endMs'>>`
    select b.id, b.status, (extract(epoch from b.starts_at) * 1000)::float8 as "startMs", (extract(epoch from b.ends_at) * 1000)::float8 as "endMs"
    from placed_bookings b where b.venue_id = ${venueId} and b.id = any(${parties.map(({ id }) => id)}::uuid[])
    order by b.id for share skip locked`.execute(ctx.db.withoutPlugins())
  const same = ({ id, status, startMs, endMs }: HouseParty): boolean =>
    rows.some((row) => row.id === id && row.status === status && row.startMs === startMs && row.endMs === endMs)
  return new Set(parties.filter(same).map(({ id }) => id))
}

/** Holds past their time that nobody is booking just now give their tables back before they are marked as over. */
const takeBack = (ctx: Ctx, venueId: string, tableIds: readonly string[]) =>
  sql`
    with over as materialized (
      select b.id from placed_bookings b
      where b.venue_id = ${venueId} and b.status = 'held' and b.hold_expires_at <= ${ctx.clock().toString()}::timestamptz
        and b.id in (select t.reservation_id from table_times t where t.venue_id = ${venueId} and t.table_id = any(${[...tableIds]}::uuid[]) and t.active)
      for share skip locked)
    delete from table_times t using over where t.venue_id = ${venueId} and t.reservation_id = over.id`.execute(ctx.db)

/** Who has which table from now on; when is the booking's matter, as the trigger writes (`table_times_of_booking`). */
export const writeTimes = async (
  ctx: Ctx,
  venueId: string,
  given: readonly { reservationId: string; tableId: string }[],
): Promise<void> => {
  if (!given.length) return
  const during = '[2000-01-01T00:00:00Z,2000-01-01T00:00:01Z)'
  const rows = given.map((one) => ({ ...one, id: newId(), venueId, during, reason: null, byName: null }))
  await ctx.db.insertInto('tableTimes').values(rows).execute()
}

type Seat = { reservationId: string; seating: Seating }
const write = async (ctx: Ctx, venueId: string, seats: readonly Seat[]): Promise<void> => {
  const ids = seats.map(({ reservationId }) => reservationId)
  await sql`
    insert into table_seats as s (venue_id, reservation_id, locked, version, updated_at)
    select ${venueId}, id, false, 1, ${ctx.clock().toString()}::timestamptz from unnest(${ids}::uuid[]) as given (id)
    on conflict (venue_id, reservation_id) do update set locked = false, version = s.version + 1, updated_at = excluded.updated_at`.execute(
    ctx.db,
  )
  await sql`delete from table_times t where t.venue_id = ${venueId} and t.reservation_id = any(${ids}::uuid[])`.execute(ctx.db)
  await writeTimes(
    ctx,
    venueId,
    seats.flatMap(({ reservationId, seating }) => seating.tableIds.map((tableId) => ({ reservationId, tableId }))),
  )
}

/**
 * Gives a booking that is written its tables, unlocked, and those that move for it theirs; who sits there already is left as he is. Nobody shares one, as the
 * database sees to at the commit.
 */
export const giveTables = async (ctx: Ctx, booking: { venueId: string; id: string }, given: TablesGiven | undefined): Promise<void> => {
  if (!given) return
  const { seating, moves } = given
  const { venueId, id } = booking
  const before = await seatOf(ctx, booking)
  if (before.tableIds.length === seating.tableIds.length && before.tableIds.every((one) => seating.tableIds.includes(one))) return
  await takeBack(ctx, venueId, [...seating.tableIds, ...moves.flatMap(({ to }) => to.tableIds)])
  await write(ctx, venueId, [{ reservationId: id, seating }, ...moves.map(({ party, to }) => ({ reservationId: party.id, seating: to }))])
  const told = [
    { id, before: before.name, after: seating.name },
    ...moves.map(({ party, from, to }) => ({ id: party.id, before: from, after: to.name })),
  ]
  for (const one of told)
    await audit(ctx, {
      action: 'reservation_tables.updated',
      subject: 'reservation_tables',
      subjectId: one.id,
      venueId,
      before: { tables: one.before },
      after: { tables: one.after },
    })
  for (const one of told) await ctx.ports.live.publish(ctx, { type: 'tables', venueId, id: one.id, kind: null })
}
