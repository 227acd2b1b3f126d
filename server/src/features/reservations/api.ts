import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { Problem } from '#src/platform/problem.ts'
import { type ReservationRecord, visible, visibleAs } from './reservation-rows.ts'
import { type ChannelBooking, channelBookingView } from './reservation-view.ts'

export {
  answerBooking,
  cancelableUntil,
  cancelDeadline,
  cancelBooking,
  type CancelInput,
  changeBooking,
  open,
  requireBooking,
  requireInTime,
} from './change-booking.ts'
export { type Dialect, guestChange, type ChangeInput } from './change-reservation.ts'
export { commitHold, confirmMeant, correctKept, keepForMail, keepHeld, verifyAgain } from './commit-hold.ts'
export { changeRowFor } from './find-guest.ts'
export { getReservation } from './get-reservation.ts'
export {
  addressOf,
  maskedEmail,
  maskedPhone,
  type Contact,
  contactFrom,
  type ContactInput,
  phoneOf,
  requirePhone,
} from './guest-contact.ts'
export { type AlongHold, bookSlot, type Hold, holdSlot, type SlotAsk } from './hold-slot.ts'
export {
  broughtTo,
  changedAmong,
  changedSince,
  guestsAt,
  importedHere,
  type ImportedReservation,
  insertImported,
  knownKeys,
  removeImported,
  removeImportedGuests,
} from './import-reservations.ts'
export { releaseHold, takeBackSeat } from './end-holds.ts'
export { moveReservation, type Step } from './move-reservation.ts'
export { askerOf, contactColumns, placeReservation, writeNew } from './place-reservation.ts'
export { notedBefore, recordEvent, refuseOutdated, sideOf } from './reservation-history.ts'
export { lockReservation, type ReservationChange, type ReservationRecord, requireReservation, visible } from './reservation-rows.ts'
export {
  bookingBefore,
  type BookingBefore,
  bookingsNamed,
  editBooking,
  type BookingEdit,
  type NamedBooking,
  restoreBooking,
} from './edit-booking.ts'
export { reservationSheet, sheetCell } from './export-reservations.ts'
export { reservationSheetPhrases, type SheetColumn, statusOfWord } from './reservation-sheet-phrases.ts'
export { resendMessage } from './resend-message.ts'
export { type ChannelBooking, channelBookingView, isLocal } from './reservation-view.ts'
export {
  type Basis,
  canceledBy,
  canceledLate,
  confirmMinutes,
  dayOf,
  hourOf,
  isFirst,
  leadMinutes,
  madeBy,
  leftOn,
  standsNow,
  stayMinutes,
  stood,
} from './traits.ts'
export {
  beginMessage,
  listGuestMessages,
  type MessageKey,
  noteAnswered,
  noteHeld,
  type Notice,
  noteMessage,
  timesBegun,
  unbeginMessage,
} from './guest-messages.ts'
export {
  type GuestNotification,
  notifyChange,
  notifyChangeJob,
  notifyGuest,
  notifyGuestIfAsked,
  notifyGuestJob,
  requireEmail,
  noteCarried,
  noteRefused,
} from './notify-guest.ts'
export { changePipelined } from './pipelined-rows.ts'
export type { ChangedReservation, NewReservation, PendingReservation } from './reservation-rows.ts'

export type BookingsAsk = {
  email?: string | undefined
  venueId?: string | undefined
  date?: string | undefined
  offset: number
  limit: number
  after?: string | undefined
}

/** Holds are not bookings yet, and expired ones never were. */
const booked = sql<SqlBool>`r.listed`

type BookedReservation = ReservationRecord & { paymentUrl: string | null }
/** At venues whose own system takes payments. */
const paymentUrl = sql`(
  select b.payment_url from remote_states b where r.status = 'requires_payment' and b.venue_id = r.venue_id and b.reservation_id = r.id) as payment_url`

/** The calling channel's own bookings by time of the meal, with an exact total; `date` is the venue's calendar date. */
export const listChannelBookings = async (
  ctx: Ctx,
  { email, venueId, date, offset, limit, after }: BookingsAsk,
): Promise<{ total: number; data: ChannelBooking[]; next: string | null }> => {
  const place = after === undefined ? undefined : readCursor(after)
  const conditions = [
    // Who has the address is found by its index, and then whether it is one of theirs.
    ...(email ? [sql<SqlBool>`lower(r.guest_email) = lower(${email})`, sql<SqlBool>`(${visible(ctx, 'r')}) is true`] : [visible(ctx, 'r')]),
    booked,
    ...(venueId ? [sql<SqlBool>`r.venue_id = ${venueId}`] : []),
    ...(date
      ? [
          sql<SqlBool>`r.starts_local >= ${date}::date and r.starts_local < ${date}::date + 1`,
          sql<SqlBool>`r.starts_at >= ${`${date}T00:00:00Z`}::timestamptz - interval '14 hours' and r.starts_at < ${`${date}T00:00:00Z`}::timestamptz + interval '36 hours'`,
        ]
      : []),
  ]
  const { rows } = await sql<BookedReservation & { total: number }>`
    with hits as materialized (select r.venue_id, r.id, r.starts_at from reservations r where ${sql.join(conditions, sql` and `)}),
      page as (
        select * from hits where ${place ? sql`(starts_at, id) > (${place.at}::timestamptz, ${place.id}::uuid)` : sql`true`}
        order by starts_at, id limit ${limit + 1} offset ${offset}),
      counted as (select count(*)::int as total from hits)
    select counted.total, r.*, ${paymentUrl} from counted left join (page p join reservations r on r.venue_id = p.venue_id and r.id = p.id) on true
    order by p.starts_at, p.id`.execute(ctx.db)
  const found = rows.filter((row) => row.id !== null)
  const { data, next } = cutPage(found, limit, ({ startsAt, id }) => ({ at: startsAt, id }))
  return { total: rows[0]!.total, data: data.map((row) => channelBookingView(row, row.paymentUrl)), next }
}

export const getChannelBooking = async (ctx: Ctx, id: string): Promise<ChannelBooking> => {
  const { rows } =
    await sql<BookedReservation>`select r.*, ${paymentUrl} from reservations r where ${visibleAs(ctx, id, 'r')} and ${booked}`.execute(
      ctx.db,
    )
  if (!rows[0]) throw new Problem('reservation.not_found')
  return channelBookingView(rows[0], rows[0].paymentUrl)
}

/** Where it is; `reservation.not_found` when the caller may not see it. */
export const requireVisible = async (ctx: Ctx, id: string): Promise<string> => {
  const { rows } = await sql<{
    venueId: string
  }>`select r.venue_id from reservations r where ${visibleAs(ctx, id, 'r')}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('reservation.not_found')
  return rows[0].venueId
}

/** The meal by the venue's clock. */
export const sessionOf = (startsLocal: string): BcBooking['session'] => {
  const hour = Number(startsLocal.slice(11, 13))
  if (hour < 5 || hour >= 17) return 'dinner'
  if (hour < 10) return 'breakfast'
  if (hour < 12) return 'brunch'
  return hour < 15 ? 'lunch' : 'afternoon'
}
