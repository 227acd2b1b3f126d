import { sql } from 'kysely'
import type { Gateway } from '#src/features/text-port/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'

type Answering = { from: string; /** Only what can still be answered so. */ open: boolean }

/**
 * The booking that was last written about to this number by this gateway: numbers are shared and passed on, so whom we never wrote to answers nothing,
 * and no answer acts on a meal that has begun. The index of what people search by finds the number among all bookings.
 */
export const findAnswered = async (ctx: Ctx, gateway: Gateway, { from, open }: Answering): Promise<string | undefined> => {
  const now = ctx.clock()
  const { rows } = await sql<{ id: string }>`
    with theirs as materialized (
      select r.venue_id, r.id from reservations r
      where r.search like ${containing(from)} and r.guest_phone = ${from} and r.starts_at > ${now.subtract({ hours: 24 }).toString()}::timestamptz
        and (not ${open} or r.status in ('confirmed', 'pending_confirmation', 'requires_payment') and r.starts_at > ${now.toString()}::timestamptz))
    select t.id from theirs t join guest_messages m on m.venue_id = t.venue_id and m.reservation_id = t.id
    where m.port = 'text' and m.gateway_id = ${gateway.id} and m.state in ('sent', 'delivered', 'queued')
    order by m.queued_at desc, m.id desc limit 1`.execute(ctx.db)
  return rows[0]?.id
}
