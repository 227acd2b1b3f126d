import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { localOf } from '#src/features/availability/api.ts'
import { changePipelined, lockReservation, recordEvent, notifyGuest } from '#src/features/reservations/api.ts'
import { invalidateDays } from '#src/features/rms-client/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { statement } from '#src/platform/db/statement.ts'
import { applyRemoteState, type RemoteStatement, statedColumns } from './apply-remote-state.ts'
import { isEndedAtSystem } from './remote-state-cases.ts'
import { markStuck } from './give-up.ts'
import { nothingWanted, type RemoteChange, type RemoteRecord, type RemoteState, writeRemote } from './remote-rows.ts'
import type { Audience } from './remote-state-cases.ts'
import type { LeasedBooking, WrittenBooking } from './write-under-lease.ts'

type Mirror = { venueId: string; reservationId: string; source: string; status: Status; toldStatus: Status | null }
/** Another booking of the hub that has this id. */
export const mirrorOf = async (
  ctx: Ctx,
  { systemId, reservationId }: Pick<RemoteRecord, 'systemId' | 'reservationId'>,
  remoteId: string,
): Promise<Mirror | undefined> => {
  const { rows } = await statement<Mirror>`
    select b.venue_id, b.reservation_id, r.source, r.status, b.told_status from remote_bookings b
      join reservations r on r.venue_id = b.venue_id and r.id = b.reservation_id
    where b.system_id = ${systemId} and b.remote_id = ${remoteId} and b.reservation_id <> ${reservationId}`.execute(ctx.db)
  return rows[0]
}

/** The evening's data (status, table) that staff entered: the remaining booking keeps it. */
const evening = ['seated', 'completed', 'no_show'] as const
type Freed = { taken?: string; /** What staff had changed on the mirror. */ was?: (typeof evening)[number] }

/** A booking mirrored by sync or a webhook while our own create was in flight is a duplicate of ours: merged, ours stays. */
const freeMirror = async (ours: LeasedBooking, remoteId: string): Promise<Freed> => {
  const { ctx, row, alone } = ours
  const other = alone ? undefined : await mirrorOf(ctx, row, remoteId)
  if (!other) return {}
  if (other.source !== 'system') return { taken: 'the system gave this booking the id of another one' }
  const was = evening.find((status) => status === other.status)
  if (was && row.state === 'canceling') return { taken: `canceled here, and its guest came to what the system has (${remoteId})` }
  await statement`delete from remote_bookings where venue_id = ${other.venueId} and reservation_id = ${other.reservationId}`.execute(ctx.db)
  const mirror = await lockReservation(ctx, other.reservationId)
  if (mirror && !isEndedAtSystem(mirror.status)) {
    const after = await changePipelined(ctx, mirror, {
      status: 'canceled',
      cancelActor: 'hub',
      cancelReason: null,
      canceledAt: ctx.clock().toString(),
    })
    await recordEvent(ctx, { kind: 'moved', move: 'cancel', action: null, before: mirror, after, side: 'hub' })
  }
  return was && other.toldStatus !== was ? { was } : {}
}

type Finding = {
  venue: VenueWithBook
  booking: RemoteStatement
  insist?: boolean
  audience?: Audience
}

/** The system has it: both sides are reconciled. A cancellation recorded meanwhile is still to be delivered. */
export const reconcileFound = async (ours: LeasedBooking, finding: Finding): Promise<RemoteRecord> =>
  (await applyFound(ours, finding)).remote

/** The same, for callers that need the booking as it is now. */
export const applyFound = async (ours: LeasedBooking, { venue, booking, insist, audience }: Finding): Promise<WrittenBooking> => {
  const { ctx, row, reservation } = ours
  const { taken, was } = row.remoteId === null ? await freeMirror(ours, booking.id) : {}
  if (taken !== undefined) return { remote: await markStuck(ours, taken) }
  const columns = statedColumns(row, booking)
  const gone = isEndedAtSystem(booking.status ?? null)
  if (row.state === 'canceling') {
    if (!gone && !insist) return { remote: await writeRemote(ctx, row, columns) }
    if (gone) return { remote: await closeCanceled({ ...ours, row: { ...row } }, columns) }
  }
  if (row.state !== 'live')
    await forgetTouched(ours, booking.startsAt ? localOf(Date.parse(booking.startsAt), venue.timeZone).date : undefined)
  const [after, remote] = await Promise.all([
    applyRemoteState(ctx, {
      reservation,
      row,
      venue,
      stated: was && !gone ? { ...booking, status: was } : booking,
      ...(insist ? { insist } : {}),
      ...(audience ? { audience } : {}),
    }),
    writeRemote(ctx, row, { ...columns, ...agreedColumns(row.state, booking.status) }),
  ])
  return { remote, reservation: after }
}

/** Both sides agree: the intent is done. */
export const agreedColumns = (before: RemoteState, status: RemoteStatement['status']): RemoteChange => ({
  ...nothingWanted,
  state: isEndedAtSystem(status ?? null) ? 'closed' : 'live',
  lookAgain: false,
  attempts: 0,
  ...(before === 'creating' && status === 'rejected' ? { refusal: 'refused' } : {}),
  ...(status === 'requires_payment' ? {} : { payUntil: null }),
})

/** A place was taken or freed: cached availability of these days is invalid. */
const forgetTouched = ({ ctx, row, reservation }: LeasedBooking, now?: string): Promise<void> =>
  invalidateDays(ctx, row.venueId, [...new Set([reservation.serviceOn, now ?? reservation.serviceOn])])

/** Canceled there, so here as well where it was still open (a payment that never came). */
export const closeCanceled = async ({ ctx, row, reservation }: LeasedBooking, change: RemoteChange = {}): Promise<RemoteRecord> => {
  await forgetTouched({ ctx, row, reservation })
  const standing = ['pending_confirmation', 'requires_payment', 'confirmed'].includes(reservation.status)
  if (standing) {
    const after = await changePipelined(ctx, reservation, {
      status: 'canceled',
      cancelActor: row.cancelActor ?? 'hub',
      cancelReason: row.cancelReason,
      canceledAt: ctx.clock().toString(),
    })
    await recordEvent(ctx, {
      kind: 'moved',
      move: 'cancel',
      action: null,
      before: reservation,
      after,
      side: 'hub',
      reason: row.cancelReason,
    })
    if (after.source === 'channel' || after.source === 'widget') await notifyGuest(ctx, after, 'canceled')
  }
  return writeRemote(ctx, row, { ...change, ...nothingWanted, state: 'closed', lookAgain: false, payUntil: null, paymentToken: null })
}
