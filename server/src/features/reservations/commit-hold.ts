import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { venueOf } from './change-reservation.ts'
import { changeRowFor, lockGuest } from './find-guest.ts'
import { type Contact, type ContactInput, contactFrom } from './guest-contact.ts'
import { changePipelined } from './pipelined-rows.ts'
import { contactColumns } from './place-reservation.ts'
import { recordEvent, wasHeldAs } from './reservation-history.ts'
import { type ChangedReservation, lockReservation, type ReservationRecord } from './reservation-rows.ts'
import { type ChannelBooking, channelBookingView } from './reservation-view.ts'
import { noticeOf, notifyGuest, notifyGuestIfAsked } from './notify-guest.ts'

type CommitInput = { id: string; contact: ContactInput; notes: string | null }

/**
 * Turns a hold into a booking: confirmed, or waiting for the venue where the slot was offered so. An expired hold is refused, also when its place is
 * still free. Idempotent: the same guest committing twice gets the same booking, as an answer may be lost.
 */
export const commitHold = async (ctx: Ctx, { id, contact: given, notes }: CommitInput): Promise<ChannelBooking> =>
  transaction(ctx, async (inner) => {
    const row = await lockReservation(inner, id)
    if (!row) throw new Problem('hold.not_found')
    if (row.status === 'expired' || (row.status === 'held' && isPast(inner, row))) throw new Problem('hold.expired')
    if (row.status !== 'held') {
      if (row.guestEmail?.toLowerCase() === given.email?.toLowerCase()) return channelBookingView(row)
      throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
    }
    const [venue, heldAs] = await Promise.all([venueOf(inner, row), wasHeldAs(inner, row)])
    if (venue.archived) throw new Problem('slot.closed', { reason: 'rule.venue_inactive' })
    const contact = contactFrom(given, venue.countryCode)
    const status = heldAs === 'request' ? 'pending_confirmation' : 'confirmed'
    const after = await changeRowFor(inner, row, { status, holdExpiresAt: null, contact, ...contactColumns(contact), notes })
    await recordEvent(inner, { kind: 'booked', action: 'reservation.created', before: row, after })
    await notifyGuest(inner, after, noticeOf(status)!)
    return channelBookingView(await after.written)
  })

/** The same for a place that was kept for a guest who is known: he has said yes. Joins the caller's transaction. */
export const keepHeld = async (ctx: Ctx, id: string): Promise<ChangedReservation> => {
  const row = await lockReservation(ctx, id)
  if (!row) throw new Problem('hold.not_found')
  if (row.status !== 'held' || isPast(ctx, row)) throw new Problem('hold.expired')
  const venue = await venueOf(ctx, row)
  if (venue.archived) throw new Problem('slot.closed', { reason: 'rule.venue_inactive' })
  const after = await changePipelined(ctx, row, { status: 'confirmed', holdExpiresAt: null })
  await recordEvent(ctx, { kind: 'booked', action: 'reservation.created', before: row, after })
  return after
}

type Kept = { id: string; contact: ContactInput; notes: string | null; minutes: number }
/** A hold of a guest who has to say by his mail that he meant it: kept so long under his name, and given back by itself. Idempotent as above. */
export const keepForMail = async (ctx: Ctx, { id, contact: given, notes, minutes }: Kept): Promise<void> =>
  transaction(ctx, async (inner) => {
    const row = await lockReservation(inner, id)
    if (!row) throw new Problem('hold.not_found')
    if (row.guestEmail !== null && row.guestEmail.toLowerCase() === given.email?.toLowerCase()) return
    if (row.status !== 'held' || row.guestEmail !== null || isPast(inner, row)) throw new Problem('hold.expired')
    const venue = await venueOf(inner, row)
    const contact = contactFrom(given, venue.countryCode)
    const holdExpiresAt = inner.clock().add({ minutes }).toString()
    const after = await changeRowFor(inner, row, { holdExpiresAt, contact, ...contactColumns(contact), notes })
    await recordEvent(inner, { kind: 'changed', action: null, before: row, after })
    await notifyGuest(inner, after, 'verify')
  })

/** What goes to whom for one place, so that no page of ours fills somebody's mailbox: so many mails in all, and some time between two. */
const verifyMails = 5
const verifyPauseMs = 30_000
type VerifyAsk = 'sent' | 'soon' | 'enough' | 'over'

const sentVerifies = async ({ db }: Ctx, { venueId, id }: ReservationRecord): Promise<{ count: number; lastMs: number }> => {
  const { rows } = await sql<{ count: number; last: string | null }>`
    select count(*)::integer as count, max(m.queued_at) as last from guest_messages m
    where m.venue_id = ${venueId} and m.reservation_id = ${id} and m.kind = 'verify'`.execute(db)
  return { count: rows[0]!.count, lastMs: rows[0]!.last === null ? 0 : Date.parse(rows[0]!.last) }
}

