import type { Reservation } from '@tablewire/contracts/booking/reservations'
import { sql } from 'kysely'
import { isOfChannels, ofOwnSide } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { visibleAs } from './reservation-rows.ts'
import { type DetailRow, listedColumns, listedJoins, reservationView } from './reservation-view.ts'

/** Of `r` reservations: to which address a mail about it was refused last, as it stands there. */
const bouncedAt = sql`(select m.recipient from guest_messages m where m.venue_id = r.venue_id and m.reservation_id = r.id and m.port = 'mail' and m.state = 'bounced'
  order by m.queued_at desc limit 1)`

/**
 * One reservation with its guest's past at this venue, under all his addresses, as far as the caller may know of it, and the moves open to it, in one
 * question. What the venue's own system said of it is between that system and the house.
 */
export const getReservation = async (ctx: Ctx, id: string): Promise<Reservation> => {
  const { rows } = await sql<DetailRow>`
    select ${listedColumns}, v.time_zone as timezone, ${bouncedAt} as "bouncedAt", r.canceled_at as "canceledAt", r.cancel_actor as "cancelActor", r.cancel_reason as "cancelReason",
      r.channel_reference as "channelReference", r.duration, r.booking_type as "bookingType", past.*,
      (select json_build_object('state', b.state, 'systemName', s.name, 'remoteId', case when ${!isOfChannels(ctx)} then b.remote_id end, 'lastError', case when ${!isOfChannels(ctx)} then b.trouble end,
          'paymentUrl', case when r.status = 'requires_payment' then b.payment_url end)
        from remote_states b join systems s on s.id = b.system_id where r.remote and b.venue_id = r.venue_id and b.reservation_id = r.id) as remote
    from reservations r ${listedJoins},
      lateral (
        select count(*) filter (where o.status in ('seated', 'completed'))::int as visits, count(*) filter (where o.status = 'no_show')::int as "noShows",
          count(*) filter (where o.status = 'canceled')::int as cancellations, max(o.service_on) filter (where o.status in ('seated', 'completed')) as "lastVisitOn"
        from reservations o where o.venue_id = r.venue_id and o.guest_id in (select k.address_id from guest_addresses k where k.guest_id = r.guest_id) and o.id <> r.id and ${ofOwnSide(ctx, 'o')}
      ) past
    where ${visibleAs(ctx, id, 'r')}`.execute(ctx.db.withoutPlugins())
  if (!rows[0]) throw new Problem('reservation.not_found')
  return reservationView(rows[0])
}
