import { sql } from 'kysely'
import { instantOf, unixOf } from '#src/features/channel-api/api.ts'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import { cancel, change, isRemoteBooking } from '#src/features/rms-bookings/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { whenFree } from '#src/platform/http/idempotency.ts'
import { Problem } from '#src/platform/problem.ts'
import { asBooked } from './as-booked.ts'
import { systemPatienceMs } from './create-booking.ts'
import { bookingOf, bookingView, type KnownBooking } from './booking-view.ts'
import { BadArgument, BookingFailure } from './failure.ts'
import { lockStart, patience, whileStartHeld } from './guest-turns.ts'
import { isWithinLimits, type Merchant, merchantsNamed, serviceId } from '#src/features/google-merchants/api.ts'
import type { Booking, Slot, UpdateRequest } from './messages.ts'
import { type Asked, askedOf } from './slots.ts'

const open: ReadonlySet<string> = new Set(['pending_confirmation', 'requires_payment', 'confirmed'])

/** UpdateBooking: a cancellation, or another time or party. What is not sent stays; what is sent again changes nothing and is answered alike. */
export const updateBooking = async (base: Ctx, account: CallingAccount, { booking }: UpdateRequest): Promise<{ booking: Booking }> => {
  const known = await bookingOf(base, account, booking?.booking_id)
  if (!booking || !known) throw new BadArgument('unknown booking_id')
  const ctx = await asBooked(base, account, known)
  const { status = 'BOOKING_STATUS_UNSPECIFIED', slot } = booking
  if (status === 'CANCELED') await cancelFor(ctx, account, known)
  else if (status !== 'BOOKING_STATUS_UNSPECIFIED' && status !== 'CONFIRMED') throw new BadArgument('status can be set to CANCELED only')
  // Confirmed, as it is already: nothing else is asked for.
  else if (slot || status !== 'CONFIRMED' || known.status !== 'confirmed') await moveFor(ctx, account, { known, slot })
  const after = await bookingOf(ctx, account, known.id)
  return { booking: bookingView(after ?? known) }
}

/** A booking that stands no more, in Google's words for it. */
const endedAs = (status: string): BookingFailure =>
  status === 'canceled' || status === 'rejected'
    ? new BookingFailure('BOOKING_ALREADY_CANCELLED', status)
    : new BookingFailure('BOOKING_NOT_CANCELLABLE', status)

/** What the system asks of online cancellations, beside the venue's own window. */
const refuseLate = (ctx: Ctx, { startsAt, status }: KnownBooking, { rwg }: Merchant): void => {
  const hours = rwg.minAdvanceOnlineCanceling
  if (hours === null || status === 'pending_confirmation' || !open.has(status)) return
  if (ctx.clock().epochMilliseconds > unixOf(startsAt) * 1000 - hours * 3_600_000)
    throw new BookingFailure('OUTSIDE_CANCELLATION_WINDOW', 'too late to cancel online')
}

/** Somebody was faster with it: what it is now is the answer. */
const isOver = (error: unknown): boolean =>
  error instanceof Problem && ['reservation.final', 'reservation.move_illegal', 'reservation.not_found'].includes(error.code)
const unlessEnded = async <T>(
  ctx: Ctx,
  { account, known }: { account: CallingAccount; known: KnownBooking },
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isOver(error)) throw error
    throw endedAs((await bookingOf(ctx, account, known.id))?.status ?? known.status)
  }
}

const cancelFor = async (ctx: Ctx, account: CallingAccount, known: KnownBooking): Promise<void> => {
  const merchant = await merchantIfAny(ctx, account, known)
  if (merchant) refuseLate(ctx, known, merchant)
  await unlessEnded(ctx, { account, known }, () => cancel(ctx, { id: known.id, cancelActor: 'guest', reason: null }))
}

/** Bookings are looked after also where their venue has left Google meanwhile. One that was merged keeps its own: they stand in its book. */
const merchantIfAny = async (ctx: Ctx, account: CallingAccount, { venueId }: KnownBooking): Promise<Merchant | undefined> =>
  (await merchantsNamed(ctx, account, [venueId]))[0]

type Move = { known: KnownBooking; slot: Slot | undefined }

/** The slot as it is to be: what is sent over what stands. */
const targetOf = ({ known, slot }: Move) => {
  const moves = slot && (slot.start_sec !== undefined || slot.duration_sec !== undefined || slot.resources?.party_size !== undefined)
  if (!moves) throw new BadArgument('nothing to change')
  const named = slot.merchant_id?.toLowerCase()
  if (named !== undefined && named !== known.venueId && named !== known.merchantId)
    throw new BadArgument('a booking does not change its merchant_id')
  return askedOf(
    {
      service_id: slot.service_id ?? serviceId,
      start_sec: slot.start_sec ?? String(unixOf(known.startsAt)),
      ...(slot.duration_sec === undefined ? {} : { duration_sec: slot.duration_sec }),
    },
    { party_size: slot.resources?.party_size ?? known.partySize },
  )
}

