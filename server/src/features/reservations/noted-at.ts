import { notedHoursMost } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#src/platform/ctx.ts'
import type { ReservationRecord } from './reservation-rows.ts'

/** So long a call takes, or clocks differ; nobody was away. */
const seconds = 60

/**
 * When a step was done that is sent now, as its device says: not before the step that led to it, not longer ago than an evening, and undefined where
 * it was done just now. A party from the door is booked by the step that is sent first, and was there since its own time.
 */
export const doneAt = async (
  ctx: Ctx,
  { venueId, id, source, startsAt }: ReservationRecord,
  notedAt: string | undefined,
): Promise<Temporal.Instant | undefined> => {
  if (notedAt === undefined) return undefined
  const now = ctx.clock()
  const earliest = now.subtract({ hours: notedHoursMost })
  const noted = Temporal.Instant.from(notedAt)
  if (Temporal.Instant.compare(noted, now.subtract({ seconds })) >= 0) return undefined
  const { rows } = await sql<{ at: string | null }>`
    select max(case when e.kind = 'booked' and ${source} = 'walk_in' then least(e.at, ${startsAt}::timestamptz)
        else coalesce((e.after ->> 'notedAt')::timestamptz, e.at) end) as at
      from reservation_events e
      where e.venue_id = ${venueId} and e.reservation_id = ${id} and e.kind in ('booked', 'moved')`.execute(ctx.db)
  const before = rows[0]?.at ?? undefined
  const bounds = [noted, earliest, ...(before === undefined ? [] : [Temporal.Instant.from(before)])]
  const done = bounds.toSorted(Temporal.Instant.compare).at(-1)!
  return Temporal.Instant.compare(done, now) < 0 ? done : undefined
}
