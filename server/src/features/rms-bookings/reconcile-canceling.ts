import type { RmsClient } from '#src/features/rms-client/api.ts'
import { findOwn } from './find-own.ts'
import { markStuck, isPastRecovery, postpone, notifyTrouble, watchFor } from './give-up.ts'
import { reconcileFound, closeCanceled } from './reconcile-found.ts'
import { type LeasedBooking, whileLeased } from './write-under-lease.ts'
import type { RemoteStatement } from './apply-remote-state.ts'
import { isEndedAtSystem } from './remote-state-cases.ts'
import { databaseNow, isOver, type RemoteRecord, writeRemote } from './remote-rows.ts'
import type { ReconcileContext } from './reconcile-context.ts'

/** Delivers a cancellation with retries until the system agrees, or refuses. */
export const reconcileCanceling = async (context: ReconcileContext): Promise<RemoteRecord | undefined> => {
  const { ctx, row } = context
  if (row.remoteId !== null) return cancel(context, row.remoteId)
  if (row.sentAt === null) return whileLeased(ctx, row, (ours) => closeCanceled(ours))
  const own = await findOwn(ctx, context)
  return whileLeased(ctx, row, (ours) => {
    if (!own.ok)
      return isPastRecovery(ours)
        ? markStuck(ours, 'it could not be found out whether the system has this canceled booking')
        : postpone(ours, own.fault)
    const { value } = own
    // Only its id was missing; the next step cancels.
    if (value.kind === 'one') return reconcileFound(ours, { venue: context.venue, booking: value.booking })
    if (value.kind === 'several') return markStuck(ours, `canceled here, and the system has several like it: ${value.ids.join(', ')}`)
    if (!isOver(ours.row, ours.row.sentAt, ours.ctx.ports.config.waits.failed))
      return postpone(ours, { message: 'sent, and not there yet', retryAfterMs: null })
    return closeAndWatch(ours)
  })
}

const closeAndWatch = async (ours: LeasedBooking): Promise<RemoteRecord> =>
  watchFor(ours.ctx, await closeCanceled(ours, { attempts: 0 }), ours.row.sentAt)

const cancel = async (context: ReconcileContext, remoteId: string): Promise<RemoteRecord | undefined> => {
  const { ctx, row, rms, venue, reservation } = context
  const about = { venueId: venue.id, reservationId: reservation.id, attempt: row.attempts + 1, requestId: ctx.requestId }
  const cancelation = { id: remoteId, venueId: venue.externalId ?? '', actor: row.cancelActor ?? 'guest', reason: row.cancelReason }
  const answer = await rms.cancel(cancelation, {
    ...about,
    ...(reservation.channelId === null ? {} : { channelId: reservation.channelId }),
  })
  // An answer that does not say "canceled" is verified by a resync.
  if (answer.ok && isEndedAtSystem(answer.value.status)) return closeWith(context, answer.value)
  if (!answer.ok && answer.fault.kind === 'not_found') return whileLeased(ctx, row, (ours) => closeCanceled(ours))
  if (!answer.ok && answer.fault.kind !== 'refused' && answer.fault.kind !== 'taken')
    return whileLeased(ctx, row, (ours) =>
      isPastRecovery(ours) ? markStuck(ours, `not canceled at the system: ${answer.fault.message}`) : postpone(ours, answer.fault),
    )
  const found = await rms.find({ id: remoteId, venueId: venue.externalId ?? '' }, about)
  return afterRefusal(context, found, answer.ok ? 'the system did not cancel it' : answer.fault.message)
}

const closeWith = ({ ctx, row }: ReconcileContext, { status }: RemoteStatement): Promise<RemoteRecord | undefined> =>
  whileLeased(ctx, row, (ours) => closeCanceled(ours, { ...(status ? { toldStatus: status } : {}), toldAt: databaseNow }))

/** Refused: the system's state counts, and staff are notified. */
const afterRefusal = (
  { ctx, row, venue }: ReconcileContext,
  found: Awaited<ReturnType<RmsClient['find']>>,
  why: string,
): Promise<RemoteRecord | undefined> =>
  whileLeased(ctx, row, async (ours) => {
    if (!found.ok) return found.fault.kind === 'not_found' ? closeCanceled(ours) : postpone(ours, found.fault)
    if (isEndedAtSystem(found.value.status)) return closeCanceled(ours, { toldStatus: found.value.status })
    const kept = await reconcileFound(ours, { venue, booking: found.value, insist: true })
    const lastError = await giveWord(ours, why)
    return writeRemote(ours.ctx, kept, { lastError })
  })

const giveWord = async ({ ctx, reservation }: LeasedBooking, why: string): Promise<string> => {
  const about = `not canceled at the system: ${why}`
  await notifyTrouble(ctx, reservation, { what: about })
  return about.slice(0, 500)
}