const moveFor = async (ctx: Ctx, account: CallingAccount, { known, slot }: Move): Promise<void> => {
  if (!open.has(known.status)) throw endedAs(known.status)
  const asked = targetOf({ known, slot })
  const startsAt = instantOf(asked.startSec)
  const moved = asked.startSec !== unixOf(known.startsAt)
  const resized = asked.partySize !== known.partySize
  if (moved || resized) {
    const merchant = await merchantIfAny(ctx, account, known)
    if (!merchant) throw new BookingFailure('SLOT_UNAVAILABLE', 'not on sale')
    if (merchant.rwg.amendType !== 'update') throw new BookingFailure('SLOT_UNAVAILABLE', 'the venue takes a new booking instead')
    if (!isWithinLimits(ctx, merchant, asked)) throw new BookingFailure('SLOT_UNAVAILABLE', 'outside of what is offered')
    const patch = { ...(moved ? { startsAt } : {}), ...(resized ? { partySize: asked.partySize } : {}) }
    const dialect = { phoneField: 'user_information.telephone', international: true }
    const changing = { id: known.id, patch, dialect, confirmed: false, patienceMs: systemPatienceMs }
    const steps = await isRemoteBooking(ctx, { reservationId: known.id })
    const start = { venueId: known.venueId, startsAt, email: known.guestEmail, userId: known.userId }
    const move = async (inner: Ctx): Promise<void> => {
      if (moved && !steps) await lockStart(inner, start)
      if (moved) await refuseOverlap(inner, known, startsAt)
      await change(inner, changing)
      if (!steps) await requireLength(inner, known, asked)
    }
    const moveAlone = (): Promise<void> => {
      if (!steps) return transaction(ctx, move)
      return moved ? whenFree(ctx, patience, () => whileStartHeld(ctx, start, () => move(ctx))) : move(ctx)
    }
    await unlessEnded(ctx, { account, known }, moveAlone)
    await forgetLength(ctx, known)
  } else if (!isLength(known, asked) && asked.durationSec !== known.durationSec)
    throw new BookingFailure('SLOT_UNAVAILABLE', 'the stay has another length')
}

type Stay = Pick<KnownBooking, 'startsAt' | 'endsAt'>
const isLength = ({ startsAt, endsAt }: Stay, { durationSec }: Asked): boolean =>
  durationSec === undefined || durationSec === unixOf(endsAt) - unixOf(startsAt)

/** A slot is its length as well; refused, the move is taken back with everything else. A venue's own system says itself how long one stays. */
const requireLength = async (ctx: Ctx, { id, venueId, startsAt, endsAt }: KnownBooking, asked: Asked): Promise<void> => {
  if (asked.durationSec === undefined) return
  const row = await ctx.db
    .selectFrom('reservations')
    .select(['startsAt', 'endsAt'])
    .where('venueId', '=', venueId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // A party that only became smaller keeps its table as long as before.
  const stays = unixOf(row.startsAt) === unixOf(startsAt) && unixOf(row.endsAt) === unixOf(endsAt)
  if (!stays && !isLength(row, asked)) throw new BookingFailure('SLOT_UNAVAILABLE', 'the slot has another length')
}

/** What it was booked for is over: from now on it is told as long as it is. */
const forgetLength = async (ctx: Ctx, { venueId, id, durationSec }: KnownBooking): Promise<void> => {
  if (durationSec === null) return
  await ctx.db
    .updateTable('googleBookings')
    .set({ durationSec: null })
    .where('venueId', '=', venueId)
    .where('reservationId', '=', id)
    .execute()
}

/** The person has another booking there at that very time. */
const refuseOverlap = async (ctx: Ctx, { id, venueId, guestEmail, userId }: KnownBooking, startsAt: string): Promise<void> => {
  const { rows } = await sql`
    select from reservations r left join google_bookings g on g.venue_id = r.venue_id and g.reservation_id = r.id
    where r.venue_id = ${venueId} and r.starts_at = ${startsAt}::timestamptz and r.id <> ${id}
      and r.status in ('pending_confirmation', 'requires_payment', 'confirmed', 'seated')
      and (lower(r.guest_email) = lower(${guestEmail}) or g.user_id = ${userId}) limit 1`.execute(ctx.db)
  if (rows.length) throw new BookingFailure('OVERLAPPING_RESERVATION', 'the guest has another booking then')
}
