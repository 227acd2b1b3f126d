import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { noteHeld, notifyGuest, type Notice, type ReservationRecord } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'

export const remindGuestsJob = defineJob<object>('guest_messages.remind', 2)

const atOnce = 200
/** Whoever booked, or was written to, so shortly before knows it. */
const restHours = 4

type Reminding = {
  kind: Extract<Notice, 'reminder' | 'same_day'>
  /** Of `v` venues: how long before the meal. */
  hours: RawBuilder<number>
  /** Later it is of no use. */
  latest: RawBuilder<unknown>
  unless: RawBuilder<SqlBool>
}
const remindings: readonly Reminding[] = [
  {
    kind: 'reminder',
    hours: sql<number>`v.reminder_hours`,
    latest: sql`make_interval(hours => v.same_day_hours)`,
    unless: sql<SqlBool>`r.guest_confirmed_at is not null`,
  },
  {
    kind: 'same_day',
    hours: sql<number>`v.same_day_hours`,
    latest: sql`interval '45 minutes'`,
    unless: sql<SqlBool>`r.late_minutes is not null`,
  },
]

/** The clock on the wall of each zone with a venue that reminds: by our own data of zones, as all times of bookings are; the database's may be older. */
const wallClocks = async (ctx: Ctx, kind: Reminding['kind']): Promise<RawBuilder<unknown>> => {
  const { rows } = await sql<{ timeZone: string }>`
    select distinct v.time_zone from venues v
    where v.email_notices && '{reminder,same_day}'::text[] and not v.test and v.archived_at is null and ${kind} = any(v.email_notices)`.execute(
    ctx.db,
  )
  const zones = rows.map(({ timeZone }) => timeZone)
  const clocks = zones.map((zone) => ctx.clock().toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'second' }))
  return sql`(select z.zone, z.clock, extract(hour from z.clock)::integer as hour from unnest(${zones}::text[], ${clocks}::timestamp[]) as z (zone, clock))`
}

type Due = ReservationRecord & { reminderHoldout: number }
/**
 * Who is to be reminded now: by the venue's own clock, so that the same hour is meant on days that are longer or shorter, and not in its quiet hours.
 * Only what is near is looked at, by the index of each venue's starts.
 */
const due = async (ctx: Ctx, { kind, hours, latest, unless }: Reminding): Promise<Due[]> => {
  const now = sql`${ctx.clock().toString()}::timestamptz`
  const clocks = await wallClocks(ctx, kind)
  const { rows } = await sql<Due>`
    select r.*, v.reminder_holdout from (
        select v.*, z.clock, z.hour from venues v join ${clocks} z on z.zone = v.time_zone
        where v.email_notices && '{reminder,same_day}'::text[] and not v.test and v.archived_at is null and ${kind} = any(v.email_notices)
      ) v
      join reservations r on r.venue_id = v.id and r.starts_at > ${now} + ${latest} and r.starts_at < ${now} + make_interval(hours => ${hours} + 2)
    where not (case when v.quiet_from <= v.quiet_until then v.hour >= v.quiet_from and v.hour < v.quiet_until
        else v.hour >= v.quiet_from or v.hour < v.quiet_until end)
      and r.status = 'confirmed' and (r.guest_email is not null or r.guest_phone is not null and coalesce(v.message_ports ->> ${kind}, 'mail') <> 'mail') and r.source <> 'walk_in' and not ${unless}
      and r.starts_local - make_interval(hours => ${hours}) <= v.clock
      and r.created_at <= r.starts_at - make_interval(hours => ${hours} + ${restHours})
      and not exists (
        select from guest_messages m where m.venue_id = r.venue_id and m.reservation_id = r.id
          and (m.kind = ${kind} and m.starts_at = r.starts_at or m.state not in ('skipped', 'held') and m.queued_at > ${now} - make_interval(hours => ${restHours})))
    order by r.starts_at, r.id limit ${atOnce}`.execute(ctx.db)
  return rows
}

const percent = 100
/** Drawn by the booking's own id, so that whoever asks finds the same; the id's random end is what is read. */
export const isHeldOut = (id: string, share: number): boolean => Number.parseInt(id.slice(-8), 16) % percent < share

const remindSome = async (ctx: Ctx, reminding: Reminding): Promise<number> => {
  // One process at a time; whoever waited sees what the other has queued.
  await sql`select pg_advisory_xact_lock(hashtext('guest reminders'))`.execute(ctx.db)
  const rows = await due(ctx, reminding)
  for (const { reminderHoldout, ...row } of rows)
    if (reminding.kind === 'reminder' && isHeldOut(row.id, reminderHoldout)) await noteHeld(ctx, row)
    else await notifyGuest(ctx, row, reminding.kind)
  return rows.length
}

/** VE2: asks guests whether they come, and writes to them on the day, where the venue wants it; each once for a time that the booking had. */
export const remindGuests = async (ctx: Ctx): Promise<void> => {
  for (const reminding of remindings)
    for (let count = atOnce; count === atOnce;) {
      await ctx.ports.jobs.backpressure()
      count = await transaction(ctx, (inner) => remindSome(inner, reminding))
    }
}
