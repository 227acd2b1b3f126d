import type { Answer, RemoteBooking } from '@tablewire/connectors/kit/connector'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { RmsClient } from '#src/features/rms-client/api.ts'
import type { ReservationRecord } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { isOverThere } from './remote-state-cases.ts'
import type { RemoteRecord } from './remote-rows.ts'

/** `sure`: it carries our key, or our channel's id; else it only looks like ours. */
export type Own = { kind: 'one'; booking: RemoteBooking; sure: boolean } | { kind: 'none' } | { kind: 'several'; ids: string[] }
type OwnRow = Pick<RemoteRecord, 'key' | 'createdAt'>
type Looking = { rms: RmsClient; row: RemoteRecord; reservation: ReservationRecord; venue: VenueWithBook }

/** What systems are told as the channel's id; one of the hub's people books as `staff`. */
export const sentChannelOf = ({ channelId }: Pick<ReservationRecord, 'channelId'>): string => channelId ?? 'staff'

const sameText = (a: string | null | undefined, b: string | null): boolean =>
  !!a && !!b && a.trim().toLowerCase() === b.trim().toLowerCase()
const digits = (phone: string | null | undefined): string => (phone ?? '').replace(/\D/g, '').replace(/^0+/, '')

/** Clocks of systems are as they are. */
const skewMs = 15 * 60_000
/** What was there before it was wished for is somebody else's. */
const isOlder = ({ createdAt }: RemoteBooking, row: OwnRow): boolean =>
  createdAt !== null && Date.parse(createdAt) < Date.parse(row.createdAt) - skewMs

/** The same guest at the same moment in the same number. */
const looksLikeOurs = (
  booking: RemoteBooking,
  { startsAt, partySize, guestEmail, guestPhone, guestFirstName, guestLastName }: ReservationRecord,
): boolean => {
  if (booking.startsAt === null || Temporal.Instant.compare(booking.startsAt, startsAt) !== 0 || booking.partySize !== partySize)
    return false
  const { contact } = booking
  if (guestEmail || guestPhone)
    return sameText(contact?.email, guestEmail) || (digits(guestPhone) !== '' && digits(contact?.phone) === digits(guestPhone))
  return sameText(contact?.lastName, guestLastName) && (guestFirstName === '' || sameText(contact?.firstName, guestFirstName))
}

/**
 * Which booking at the system is this one, if any. By key where the system keeps it; else by who, when and how many, leaving out what is known to
 * be another reservation's. Two that cannot be told apart are never guessed at.
 */
export const ownAmong = (row: OwnRow, reservation: ReservationRecord, found: readonly RemoteBooking[]): Own => {
  const byKey = found.filter((booking) => booking.key === row.key)
  if (byKey.length === 1) return { kind: 'one', booking: byKey[0]!, sure: true }
  if (byKey.length > 1) return { kind: 'several', ids: byKey.map(({ id }) => id) }
  // One that is over there already takes no table: it may be an earlier one of the same guest.
  const alike = found.filter(
    (booking) => booking.key === null && !isOverThere(booking.status) && looksLikeOurs(booking, reservation) && !isOlder(booking, row),
  )
  if (alike.length > 1) return { kind: 'several', ids: alike.map(({ id }) => id) }
  const [booking] = alike
  return booking ? { kind: 'one', booking, sure: booking.channelId === sentChannelOf(reservation) } : { kind: 'none' }
}

export const findOwn = async (ctx: Ctx, { rms, row, reservation, venue }: Looking): Promise<Answer<Own>> => {
  const on = Temporal.Instant.from(reservation.startsAt).toZonedDateTimeISO(venue.timeZone).toPlainDate()
  const answer = await rms.search(
    {
      venueId: venue.externalId ?? '',
      // Service days and calendar days differ in the small hours; the start itself is compared below.
      from: on.subtract({ days: 1 }).toString(),
      to: on.add({ days: 1 }).toString(),
      ...(reservation.guestEmail ? { email: reservation.guestEmail } : reservation.guestPhone ? { phone: reservation.guestPhone } : {}),
    },
    { venueId: venue.id, reservationId: reservation.id, attempt: row.attempts + 1, requestId: ctx.requestId },
  )
  if (!answer.ok) return answer
  const known = await othersOf(ctx, row, answer.value)
  return {
    ok: true,
    value: ownAmong(
      row,
      reservation,
      answer.value.filter(({ id }) => !known.has(id)),
    ),
  }
}

/** Ids that other bookings of the hub have at this system; what only mirrors the system's own may still be ours. */
const othersOf = async (
  ctx: Ctx,
  { systemId, reservationId }: RemoteRecord,
  found: readonly RemoteBooking[],
): Promise<ReadonlySet<string>> => {
  if (!found.length) return new Set()
  const { rows } = await sql<{ remoteId: string }>`
    select b.remote_id from remote_bookings b join reservations r on r.venue_id = b.venue_id and r.id = b.reservation_id
    where b.system_id = ${systemId} and b.remote_id = any(${found.map(({ id }) => id)}::text[]) and b.reservation_id <> ${reservationId}
      and r.source <> 'system'`.execute(ctx.db)
  return new Set(rows.map((row) => row.remoteId))
}
