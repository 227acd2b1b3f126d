import type { Ctx } from '#src/platform/ctx.ts'
import { sendPipelined } from '#src/platform/db/deferred.ts'
import { type Statement, statement } from '#src/platform/db/statement.ts'
import { newId } from '#src/platform/id.ts'
import type { Contact } from './guest-contact.ts'
import type { ChangedReservation, GuestParts, OpenReservation, ReservationChange } from './reservation-rows.ts'
import { changePipelined } from './pipelined-rows.ts'

/** Mutex: two concurrent bookings of a new guest would create two guests; the statement after this one runs once it has the lock. */
export const lockGuest = async ({ db }: Ctx, venueId: string, { email, phone }: Contact): Promise<void> => {
  await statement`select pg_advisory_xact_lock(hashtextextended(${`${venueId} ${email?.toLowerCase() ?? phone}`}, 4712))`.execute(db)
}

/**
 * Finds the venue's guest with whom two strong keys agree: this e-mail or this phone, and this name; creates one when there is none, updates an existing
 * one. Null without either. Under one key alone he may be another: offices share addresses, families share phones. `current`: whose
 * booking it was; of one who has no other it is a correction.
 */
export const guestParts = (ctx: Ctx, venueId: string, { current = null, ...contact }: BookedFor): GuestParts | null => {
  const { email, phone } = contact
  if (email === null && phone === null) return null
  const first = (which: Statement) =>
    statement`(select id from guests where venue_id = ${venueId} and ${which} order by created_at, id limit 1)`
  const named = statement`lower(first_name || ' ' || last_name) = lower(${`${contact.firstName} ${contact.lastName}`}::text)`
  const byEmail = email === null ? statement`null::uuid` : first(statement`lower(email) = lower(${email}::text) and ${named}`)
  // Queried only when the e-mail was not found: a hotel books for a thousand guests under one number.
  const byPhone =
    phone === null
      ? statement`null::uuid`
      : first(statement`phone = ${phone}::text and ${named} ${email === null ? statement`` : statement`and email is null`}`)
  const corrected = current ? onlyBookingOf(venueId, contact, current) : statement`null::uuid`
  return {
    found: statement`(select id from (select coalesce(${corrected}, ${byEmail}, ${byPhone}) as id) one where id is not null)`,
    known: statement`(
      update guests g set first_name = ${contact.firstName}, last_name = ${contact.lastName}, email = ${current ? statement`coalesce(${email}::text, g.email)` : statement`coalesce(g.email, ${email}::text)`},
        phone = coalesce(${phone}::text, g.phone), lang = coalesce(${contact.lang}::text, g.lang), opt_in_consent = g.opt_in_consent or ${contact.optIn}
      from found where g.venue_id = ${venueId} and g.id = found.id returning g.id)`,
    fresh: statement`(
      insert into guests (venue_id, id, first_name, last_name, email, phone, lang, opt_in_consent, created_at)
      select ${venueId}::uuid, ${newId()}::uuid, ${contact.firstName}, ${contact.lastName}, ${email}::text, ${phone}::text, ${contact.lang}::text, ${contact.optIn},
        ${ctx.clock().toString()}::timestamptz
      where not exists (select from found) returning id)`,
    id: statement`(select id from known union all select id from fresh)`,
  }
}

/** A booking, and whose it was. */
type CurrentGuest = { reservationId: string; guestId: string }
type BookedFor = Contact & { current?: CurrentGuest | null }
const onlyBookingOf = (venueId: string, { email, phone }: Contact, { reservationId, guestId }: CurrentGuest): Statement => statement`(
  select g.id from guests g where g.venue_id = ${venueId} and g.id = ${guestId} and (lower(g.email) = lower(${email}::text) or g.phone = ${phone}::text)
    and not exists (select from reservations o where o.venue_id = g.venue_id and o.guest_id = g.id and o.id <> ${reservationId}))`

export const findOrMakeGuest = async (ctx: Ctx, venueId: string, contact: BookedFor): Promise<string | null> => {
  const guest = guestParts(ctx, venueId, contact)
  if (!guest) return null
  const turn = lockGuest(ctx, venueId, contact)
  const guestQuery = statement<{
    id: string
  }>`with found as ${guest.found}, known as ${guest.known}, fresh as ${guest.fresh} select ${guest.id} as id`.execute(ctx.db)
  const [{ rows }] = await Promise.all([guestQuery, turn])
  return rows[0]!.id
}

/** Writes a change to a locked row together with the guest it is for. */
export const changeRowFor = async (
  ctx: Ctx,
  row: OpenReservation,
  { contact, ...change }: ReservationChange & { contact: BookedFor },
): Promise<ChangedReservation> => {
  await sendPipelined(ctx, lockGuest(ctx, row.venueId, contact))
  return changePipelined(ctx, row, { ...change, guest: guestParts(ctx, row.venueId, contact) })
}
