import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type { Contact } from './guest-contact.ts'
import type {} from './reservation-rows.ts'

/**
 * The venue's guest with this e-mail, else with this phone; made when there is none, brought up to date when there is one.
 * Null for somebody who left neither. The same phone under two e-mails is two guests: families share phones.
 */
export const findOrMakeGuest = async (ctx: Ctx, venueId: string, contact: Contact): Promise<string | null> => {
  const { email, phone } = contact
  if (email === null && phone === null) return null
  // Two bookings of a new guest at the same moment would make two guests. The second statement runs, and looks, once the first has its lock.
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`${venueId} ${email?.toLowerCase() ?? phone}`}, 4712))`.execute(ctx.db)
  const guest = sql<{ id: string }>`
    with found as (
      select id from guests
      where venue_id = ${venueId} and (lower(email) = lower(${email}::text) or (phone = ${phone}::text and (email is null or ${email}::text is null)))
      order by (lower(email) = lower(${email}::text)) desc nulls last, created_at, id limit 1
    ), known as (
      update guests g set first_name = ${contact.firstName}, last_name = ${contact.lastName}, email = coalesce(g.email, ${email}::text),
        phone = coalesce(${phone}::text, g.phone), lang = coalesce(${contact.lang}::text, g.lang), opt_in_consent = g.opt_in_consent or ${contact.optIn}
      from found where g.venue_id = ${venueId} and g.id = found.id returning g.id
    ), fresh as (
      insert into guests (venue_id, id, first_name, last_name, email, phone, lang, opt_in_consent, created_at)
      select ${venueId}::uuid, ${newId()}::uuid, ${contact.firstName}, ${contact.lastName}, ${email}::text, ${phone}::text, ${contact.lang}::text, ${contact.optIn},
        ${ctx.clock().toString()}::timestamptz
      where not exists (select from found) returning id
    )
    select id from known union all select id from fresh`.execute(ctx.db)
  const [, { rows }] = await Promise.all([lock, guest])
  return rows[0]!.id
}
