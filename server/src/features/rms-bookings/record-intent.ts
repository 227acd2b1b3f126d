import {
  type ChangedReservation,
  type NewReservation,
  type ReservationRecord,
  type PendingReservation,
  recordEvent,
} from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { statement } from '#src/platform/db/statement.ts'
import { insertRemoteReservation } from './place-remote.ts'
import { databaseNow, insertRemote, type NewRemote, type RemoteRecord } from './remote-rows.ts'

/** A booking with its recorded intent (write-ahead): nothing has been sent yet. */
type IntentToBook = { venue: VenueWithBook; /** By this process's monotonic clock, when it was recorded. */ sinceMs: number }
export type RecordedIntent = IntentToBook & { reservation: ReservationRecord; remote: RemoteRecord }
/** The same inside its transaction. */
export type PendingIntent = IntentToBook & { reservation: NewReservation | ChangedReservation; remote: NewRemote }
export const recordedIntentOf = async ({ reservation, remote, ...wanted }: PendingIntent): Promise<RecordedIntent> => ({
  reservation: await reservation.written,
  remote: await remote.written,
  ...wanted,
})

/** A booking that the system definitely does not have is retried for this long, and not beyond its meal. */
const promiseMinutes = 10

/** Write-ahead: the row that records, before anything is sent, that this booking is to be made; reconciled from here on, also after a crash. */
export const recordIntentToBook = async (
  ctx: Ctx,
  reservation: PendingReservation,
  { paymentToken = null, notifyGuest = false }: { paymentToken?: string | null; notifyGuest?: boolean } = {},
): Promise<NewRemote> =>
  insertRemote(ctx, {
    venueId: reservation.venueId,
    reservationId: reservation.id,
    systemId: reservation.systemId!,
    key: reservation.id,
    state: 'creating',
    paymentToken: paymentToken && ctx.ports.secrets.seal(paymentToken),
    tellGuest: notifyGuest,
    sentAt: databaseNow,
    promiseUntil: statement`least(clock_timestamp() + make_interval(secs => ${promiseMinutes * 60}), ${reservation.startsAt}::timestamptz)`,
    attempts: 1,
    createdAt: ctx.clock().toString(),
    leased: true,
  })

/** Requested from the system: history only, as nothing is decided yet. */
export const recordSent = (ctx: Ctx, before: ReservationRecord | null, after: PendingReservation): Promise<void> =>
  recordEvent(ctx, { kind: 'changed', action: 'reservation.created', before, after, extra: { sentTo: 'system' } })

/** A new booking with its intent; the caller sends it after the commit. */
export const recordNewBooking = async (
  ctx: Ctx,
  writing: Parameters<typeof insertRemoteReservation>[1],
  more: Parameters<typeof recordIntentToBook>[2],
): Promise<PendingIntent> => {
  const sinceMs = ctx.ports.timers.nowMs()
  const reservation = await insertRemoteReservation(ctx, writing)
  const remote = await recordIntentToBook(ctx, reservation, more)
  await recordSent(ctx, null, reservation)
  return { reservation, remote, venue: writing.venue, sinceMs }
}
