import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { sql, type SqlBool } from 'kysely'
import { unixOf } from '#src/features/channel-api/api.ts'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import type {} from './booking-rows.ts'
import { serviceId } from '#src/features/google-merchants/api.ts'
import { type Booking, type BookingStatus, notPaid } from './messages.ts'

export type KnownBooking = {
  id: string
  venueId: string
  /** As Google knows the venue: by the id of one that was merged into it. */
  merchantId: string
  channelId: string
  status: Status
  startsAt: string
  endsAt: string
  partySize: number
  areaId: string
  userId: string | null
  requestHash: string
  durationSec: number | null
  availabilityTag: string | null
  roomId: string | null
  asynchronous: boolean
  guestFirstName: string
  guestLastName: string
  guestEmail: string | null
  guestPhone: string | null
}

const statuses: Record<Status, BookingStatus> = {
  held: 'PENDING_MERCHANT_CONFIRMATION',
  pending_confirmation: 'PENDING_MERCHANT_CONFIRMATION',
  requires_payment: 'PENDING_MERCHANT_CONFIRMATION',
  confirmed: 'CONFIRMED',
  seated: 'CONFIRMED',
  completed: 'CONFIRMED',
  canceled: 'CANCELED',
  no_show: 'NO_SHOW',
  rejected: 'DECLINED_BY_MERCHANT',
  expired: 'FAILED',
}
export const statusOf = (status: Status): BookingStatus => statuses[status]

const said = <T extends object>(fields: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== '' && value !== undefined)) as never

/** A booking with all that Google may be told of it, as it stands now. */
export const bookingView = (row: KnownBooking): Booking => ({
  booking_id: row.id,
  slot: said({
    merchant_id: row.merchantId,
    service_id: serviceId,
    start_sec: String(unixOf(row.startsAt)),
    duration_sec: String(row.durationSec ?? unixOf(row.endsAt) - unixOf(row.startsAt)),
    availability_tag: row.availabilityTag,
    confirmation_mode: row.asynchronous ? 'CONFIRMATION_MODE_ASYNCHRONOUS' : null,
    resources: said({ room_id: row.roomId, party_size: row.partySize }),
  }),
  user_information: said({
    user_id: row.userId,
    given_name: row.guestFirstName,
    family_name: row.guestLastName,
    telephone: row.guestPhone,
    email: row.guestEmail,
  }),
  payment_information: notPaid,
  status: statusOf(row.status),
})

const among = async (ctx: Ctx, account: CallingAccount, which: SqlBoolean): Promise<KnownBooking[]> => {
  const { rows } = await sql<KnownBooking>`
    select r.id, r.venue_id, coalesce(g.merchant_id, g.venue_id) as merchant_id, r.channel_id, r.status, r.starts_at, r.ends_at, r.party_size, r.area_id, r.guest_first_name, r.guest_last_name, r.guest_email, r.guest_phone,
      g.user_id, g.request_hash, g.duration_sec, g.availability_tag, g.room_id, g.asynchronous
    from google_bookings g join reservations r on r.venue_id = g.venue_id and r.id = g.reservation_id
    where g.account_id = ${account.id} and ${which} order by r.starts_at, r.id limit 200`.execute(ctx.db)
  return rows
}
type SqlBoolean = ReturnType<typeof sql<SqlBool>>

/** One of the account's bookings by its id; undefined for one that Google did not make. */
export const bookingOf = async (ctx: Ctx, account: CallingAccount, id: string | undefined): Promise<KnownBooking | undefined> =>
  id !== undefined && hubId.test(id) ? (await among(ctx, account, sql<SqlBool>`g.reservation_id = ${id}`))[0] : undefined

/** What was booked under a token, if anything. */
export const bookedUnder = async (ctx: Ctx, account: CallingAccount, token: string): Promise<KnownBooking | undefined> =>
  (await among(ctx, account, sql<SqlBool>`g.token = ${token}`))[0]

/** Those of a person of Google's that are still to come. */
export const upcomingOf = (ctx: Ctx, account: CallingAccount, userId: string): Promise<KnownBooking[]> =>
  among(
    ctx,
    account,
    sql<SqlBool>`g.user_id = ${userId} and r.starts_at > ${ctx.clock().toString()}::timestamptz and r.status in ('pending_confirmation', 'confirmed')`,
  )