/** Its row, which nobody else changes now, while it is still kept for whoever presses the button of his mail. */
const lockKept = async (ctx: Ctx, id: string): Promise<(ReservationRecord & { guestEmail: string }) | undefined> => {
  const row = await lockReservation(ctx, id)
  const { guestEmail } = row ?? {}
  return row && guestEmail && row.source === 'widget' && row.status === 'held' && !isPast(ctx, row) ? { ...row, guestEmail } : undefined
}

/** The mail of a place that is kept, once more, at the guest's own wish; how long it is kept does not change. `count` refuses what goes to one address too often. */
export const verifyAgain = async (
  ctx: Ctx,
  { id, count }: { id: string; count: (inner: Ctx, email: string) => Promise<void> },
): Promise<VerifyAsk> =>
  transaction(ctx, async (inner) => {
    const row = await lockKept(inner, id)
    if (!row) return 'over'
    const sent = await sentVerifies(inner, row)
    if (sent.count >= verifyMails) return 'enough'
    if (inner.clock().epochMilliseconds - sent.lastMs < verifyPauseMs) return 'soon'
    await count(inner, row.guestEmail)
    await notifyGuestIfAsked(inner, row, 'verify')
    return 'sent'
  })

/** Whom the house knows by this place alone, as it was made with it. */
const isOnlyOf = async ({ db }: Ctx, { venueId, id, guestId, createdAt }: ReservationRecord): Promise<boolean> => {
  const { rows } = await sql`
    select from guests g where g.venue_id = ${venueId} and g.id = ${guestId} and g.created_at >= ${createdAt}::timestamptz
      and not exists (select from reservations o where o.venue_id = g.venue_id and o.guest_id = g.id and o.id <> ${id})`.execute(db)
  return rows.length > 0
}

type Corrected = { id: string; email: string; count: (inner: Ctx, email: string) => Promise<void> }
/**
 * Another address for a place that is kept: all else that its guest said stays, and so does its end. The link of the earlier mail is signed for the
 * address it went to, and leads nowhere from here on; whoever was known by the mistyped address alone is forgotten.
 */
export const correctKept = async (ctx: Ctx, { id, email, count }: Corrected): Promise<VerifyAsk> =>
  transaction(ctx, async (inner) => {
    const row = await lockKept(inner, id)
    if (!row) return 'over'
    const sent = await sentVerifies(inner, row)
    const isSame = row.guestEmail.toLowerCase() === email.toLowerCase()
    // Pressed twice: that mail is on its way.
    if (isSame && inner.clock().epochMilliseconds - sent.lastMs < verifyPauseMs) return 'sent'
    if (sent.count >= verifyMails) return 'enough'
    await count(inner, email)
    // Nothing was wrong with it: the mail comes once more.
    if (isSame) {
      await notifyGuestIfAsked(inner, row, 'verify')
      return 'sent'
    }
    const contact: Contact = {
      firstName: row.guestFirstName,
      lastName: row.guestLastName,
      email,
      phone: row.guestPhone,
      lang: row.guestLang,
      optIn: row.guestOptIn,
      address: row.guestAddress,
    }
    // In one order, whichever way two guests exchange their addresses.
    const addresses = [row.guestEmail, email].toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    for (const one of addresses) await lockGuest(inner, row.venueId, { ...contact, email: one })
    const own = row.guestId !== null && (await isOnlyOf(inner, row))
    const current = own ? { reservationId: row.id, guestId: row.guestId! } : null
    const after = await changeRowFor(inner, row, { ...contactColumns(contact), contact: { ...contact, current } })
    await after.written
    if (own)
      await sql`
        delete from guests g where g.venue_id = ${row.venueId} and g.id = ${row.guestId}
          and not exists (select from reservations o where o.venue_id = g.venue_id and o.guest_id = g.id)`.execute(inner.db)
    await recordEvent(inner, { kind: 'changed', action: 'reservation.changed', before: row, after })
    await notifyGuestIfAsked(inner, after, 'verify')
    return 'sent'
  })

/** He meant it: as if it had been booked now. Pressed twice it is still one; false = its time is over, or the mail went to another address. */
export const confirmMeant = async (ctx: Ctx, { id, email }: { id: string; email: string }): Promise<boolean> =>
  transaction(ctx, async (inner) => {
    const row = await lockReservation(inner, id)
    if (!row || row.guestEmail?.toLowerCase() !== email.toLowerCase()) return false
    if (row.status === 'expired' || (row.status === 'held' && isPast(inner, row))) return false
    if (row.status !== 'held') return true
    const status = (await wasHeldAs(inner, row)) === 'request' ? 'pending_confirmation' : 'confirmed'
    const after = await changePipelined(inner, row, { status, holdExpiresAt: null })
    await recordEvent(inner, { kind: 'booked', action: 'reservation.created', before: row, after })
    await notifyGuest(inner, after, noticeOf(status)!)
    return true
  })

const isPast = (ctx: Ctx, { holdExpiresAt }: ReservationRecord): boolean => Temporal.Instant.compare(holdExpiresAt!, ctx.clock()) <= 0
