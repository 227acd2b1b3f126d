import {
  type ChangedReservation,
  type NewReservation,
  type ReservationRecord,
  type PendingReservation,
  recordEvent,
} from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { insertRemoteReservation } from './place-remote.ts'
import { insertRemote, type NewRemote, type RemoteRecord } from './remote-rows.ts'

/** A booking that is wanted at a system, written down before anything is sent. */
export type RecordedIntent = { reservation: ReservationRecord; remote: RemoteRecord; venue: VenueWithBook }
/** The same inside its transaction. */
export type PendingIntent = { reservation: NewReservation | ChangedReservation; remote: NewRemote; venue: VenueWithBook }
export const recordedIntentOf = async ({ reservation, remote, venue }: PendingIntent): Promise<RecordedIntent> => ({
  reservation: await reservation.written,
  remote: await remote.written,
  venue,
})

/** A booking that the system surely does not have is tried again for this long, and not beyond its meal. */
const promiseMinutes = 10

/** The row that says, before anything is sent, that this booking is to be made: from here on it is reconciled whoever dies. */
export const recordIntentToBook = async (
  ctx: Ctx,
  reservation: PendingReservation,
  { paymentToken = null, notifyGuest = false }: { paymentToken?: string | null; notifyGuest?: boolean } = {},
): Promise<NewRemote> => {
  const now = ctx.clock()
  const promised = instantText(now.epochMilliseconds + promiseMinutes * 60_000)
  return insertRemote(ctx, {
    venueId: reservation.venueId,
    reservationId: reservation.id,
    systemId: reservation.systemId!,
    key: reservation.id,
    state: 'creating',
    paymentToken: paymentToken && ctx.ports.secrets.seal(paymentToken),
    tellGuest: notifyGuest,
    sentAt: now.toString(),
    promiseUntil: promised < reservation.startsAt ? promised : reservation.startsAt,
    attempts: 1,
    createdAt: now.toString(),
    leased: true,
  })
}

/** Asked of the system, which is not yet news for anybody but the history. */
export const recordSent = (ctx: Ctx, before: ReservationRecord | null, after: PendingReservation): Promise<void> =>
  recordEvent(ctx, { kind: 'changed', action: 'reservation.created', before, after, extra: { sentTo: 'system' } })

/** A new booking with its intent; the caller sends it after the commit. */
export const recordNewBooking = async (
  ctx: Ctx,
  writing: Parameters<typeof insertRemoteReservation>[1],
  more: Parameters<typeof recordIntentToBook>[2],
): Promise<PendingIntent> => {
  const reservation = await insertRemoteReservation(ctx, writing)
  const remote = await recordIntentToBook(ctx, reservation, more)
  await recordSent(ctx, null, reservation)
  return { reservation, remote, venue: writing.venue }
}
