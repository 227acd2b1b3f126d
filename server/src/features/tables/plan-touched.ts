import type { FloorParty } from '@tablewire/contracts/booking/floor'
import { chainKey, type Plan, seatingsOf } from '@tablewire/contracts/booking/tables.rules'
import type { TablePlan } from '@tablewire/contracts/booking/tables'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

export type Party = Omit<FloorParty, 'layout'>
type Seated = Party & { tableIds: string[] }

const seatsOf = (plan: Plan): Map<string, number> => new Map(seatingsOf(plan).map(({ tableIds, most }) => [chainKey(tableIds), most]))
const keysOf = (plan: Plan): Set<string> => new Set(seatsOf(plan).keys())
const bare = ({ tableIds: _tableIds, ...party }: Seated): Party => party

/** Who has tables of a venue, the next ones first; `which`: of whom is asked, by the tables' times `t` and the booking `b`. */
export const partiesAtTables = async (ctx: Ctx, venueId: string, which: RawBuilder<unknown>): Promise<Seated[]> => {
  const { rows } = await sql<Seated>`
    select b.id as "reservationId", trim(b.guest_first_name || ' ' || b.guest_last_name) as "guestName", b.party_size as "partySize",
      to_char(b.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startsAt", to_char(b.starts_local, 'YYYY-MM-DD"T"HH24:MI') as "startsLocal", b.service_on::text as "serviceOn",
      string_agg(d.name, ' + ' order by d.position, d.id) as tables, array_agg(t.table_id::text) as "tableIds"
    from table_times t join placed_bookings b on b.venue_id = t.venue_id and b.id = t.reservation_id
      join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
    where t.venue_id = ${venueId} and t.active and (${which})
    group by b.id, b.guest_first_name, b.guest_last_name, b.party_size, b.starts_at, b.starts_local, b.service_on
    order by b.starts_at, b.id`.execute(ctx.db.withoutPlugins())
  return rows
}

/**
 * Who comes to a table, or to joined ones, that the plan which is to be saved has no longer: the next ones first. Whoever sits stays where he sits; and what was
 * given beside the plan before is nothing that it takes away.
 */
export const partiesHit = async (
  ctx: Ctx,
  venueId: string,
  { before, wanted }: { before: TablePlan; wanted: TablePlan },
): Promise<Party[]> => {
  const [had, has] = [keysOf(before), keysOf(wanted)]
  const gone = new Set([...had].filter((key) => !has.has(key)))
  if (!gone.size) return []
  const rows = await partiesAtTables(ctx, venueId, sql`t.seated_at is null and upper(t.during) > ${ctx.clock().toString()}::timestamptz`)
  const tables = new Set(wanted.tables.map(({ id }) => id))
  const lost = ({ tableIds }: Seated): boolean => gone.has(chainKey(tableIds)) || tableIds.some((id) => !tables.has(id))
  return rows.filter(lost).map(bare)
}

/** Who keeps a table, or joined ones, that seat the party now and would seat fewer, whoever sits there as well: the next ones first. */
export const partiesTight = async (
  ctx: Ctx,
  venueId: string,
  { before, wanted }: { before: TablePlan; wanted: TablePlan },
): Promise<Party[]> => {
  const [had, has] = [seatsOf(before), seatsOf(wanted)]
  const cut = new Set([...has].filter(([key, seats]) => seats < (had.get(key) ?? 0)).map(([key]) => key))
  if (!cut.size) return []
  const rows = await partiesAtTables(ctx, venueId, sql`upper(t.during) > ${ctx.clock().toString()}::timestamptz or b.status = 'seated'`)
  const tight = ({ tableIds, partySize }: Seated): boolean => {
    const key = chainKey(tableIds)
    return cut.has(key) && partySize <= had.get(key)! && partySize > has.get(key)!
  }
  return rows.filter(tight).map(bare)
}
