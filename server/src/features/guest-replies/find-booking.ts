import { waitNoticeKinds } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import type { Gateway } from '#src/features/text-port/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

type Answering = { from: string; /** Only what has not begun. */ ahead: boolean }
type Found = { id: string; /** A place that is, or was, kept for who waits. */ kept: boolean }

/**
 * The booking, or the place that is offered, that was last written about to this number by this gateway: numbers are shared and passed on, so whom we
 * never wrote to answers nothing, and no answer acts on a meal that has begun. An offer whose time is over is answered as such: a late 9 is not meant
 * for another booking, and neither is a second one, when the first has canceled what was written about last. An index of numbers, backwards, finds it among all bookings.
 */
export const findAnswered = async (ctx: Ctx, gateway: Gateway, { from, ahead }: Answering): Promise<Found | undefined> => {
  const now = ctx.clock()
  const { rows } = await sql<Found>`
    with theirs as materialized (
      select r.venue_id, r.id, r.status in ('held', 'expired') as kept from reservations r
      where reverse(r.guest_phone) = reverse(${from}::text) and r.starts_at > ${now.subtract({ hours: 24 }).toString()}::timestamptz
        and (not ${ahead} or r.status in ('held', 'expired') or r.starts_at > ${now.toString()}::timestamptz))
    select t.id, t.kept from theirs t join guest_messages m on m.venue_id = t.venue_id and m.reservation_id = t.id
    where (not t.kept or m.kind = any(${[...waitNoticeKinds]}::text[])) and m.port = 'text' and m.gateway_id = ${gateway.id} and m.state in ('sent', 'delivered', 'queued')
    order by m.queued_at desc, m.id desc limit 1`.execute(ctx.db)
  return rows[0]
}
