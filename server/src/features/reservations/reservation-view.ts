import type { Reservation, ReservationEvent, ReservationRow } from '@tablewire/contracts/booking/reservations'
import { type Move, movesFrom, type Status } from '@tablewire/contracts/booking/reservations.rules'
import { type RawBuilder, sql } from 'kysely'
import { type Address, addressOf, maskedEmail } from './guest-contact.ts'
import type { ReservationRecord } from './reservation-rows.ts'

/** A row as the statements below select it: the guest still flat. */
export type ListedRow = Omit<ReservationRow, 'guest'> & {
  guestId: string | null
  guestFirstName: string
  guestLastName: string
  guestEmail: string | null
  guestPhone: string | null
  guestLang: ReservationRow['guest']['lang']
}
export type DetailRow = ListedRow &
  Pick<
    Reservation,
    'timezone' | 'canceledAt' | 'cancelActor' | 'cancelReason' | 'channelReference' | 'duration' | 'bookingType' | 'remote'
  > &
  Reservation['guestHistory'] & { bouncedAt: string | null }

/** Of `b` remote_states: what of it the system is not known to have. */
export const undeliveredOf: RawBuilder<unknown> = sql`case when b.state = 'stuck' then 'stuck' when b.state in ('creating', 'changing', 'canceling') then 'waiting' end`

/** Columns of ListedRow, from `r` reservations, `v` venues, `a` areas, `c` channels. */
export const listedColumns: RawBuilder<unknown> = sql`r.id, r.reference, r.venue_id as "venueId", v.name as "venueName", v.test, r.status, r.party_size as "partySize",
  r.starts_at as "startsAt", r.ends_at as "endsAt", r.starts_local as "startsLocal", r.service_on as "serviceOn", r.area_id as "areaId", a.name as "areaName",
  r.source, r.channel_id as "channelId", c.name as "channelName", r.guest_confirmed_at as "guestConfirmedAt", r.late_minutes as "lateMinutes", r.guest_id as "guestId", r.guest_first_name as "guestFirstName",
  r.guest_last_name as "guestLastName", r.guest_email as "guestEmail", r.guest_phone as "guestPhone", r.guest_lang as "guestLang", r.notes, r.tags,
  r.override, r.hold_expires_at as "holdExpiresAt", r.created_at as "createdAt", r.updated_at as "updatedAt", r.version,
  case when r.remote then (select ${undeliveredOf} from remote_states b where b.venue_id = r.venue_id and b.reservation_id = r.id) end as undelivered`
export const listedJoins: RawBuilder<unknown> = sql`join venues v on v.id = r.venue_id
  left join areas a on a.venue_id = r.venue_id and a.id = r.area_id
  left join channels c on c.id = r.channel_id`

export const rowView = ({
  guestId,
  guestFirstName,
  guestLastName,
  guestEmail,
  guestPhone,
  guestLang,
  ...row
}: ListedRow): ReservationRow => ({
  ...row,
  guest: { id: guestId, firstName: guestFirstName, lastName: guestLastName, email: guestEmail, phone: guestPhone, lang: guestLang },
})

/** Whether the hub may make the move at a venue whose own system confirms bookings and gives places. */
export const isLocal = (move: Move, from: Status): boolean =>
  move !== 'confirm' && !(move === 'reopen' && (from === 'canceled' || from === 'rejected'))

export const reservationView = ({ visits, noShows, cancellations, lastVisitOn, ...row }: DetailRow): Reservation => {
  const { timezone, bouncedAt, canceledAt, cancelActor, cancelReason, channelReference, duration, bookingType, remote, ...listed } = row
  return {
    ...rowView(listed),
    timezone,
    emailBounced: bouncedAt !== null && bouncedAt === maskedEmail(row.guestEmail),
    canceledAt,
    cancelActor,
    cancelReason,
    channelReference,
    duration,
    bookingType,
    guestHistory: { visits, noShows, cancellations, lastVisitOn },
    moves: movesFrom(row.status).filter((move) => !remote || isLocal(move, row.status)),
    remote,
  }
}

/** Columns of ReservationEvent, from `e` reservation_events. */
export const eventColumns: RawBuilder<ReservationEvent> = sql`e.id, e.kind, e.move, e.from_status as "fromStatus", e.to_status as "toStatus", e.side,
  e.actor_name as "actorName", e.device_name as "deviceName", e.approved_by_name as "approvedByName", e.reason, e.before, e.after, e.at`

/** A booking as the feature of the channel it came through may know it; instants UTC, `startsLocal` the venue's wall clock. */
export type ChannelBooking = {
  id: string
  reference: string
  venueId: string
  channelId: string
  status: ReservationRecord['status']
  partySize: number
  startsAt: string
  startsLocal: string
  areaId: string
  notes: string | null
  duration: number | null
  bookingType: string | null
  cancelActor: string | null
  cancelReason: string | null
  canceledAt: string | null
  /** Where the guest still has to pay. */
  paymentUrl: string | null
  guest: ReservationRow['guest'] & { optIn: boolean; address: Address | null }
}

export const channelBookingView = (row: ReservationRecord, paymentUrl: string | null = null): ChannelBooking => ({
  id: row.id,
  reference: row.reference,
  venueId: row.venueId,
  channelId: row.channelId!,
  status: row.status,
  partySize: row.partySize,
  startsAt: row.startsAt,
  startsLocal: row.startsLocal,
  areaId: row.areaId,
  notes: row.notes,
  duration: row.duration,
  bookingType: row.bookingType,
  cancelActor: row.cancelActor,
  cancelReason: row.cancelReason,
  canceledAt: row.canceledAt,
  paymentUrl: row.status === 'requires_payment' ? paymentUrl : null,
  guest: {
    id: row.guestId,
    firstName: row.guestFirstName,
    lastName: row.guestLastName,
    email: row.guestEmail,
    phone: row.guestPhone,
    lang: row.guestLang,
    optIn: row.guestOptIn,
    address: addressOf(row.guestAddress),
  },
})
