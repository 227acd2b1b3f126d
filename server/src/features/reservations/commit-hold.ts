import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { venueOf } from './change-reservation.ts'
import { changeRowFor } from './find-guest.ts'
import { type ContactInput, contactFrom } from './guest-contact.ts'
import { changePipelined } from './pipelined-rows.ts'
import { contactColumns } from './place-reservation.ts'
import { recordEvent, wasHeldAs } from './reservation-history.ts'
import { type ChangedReservation, lockReservation, type ReservationRecord } from './reservation-rows.ts'
import { type ChannelBooking, channelBookingView } from './reservation-view.ts'
import { noticeOf, notifyGuest } from './notify-guest.ts'

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

/** He meant it: as if it had been booked now. Pressed twice it is still one; false = its time is over. */
export const confirmMeant = async (ctx: Ctx, id: string): Promise<boolean> =>
  transaction(ctx, async (inner) => {
    const row = await lockReservation(inner, id)
    if (!row || row.guestEmail === null || row.status === 'expired' || (row.status === 'held' && isPast(inner, row))) return false
    if (row.status !== 'held') return true
    const status = (await wasHeldAs(inner, row)) === 'request' ? 'pending_confirmation' : 'confirmed'
    const after = await changePipelined(inner, row, { status, holdExpiresAt: null })
    await recordEvent(inner, { kind: 'booked', action: 'reservation.created', before: row, after })
    await notifyGuest(inner, after, noticeOf(status)!)
    return true
  })

const isPast = (ctx: Ctx, { holdExpiresAt }: ReservationRecord): boolean => Temporal.Instant.compare(holdExpiresAt!, ctx.clock()) <= 0
