import type { ReminderEffect } from '@tablewire/contracts/booking/guest-messages'
import { type Arm, enoughToSay, newcombe, wilson } from '@tablewire/contracts/booking/reminder-effect.rules'
import { sql } from 'kysely'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

const days = 365

const armOf = ({ bookings, noShows }: Arm): ReminderEffect['reminded'] => ({
  bookings,
  noShows,
  share: bookings ? noShows / bookings : null,
  interval: bookings ? wilson({ bookings, noShows }) : null,
})

/**
 * All that were drawn count, whether their reminder arrived and whatever they did by it: who canceled did not stay away. What was moved to another
 * time is drawn for that time, with the same lot.
 */
export const reminderEffect = async (ctx: Ctx, venueId: string): Promise<ReminderEffect> => {
  const { id } = await venueWithBook(ctx, venueId)
  const now = ctx.clock()
  const { rows } = await sql<Arm & { held: boolean }>`
    select m.state = 'held' as held, count(*)::integer as bookings, (count(*) filter (where r.status = 'no_show'))::integer as no_shows
    from guest_messages m join reservations r on r.venue_id = m.venue_id and r.id = m.reservation_id
    where m.venue_id = ${id} and m.kind = 'reminder' and m.asked_by is null and m.state <> 'skipped'
      and m.starts_at > ${now.subtract({ hours: 24 * days }).toString()}::timestamptz and m.starts_at < ${now.subtract({ hours: 12 }).toString()}::timestamptz
      and m.starts_at = r.starts_at and r.status in ('completed', 'seated', 'no_show', 'canceled')
    group by 1`.execute(ctx.db)
  const none: Arm = { bookings: 0, noShows: 0 }
  const heldOut = rows.find(({ held }) => held) ?? none
  const reminded = rows.find(({ held }) => !held) ?? none
  return {
    reminded: armOf(reminded),
    heldOut: armOf(heldOut),
    difference: enoughToSay(reminded, heldOut) ? newcombe(heldOut, reminded) : null,
  }
}
