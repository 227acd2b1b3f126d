import type { Move, Status } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'

type Open = { venueId: string; id: string; status: Status; startsAt: string; endsAt: string }
type Step = { venueId: string; id: string; move: Move; from: Status; to: Status; at: string; reason: string | null }

const plus = (instant: string, minutes: number): string => new Date(Date.parse(instant) + minutes * 60_000).toISOString()
/** About one of twenty, the same ones whenever it is asked. */
const stayedAway = (id: string): boolean => Number.parseInt(id.slice(-2), 16) < 12

/** The legal way from where a forgotten booking stands to where the evening left it. */
const stepsOf = ({ venueId, id, status, startsAt, endsAt }: Open): Step[] => {
  const seated: Step = { venueId, id, move: 'seat', from: status, to: 'seated', at: plus(startsAt, 4), reason: null }
  const completed: Step = { ...seated, move: 'complete', from: 'seated', to: 'completed', at: endsAt }
  if (status === 'seated') return [completed]
  if (status !== 'confirmed')
    return [{ ...seated, move: 'reject', to: 'rejected', at: startsAt, reason: 'Nobody answered before the meal' }]
  return stayedAway(id) ? [{ ...seated, move: 'no-show', to: 'no_show', at: plus(startsAt, 40) }] : [seated, completed]
}

const write = async ({ db }: Ctx, steps: readonly Step[]): Promise<void> => {
  const given = steps.map((step) => ({ ...step, eventId: newId() }))
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json)
        as g ("venueId" uuid, id uuid, "eventId" uuid, move text, "from" text, "to" text, at timestamptz, reason text)
    ), changed as (
      update reservations r set status = g."to", version = r.version + 1, updated_at = g.at,
        cancel_actor = case when g.move = 'reject' then 'venue' end, cancel_reason = g.reason
      from given g where r.venue_id = g."venueId" and r.id = g.id and r.status = g."from" returning r.venue_id, r.id
    )
    insert into reservation_events (venue_id, reservation_id, id, kind, move, from_status, to_status, side, actor_kind, actor_name, reason, before, after, at)
    select g."venueId", g.id, g."eventId", 'moved', g.move, g."from", g."to", 'hub', 'system', 'demo', g.reason,
      jsonb_build_object('status', g."from"), jsonb_build_object('status', g."to"), g.at
    from given g join changed c on c.venue_id = g."venueId" and c.id = g.id`.execute(db.withoutPlugins())
}

/** Brings to their end the bookings of these venues that nobody worked while the demo was switched off; answers how many. */
export const closePastBookings = async (ctx: Ctx, venueIds: readonly string[], beforeMs: number): Promise<number> => {
  const { rows } = await sql<Open>`
    select venue_id as "venueId", id, status, starts_at as "startsAt", ends_at as "endsAt" from reservations
    where venue_id = any(${[...venueIds]}::uuid[]) and starts_at < ${new Date(beforeMs).toISOString()}::timestamptz
      and ends_at < ${new Date(beforeMs).toISOString()}::timestamptz and status in ('pending_confirmation', 'requires_payment', 'confirmed', 'seated')
    order by venue_id, id for no key update`.execute(ctx.db.withoutPlugins())
  const ways = rows.map(stepsOf)
  for (const round of [0, 1]) {
    const steps = ways.flatMap((way) => way[round] ?? [])
    if (steps.length) await write(ctx, steps)
  }
  return rows.length
}
