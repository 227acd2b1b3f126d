import { type RawBuilder, sql } from 'kysely'
import {
  type Basis,
  canceledBy,
  canceledLate,
  confirmMinutes,
  dayOf,
  hourOf,
  isFirst,
  leadMinutes,
  stayMinutes,
} from '#src/features/reservations/api.ts'
import { hourSlots, leadStarts, sizeSlots, slotOne } from './slots.ts'

/** What nobody counts: places kept for a moment, and what was never paid. */
const uncounted = ['held', 'expired', 'requires_payment'] as const
export const counted = sql.raw(`r.status not in (${uncounted.map((status) => `'${status}'`).join(', ')})`)

const slotSum = (slots: number, slot: string, { times = '1', when = 'true' }: { times?: string; when?: string } = {}): string =>
  `coalesce(sum(${slotOne(slots)}[${slot}] * ${times}) filter (where ${when}), 0)`
const leadSlot = `width_bucket(f.lead, array[${leadStarts.join(', ')}]::numeric[])`

/** The columns of `analytics_days` behind its key, summed up from `facts` as f. */
export const sums =
  sql.raw(`count(*)::integer as parties, sum(f.party_size)::integer as covers, (count(*) filter (where f.late))::integer as late,
  (count(*) filter (where f.fresh is not null))::integer as known, (count(*) filter (where f.fresh))::integer as fresh,
  count(f.confirm_minutes)::integer as confirmed, coalesce(sum(f.confirm_minutes), 0)::bigint as confirm_minutes,
  count(f.stay_minutes)::integer as stayed, coalesce(sum(f.stay_minutes), 0)::bigint as stay_minutes,
  ${slotSum(sizeSlots, `least(f.party_size, ${sizeSlots})`)} as sizes,
  ${slotSum(leadStarts.length, leadSlot, { when: 'f.lead is not null' })} as leads,
  ${slotSum(hourSlots, 'f.hour + 1')} as hours, ${slotSum(hourSlots, 'f.hour + 1', { times: 'f.party_size' })} as hour_covers`)

/** The key of `analytics_days` behind its basis. */
export const keys = sql.raw('f.venue_id, f.day, f.outcome, f.source, f.channel_id, f.system_id')

/**
 * What is counted of each reservation, of `reservations r join venues v`: the same for the sums of a day and for whoever counts the reservations
 * themselves.
 */
export const facts = (basis: Basis): RawBuilder<unknown> =>
  sql`r.venue_id, ${dayOf(basis)} as day, case when r.status = 'canceled' then 'canceled_' || ${canceledBy} else r.status end as outcome, r.source,
    r.channel_id, r.system_id, r.party_size, ${canceledLate} as late, ${isFirst} as fresh, ${leadMinutes} as lead,
    ${confirmMinutes} as confirm_minutes, ${stayMinutes} as stay_minutes, ${hourOf(basis)} as hour`
