import type { ReservationEvent } from '@tablewire/contracts/booking/reservations'
import { sql } from 'kysely'
import { isOfChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { visibleAs } from './reservation-rows.ts'
import { eventColumns } from './reservation-view.ts'

/** Given, changed and lost tables: the history of tables is the audit's alone. What a change of the booking said of them stands with that change. */
const tableLines = sql`
  select a.id, 'changed' as kind, null as move, r.status as "fromStatus", r.status as "toStatus",
    case a.actor_kind when 'user' then 'venue' when 'channel' then 'channel' when 'system' then 'system' else 'hub' end as side,
    a.actor_name as "actorName", a.device_name as "deviceName", a.approved_by_name as "approvedByName", null as reason, a.before, a.after, a.at
  from seen r join audit_entries a on a.subject_id = r.id::text and a.subject = 'reservation_tables' and a.before ->> 'tables' is distinct from a.after ->> 'tables'
  where not exists (select from reservation_events e
    where e.venue_id = r.venue_id and e.reservation_id = r.id and e.after ? 'tables' and e.at between a.at - interval '1 second' and a.at + interval '1 second')`

/** Every change of a reservation, oldest first. */
export const listReservationEvents = async (ctx: Ctx, id: string): Promise<ReservationEvent[]> => {
  const { rows } = await sql<ReservationEvent | { id: null }>`
    with seen as (select r.id, r.venue_id, r.status from reservations r where ${visibleAs(ctx, id, 'r')})
    select ${eventColumns} from seen r left join reservation_events e on e.venue_id = r.venue_id and e.reservation_id = r.id
    union all ${isOfChannels(ctx) ? sql`select * from (${tableLines}) own where false` : tableLines}
    order by at, id`.execute(ctx.db.withoutPlugins())
  if (!rows.length) throw new Problem('reservation.not_found')
  return rows.filter((row): row is ReservationEvent => row.id !== null)
}
