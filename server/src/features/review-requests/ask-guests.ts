import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { guestKeyOf, isRefused } from '#src/features/guest-messages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { mailRequestJob } from './mail-request.ts'
import type {} from './request-rows.ts'

export const askGuestsJob = defineJob<object>('review_requests.ask', 2)

const atOnce = 200
/** Who was not asked by then has forgotten. */
const lateHours = 72
const linkDays = 30
/** A guest of a venue is asked once in so many days. */
const restDays = 90

type Visit = { id: string; venueId: string; guestEmail: string; guestLang: string | null }

/**
 * LI2: guests of completed visits, where the venue asks them. One process at a time, so that two bookings of one guest are not asked about at once;
 * whoever is not asked now, for he was lately, is passed over for good.
 */
export const askGuests = async (ctx: Ctx): Promise<void> => {
  for (;;) if ((await transaction(ctx, askSome)) < atOnce) return
}

const visits = async (ctx: Ctx): Promise<Visit[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<Visit>`
    select b.id, b.venue_id, b.guest_email, b.guest_lang from review_settings s join venues v on v.id = s.venue_id
      join reservations b on b.venue_id = s.venue_id
    where s.ask_guests and not v.test and v.listing_enabled and v.archived_at is null
      and b.starts_at > ${now}::timestamptz - make_interval(hours => s.ask_after_hours + ${lateHours + 12})
      and b.ends_at <= ${now}::timestamptz - make_interval(hours => s.ask_after_hours) and b.ends_at > s.asks_since
      and b.status = 'completed' and b.guest_email is not null
      and not exists (select from review_requests q where q.venue_id = b.venue_id and q.reservation_id = b.id)
    order by b.starts_at, b.id limit ${atOnce}`.execute(ctx.db)
  return rows
}

const askSome = async (ctx: Ctx): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('review requests'))`.execute(ctx.db)
  const found = await visits(ctx)
  const now = ctx.clock()
  for (const { id: reservationId, venueId, guestEmail, guestLang } of found) {
    const guestKey = guestKeyOf(venueId, guestEmail)
    const since = now.subtract({ hours: 24 * restDays }).toString()
    // Asked lately, about to be asked, or not wanting it any more.
    const { rows } = await sql<{ spared: boolean }>`
      select exists (
        select from review_requests q where q.venue_id = ${venueId} and q.guest_key = ${guestKey}
          and (q.expires_at > ${now.toString()}::timestamptz or q.sent_at is not null and q.asked_at > ${since}::timestamptz)
      ) or ${isRefused('review', sql`${venueId}::uuid`, sql`${guestKey}`)} as spared`.execute(ctx.db)
    const asks = !rows[0]!.spared
    const id = newId()
    await ctx.db
      .insertInto('reviewRequests')
      .values({
        id,
        venueId,
        reservationId,
        guestKey,
        lang: langs.includes(guestLang as Lang) ? (guestLang as Lang) : 'en',
        askedAt: now.toString(),
        // A visit that is passed over has a row as well, and its link never opened.
        expiresAt: asks ? now.add({ hours: 24 * linkDays }).toString() : now.toString(),
        sentAt: null,
        reviewId: null,
      })
      .execute()
    if (asks) await ctx.ports.jobs.enqueue(ctx, mailRequestJob, { requestId: id })
  }
  return found.length
}
