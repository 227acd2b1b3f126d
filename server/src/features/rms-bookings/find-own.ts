import type { Answer, RemoteBooking } from '@tablewire/connectors/kit/connector'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { RmsClient } from '#src/features/rms-client/api.ts'
import type { ReservationRecord } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs, instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { isEndedAtSystem } from './remote-state-cases.ts'
import type { RemoteRecord } from './remote-rows.ts'

/**
 * How sure a match is. `sure`: it carries our key, or our channel's id; else it only looks like ours. `moved`: the same guest's, made since, at
 * another start or party size, and no known booking of ours: perhaps it, moved by the restaurant, perhaps a second table.
 */
export type Own =
  | { kind: 'one'; booking: RemoteBooking; sure: boolean }
  | { kind: 'none' }
  | { kind: 'several'; ids: string[] }
  | { kind: 'moved'; bookings: RemoteBooking[] }
type OwnRow = Pick<RemoteRecord, 'key' | 'createdAt'>
type OwnSearch = { rms: RmsClient; row: RemoteRecord; reservation: ReservationRecord; venue: VenueWithBook }

/** The channel id sent to systems; staff of the hub book as `staff`. */
export const sentChannelOf = ({ channelId }: Pick<ReservationRecord, 'channelId'>): string => channelId ?? 'staff'

const sameText = (a: string | null | undefined, b: string | null): boolean =>
  !!a && !!b && a.trim().toLowerCase() === b.trim().toLowerCase()
const digits = (phone: string | null | undefined): string => (phone ?? '').replace(/\D/g, '').replace(/^0+/, '')

/** Tolerance for clock skew of systems. */
const skewMs = 15 * 60_000
/** A booking made before our intent is somebody else's. */
const isOlder = ({ createdAt }: RemoteBooking, row: OwnRow): boolean =>
  createdAt !== null && Date.parse(createdAt) < Date.parse(row.createdAt) - skewMs

type Guest = Pick<ReservationRecord, 'guestEmail' | 'guestPhone' | 'guestFirstName' | 'guestLastName'>
/** Known by an address or a number, or else only by name. */
const isReachable = ({ guestEmail, guestPhone }: Guest): boolean => Boolean(guestEmail || guestPhone)

const isOfGuest = ({ contact }: RemoteBooking, guest: Guest): boolean => {
  const { guestEmail, guestPhone, guestFirstName, guestLastName } = guest
  if (isReachable(guest))
    return sameText(contact?.email, guestEmail) || (digits(guestPhone) !== '' && digits(contact?.phone) === digits(guestPhone))
  return sameText(contact?.lastName, guestLastName) && (guestFirstName === '' || sameText(contact?.firstName, guestFirstName))
}

/** The same guest at the same moment in the same number. */
const looksLikeOurs = (booking: RemoteBooking, reservation: ReservationRecord): boolean =>
  booking.startsAt !== null &&
  Temporal.Instant.compare(booking.startsAt, reservation.startsAt) === 0 &&
  booking.partySize === reservation.partySize &&
  isOfGuest(booking, reservation)

/**
 * Matches a booking at the system to an intent, if any. By idempotency key where the system keeps it; else by guest, start and party, without
 * bookings that belong to other reservations, and without what another unmatched intent (`unfound`) asked for. Ambiguous matches are never guessed.
 */
export const ownAmong = (
  row: OwnRow,
  reservation: ReservationRecord,
  { found, unfound = [] }: { found: readonly RemoteBooking[]; unfound?: readonly ReservationRecord[] },
): Own => {
  const byKey = found.filter((booking) => booking.key === row.key)
  if (byKey.length) return oneOf(byKey, () => true)
  // A canceled one takes no table: it may be an earlier one of the same guest.
  const ofGuest = found.filter(
    (booking) => booking.key === null && !isEndedAtSystem(booking.status) && isOfGuest(booking, reservation) && !isOlder(booking, row),
  )
  const alike = ofGuest.filter((booking) => looksLikeOurs(booking, reservation))
  const isSure = ({ channelId }: RemoteBooking): boolean => channelId === sentChannelOf(reservation)
  if (alike.length) return oneOf(alike, isSure)
  const others = ofGuest.filter((booking) => !unfound.some((other) => looksLikeOurs(booking, other)))
  const contested = !isReachable(reservation) || unfound.some((other) => others.some((booking) => isOfGuest(booking, other)))
  const byChannel = contested ? [] : others.filter(isSure)
  if (byChannel.length) return oneOf(byChannel, isSure)
  return others.length ? { kind: 'moved', bookings: others } : { kind: 'none' }
}

const oneOf = (found: readonly RemoteBooking[], isSure: (booking: RemoteBooking) => boolean): Own =>
  found.length === 1 ? { kind: 'one', booking: found[0]!, sure: isSure(found[0]!) } : { kind: 'several', ids: found.map(({ id }) => id) }

/** The candidates, for people: id, start at the venue, party size. */
export const tellMoved = (bookings: readonly RemoteBooking[], { timeZone }: Pick<VenueWithBook, 'timeZone'>): string => {
  const at = (instant: string): string =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
  const seen = bookings.map(({ id, startsAt, partySize }) => [id, startsAt && at(startsAt), partySize].filter(Boolean).join(', '))
  return `the system may have this booking moved: ${seen.toSorted().join('; ')}`
}

export const findOwn = async (ctx: Ctx, { rms, row, reservation, venue }: OwnSearch): Promise<Answer<Own>> => {
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
  const [known, unfound] = await Promise.all([othersOf(ctx, row, answer.value), unfoundBeside(ctx, row, on)])
  return { ok: true, value: ownAmong(row, reservation, { found: answer.value.filter(({ id }) => !known.has(id)), unfound }) }
}

/** Ids that other bookings of the hub have at this system; a mirrored one may still be ours, unless it existed before our intent. */
const othersOf = async (
  ctx: Ctx,
  { systemId, reservationId, createdAt }: RemoteRecord,
  found: readonly RemoteBooking[],
): Promise<ReadonlySet<string>> => {
  if (!found.length) return new Set()
  const { rows } = await sql<{ remoteId: string }>`
    select b.remote_id from remote_bookings b join reservations r on r.venue_id = b.venue_id and r.id = b.reservation_id
    where b.system_id = ${systemId} and b.remote_id = any(${found.map(({ id }) => id)}::text[]) and b.reservation_id <> ${reservationId}
      and (r.source <> 'system' or b.created_at < ${instantText(instantMs(createdAt) - skewMs)}::timestamptz)`.execute(ctx.db)
  return new Set(rows.map((row) => row.remoteId))
}

/** Other bookings of those days that were sent, and whose outcome is unknown. */
const unfoundBeside = async (ctx: Ctx, { venueId, reservationId }: RemoteRecord, on: Temporal.PlainDate): Promise<ReservationRecord[]> => {
  const { rows } = await sql<ReservationRecord>`
    select r.* from remote_bookings b join reservations r on r.venue_id = b.venue_id and r.id = b.reservation_id
    where b.venue_id = ${venueId} and b.remote_id is null and b.sent_at is not null and b.reservation_id <> ${reservationId}
      and r.service_on between ${on.subtract({ days: 2 }).toString()}::date and ${on.add({ days: 2 }).toString()}::date`.execute(ctx.db)
  return rows
}
