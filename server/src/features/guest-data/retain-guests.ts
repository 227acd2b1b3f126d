import { type RawBuilder, sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type {} from './erasure-rows.ts'

export const retainGuestsJob = defineJob<object>('guest_data.retain', 2)

const atOnce = 200

/** Well within what a job may take; the next hour goes on. */
const forMs = 120_000

const venuesToTidy = async (ctx: Ctx): Promise<string[]> => {
  const { rows } = await sql<{ venueId: string }>`
    select v.id as venue_id from companies c join venues v on v.company_id = c.id
    where c.guest_months is not null and not is_closed(v.id) order by v.id`.execute(ctx.db)
  return rows.map(({ venueId }) => venueId)
}

/** What the company says is read for every batch, unless somebody else is at this venue: one that keeps its guests for longer from now on loses no more. */
const keptMonths = async (ctx: Ctx, venueId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ months: number }>`
    select c.guest_months as months from guest_retention g join venues v on v.id = g.venue_id join companies c on c.id = v.company_id
    where g.venue_id = ${venueId} and c.guest_months is not null for update of g skip locked`.execute(ctx.db)
  return rows[0]?.months
}

/** The first visit whose guest is still known. */
export const forgottenBefore = (ctx: Ctx, months: number): string =>
  ctx.clock().toZonedDateTimeISO('UTC').subtract({ months }).toInstant().toString()
/** What is forgotten of `r` at the places in `g`, which are as far as it came. */
export const isToForget = (before: string): RawBuilder<boolean> =>
  sql`r.starts_at >= coalesce(g.erased_until, '-infinity') and r.starts_at < ${before}::timestamptz and r.erased_at is null`

/**
 * Goes on where the last batch ended, whoever wrote that; each batch with its place is one transaction. Guests whose bookings are gone, or whose contact
 * was changed to somebody else's, go by the day they were first seen.
 */
const retainSome = async (ctx: Ctx, venueId: string): Promise<boolean> => {
  const months = await keptMonths(ctx, venueId)
  if (months === undefined) return false
  const now = ctx.clock()
  const before = forgottenBefore(ctx, months)
  const { rows } = await sql<{ id: string; startsAt: string }>`
    select r.id, r.starts_at from guest_retention g join reservations r on r.venue_id = g.venue_id
    where g.venue_id = ${venueId} and ${isToForget(before)} order by r.starts_at, r.id limit ${atOnce}`.execute(ctx.db)
  const more = rows.length === atOnce
  await sql`update guest_retention set erased_until = ${more ? rows.at(-1)!.startsAt : before}::timestamptz where venue_id = ${venueId}`.execute(
    ctx.db,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length) await sql`select erase_bookings(${venueId}::uuid, ${ids}::uuid[], ${now.toString()}::timestamptz)`.execute(ctx.db)
  const guests = more
    ? 0
    : ((await sql<{ count: number }>`select erase_lone_guests(${venueId}::uuid, ${before}::timestamptz) as count`.execute(ctx.db)).rows[0]
        ?.count ?? 0)
  if (!more) await sql`select erase_shift_notes_before(${venueId}::uuid, (${before}::timestamptz at time zone 'UTC')::date)`.execute(ctx.db)
  if (!more) await sql`select erase_waiting_before(${venueId}::uuid, (${before}::timestamptz at time zone 'UTC')::date)`.execute(ctx.db)
  if (ids.length + guests > 0)
    await audit(ctx, {
      action: 'guest.forgotten',
      subject: 'guest',
      subjectId: null,
      venueId,
      after: { bookings: ids.length, guestMonths: months },
    })
  return more
}

const retainAll = async (ctx: Ctx, venueId: string, until: number): Promise<void> => {
  await sql`insert into guest_retention (venue_id, erased_until) values (${venueId}, '-infinity') on conflict do nothing`.execute(ctx.db)
  for (let more = true; more && performance.now() < until;) {
    await ctx.ports.jobs.backpressure()
    more = await transaction(ctx, (inner) => retainSome(inner, venueId))
  }
}

/** Guests' data of visits that lie further back than their company keeps it is erased, venue by venue; one that fails keeps no other waiting. */
export const retainGuests = async (ctx: Ctx): Promise<void> => {
  const until = performance.now() + forMs
  const failed: unknown[] = []
  for (const venueId of await venuesToTidy(ctx)) await retainAll(ctx, venueId, until).catch((error: unknown) => failed.push(error))
  if (failed.length) throw new AggregateError(failed, `${failed.length} venues keep guests' data that was to be erased`)
}
