import { paceDays } from '@tablewire/contracts/analytics/analytics'
import { type RawBuilder, sql } from 'kysely'
import { leftOn, standsNow, stood } from '#src/features/reservations/api.ts'
import { slotRuns } from './slots.ts'

/** Slot 0: what stands now; slot n: what was on the books when the day n - 1 days before the evening began. */
export const bookSlots = paceDays + 1

export const bookKeys = sql.raw('b.venue_id, b.day, b.channel_id, b.system_id')
/** Slots of a reservation: those from which it was made until those in which it had left again. Whoever came without a booking was in none. */
const upTo = (days: string): string => `greatest(0, least(${paceDays}, ${days})) + 1`

/** The rows of `analytics_books`, counted from `from`, which names reservations `r`. */
export const bookedAhead = (from: RawBuilder<unknown>, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select f.venue_id, f.day, f.channel_id, f.system_id, sum(f.party_size * (case when f.stands then 1 else 0 end
      + greatest(0, ${sql.raw(`${slotRuns(paceDays)}[${upTo('f.day - f.made_on')}] - ${slotRuns(paceDays)}[${upTo('f.day - f.left_on')}]`)}))) as covers
  from (select r.venue_id, r.service_on as day, r.channel_id, r.system_id, r.party_size, ${standsNow} as stands, r.created_on as made_on,
      coalesce(${leftOn}, r.service_on) as left_on
    from ${from} join venues v on v.id = r.venue_id where ${stood} and ${which}) f
  group by f.venue_id, f.day, f.channel_id, f.system_id`
