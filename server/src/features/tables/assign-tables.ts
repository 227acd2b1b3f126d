import type { tables as contract, TablePlan, TableSeat } from '@tablewire/contracts/booking/tables'
import { changeable, Status } from '@tablewire/contracts/booking/reservations.rules'
import { standing } from '@tablewire/contracts/booking/floor.rules'
import { chainKey, seatingsOf } from '@tablewire/contracts/booking/tables.rules'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { isFixed } from './evening.ts'
import { overlap } from './find-seating.ts'
import { awayOf } from './floor-rows.ts'
import { lockTables, writeTimes } from './give-tables.ts'
import { noteSeat } from './note-seat.ts'
import { lostSince, sittingAt } from './forgotten.ts'
import { stillBooking } from './seat-booking.ts'
import { planOf, seatOf, type SeatedBooking } from './table-rows.ts'

type Wanted = { tableIds: readonly string[]; locked: boolean; version: number; until?: string | null | undefined }

/** Only what hangs together can be set up as one table. */
export const requireSeating = (all: TablePlan, tableIds: readonly string[], away: readonly string[]): void => {
  if (!tableIds.length) return
  if (tableIds.some((id) => !all.tables.some((table) => table.id === id))) throw new Problem('tables.unknown')
  if (tableIds.some((id) => away.includes(id))) throw new Problem('tables.put_away')
  const plan = standing(all, away)
  const key = chainKey([...new Set(tableIds)])
  if (!seatingsOf(plan).some((seating) => chainKey(seating.tableIds) === key)) throw new Problem('tables.not_joined')
}

/**
 * Who has one of the tables meanwhile, or sits there still, as people call him; what two write at the same moment the database finds at the commit. `back`: an act
 * is taken back, and who sits past his time was there before as well.
 */
export const requireFree = async (
  ctx: Ctx,
  { venueId, startMs, endMs, status }: Pick<SeatedBooking, 'venueId' | 'startMs' | 'endMs' | 'status'>,
  { tableIds, beside, back = false }: { tableIds: readonly string[]; beside: readonly string[]; back?: boolean | undefined },
): Promise<void> => {
  const span = sql`tstzrange(to_timestamp(${startMs}::float8 / 1000), to_timestamp(${endMs}::float8 / 1000))`
  const until = sql`table_until(t.during, t.seated_at, ${ctx.clock().toString()}::timestamptz)`
  const { rows } = await sql<{ table: string; guest: string; blocked: boolean }>`
    select d.name as "table", t.reservation_id is null as blocked, coalesce(trim(b.guest_first_name || ' ' || b.guest_last_name), '') as guest
    from table_times t join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
      left join placed_bookings b on b.venue_id = t.venue_id and b.id = t.reservation_id
    where t.venue_id = ${venueId} and t.table_id = any(${[...tableIds]}::uuid[]) and t.active
      and (t.during && ${span} or not ${back} and tstzrange(least(lower(t.during), t.seated_at), ${until}) && ${span}
        or ${status === 'seated'} and t.seated_at is not null and ${until} > ${ctx.clock().toString()}::timestamptz)
      and (t.reservation_id is null or t.reservation_id <> all(${[...beside]}::uuid[]))
    order by lower(t.during) limit 1`.execute(ctx.db.withoutPlugins())
  const [taken] = rows
  if (taken) throw new Problem(taken.blocked ? 'tables.blocked' : 'tables.taken', { table: taken.table, name: taken.guest })
}

/** Says it of one party, whose version counts up; whoever read an older one is told who said what meanwhile. */
export const writeSeat = async (ctx: Ctx, { venueId, id }: SeatedBooking, { tableIds, locked, version, until }: Wanted): Promise<void> => {
  const now = ctx.clock().toString()
  const { rows } = await sql`
    insert into table_seats as s (venue_id, reservation_id, locked, version, updated_at, stays_until)
    values (${venueId}, ${id}, ${locked}, 1, ${now}, ${until ?? null})
    on conflict (venue_id, reservation_id) do update set locked = excluded.locked, version = s.version + 1, updated_at = excluded.updated_at,
        stays_until = case when ${until !== undefined} then excluded.stays_until else s.stays_until end
      where s.version = ${version}
    returning version`.execute(ctx.db)
  if (!rows.length || (version > 0 && (rows[0] as { version: number }).version === 1)) await refuseOlder(ctx, { venueId, id }, version)
  await ctx.db.deleteFrom('tableTimes').where('venueId', '=', venueId).where('reservationId', '=', id).execute()
  await writeTimes(
    ctx,
    venueId,
    tableIds.map((tableId) => ({ reservationId: id, tableId })),
  )
}

export const refuseOlder = async (ctx: Ctx, booking: { venueId: string; id: string }, seen: number): Promise<void> => {
  const { version } = await seatOf(ctx, booking)
  await refuseStale(ctx, { code: 'seat.version_stale', seen, now: version, subjectId: booking.id, actions: ['reservation_tables.updated'] })
}

/** The same tables, kept or left to move as before: nothing to write, and nothing that its history would say. */
const isSaidAlready = ({ tableIds, locked, until }: TableSeat, wanted: Wanted): boolean =>
  locked === wanted.locked &&
  (wanted.until === undefined || (wanted.until === null) === !until) &&
  (!wanted.until || instantMs(wanted.until) === instantMs(until!)) &&
  chainKey([...tableIds]) === chainKey([...wanted.tableIds])

/** No guest who has not asked for the bill sits longer beyond his time. */
export const longestMs = 6 * 3_600_000
const requireSoundUntil = (ctx: Ctx, { status, endMs }: SeatedBooking, until: string | null | undefined): void => {
  const most = Math.max(endMs, ctx.clock().epochMilliseconds) + longestMs
  if (until && (status !== 'seated' || instantMs(until) > most)) throw new Problem('request.invalid', {}, { until: [{ issue: 'invalid' }] })
}
/** Whoever sits has his table as long as it was said that he stays. */
export const asLongAsSaid = (booking: SeatedBooking, until: string | null | undefined): SeatedBooking =>
  until && booking.status === 'seated' ? { ...booking, endMs: Math.max(booking.endMs, instantMs(until)) } : booking

export const requireOpen = async (ctx: Ctx, { venueId, status }: SeatedBooking): Promise<void> => {
  if (!changeable(Status.parse(status))) throw new Problem('reservation.final')
  const venue = await venueWithBook(ctx, venueId)
  if (venue.archived) throw new Problem('venue.archived')
}

type Going = { of: SeatedBooking; tableIds: readonly string[] }
/** Of those that an act seats, none goes where another one of them goes at that time, and nobody goes twice. */
export const requireApart = (plan: TablePlan, all: readonly Going[]): void => {
  for (const [index, { of, tableIds }] of all.entries())
    for (const other of all.slice(0, index)) {
      if (other.of.id === of.id) throw new Problem('request.invalid', {}, { [`moves.${index - 1}.reservationId`]: [{ issue: 'invalid' }] })
      const shared = overlap(of, other.of) ? tableIds.find((id) => other.tableIds.includes(id)) : undefined
      const table = plan.tables.find(({ id }) => id === shared)
      if (table) throw new Problem('tables.taken', { table: table.name, name: other.of.guestName })
    }
}

type Asked = Received<typeof contract.assign>['body']
type Body = Omit<Asked, 'back'> & Partial<Pick<Asked, 'back'>>

/** Of others, who may sit elsewhere for it: nobody who sits, comes soon or is wanted where he is. */
const requireMovable = (ctx: Ctx, of: SeatedBooking, { locked, back }: { locked: boolean; back: boolean | undefined }): void => {
  const stays = back ? locked || of.status === 'seated' : isFixed({ ...of, locked }, ctx.clock().epochMilliseconds)
  if (stays) throw new Problem('tables.party_stays', { name: of.guestName })
}

/** Gives a party its tables, and those that move for it theirs: all of it or nothing. */
export const assignTables = (ctx: Ctx, id: string, { moves, back, ...wanted }: Body): Promise<TableSeat> =>
  transaction(ctx, async (inner) => {
    const booked = await stillBooking(inner, id)
    requireSoundUntil(inner, booked, wanted.until)
    await requireOpen(inner, booked)
    // After whoever is given a table by himself at that time, who may have moved this party.
    await lockTables(inner, { venueId: booked.venueId, fromMs: booked.startMs, toMs: asLongAsSaid(booked, wanted.until).endMs })
    const before = await seatOf(inner, booked)
    const booking = asLongAsSaid(booked, wanted.until === undefined ? before.until : wanted.until)
    const plan = await planOf(inner, booking.venueId)
    const awayOn = await awayOf(inner, booking.venueId)
    // Where the house stopped working with tables, only what it has said is still taken back.
    if (!plan.on && wanted.tableIds.length) throw new Problem('tables.off')
    // In one order, whoever moves whom.
    const others = await Promise.all(
      moves
        .toSorted((a, b) => (a.reservationId < b.reservationId ? -1 : 1))
        .map(async (move) => ({ move, of: await stillBooking(inner, move.reservationId) })),
    )
    const beside = [id, ...moves.map(({ reservationId }) => reservationId)]
    requireApart(plan, [{ of: booking, tableIds: wanted.tableIds }, ...others.map(({ move, of }) => ({ of, tableIds: move.tableIds }))])
    if (!moves.length && wanted.version === before.version && isSaidAlready(before, wanted)) return before
    for (const { move, of } of others) {
      const seat = await seatOf(inner, of)
      if (of.venueId !== booking.venueId) throw new Problem('reservation.not_found')
      requireMovable(inner, of, { locked: seat.locked, back })
      requireSeating(plan, move.tableIds, awayOn(of.serviceOn))
      await requireFree(inner, of, { tableIds: move.tableIds, beside, back })
      await writeSeat(inner, of, { ...move, locked: false })
      await noteSeat(inner, of, seat)
    }
    requireSeating(plan, wanted.tableIds, awayOn(booking.serviceOn))
    // Who only stays where it is, meets nobody anew.
    const stays = chainKey([...before.tableIds]) === chainKey([...wanted.tableIds])
    await requireFree(inner, booking, { tableIds: wanted.tableIds, beside, back: back || stays })
    const sitting = booking.status === 'seated' ? await sittingAt(inner, booking, wanted.tableIds) : []
    await writeSeat(inner, booking, {
      ...wanted,
      tableIds: [...new Set(wanted.tableIds)],
      locked: wanted.locked && wanted.tableIds.length > 0,
    })
    await lostSince(inner, booking, sitting)
    return noteSeat(inner, booking, before)
  })
