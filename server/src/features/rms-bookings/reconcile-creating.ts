import type { Fault, NewBooking } from '@tablewire/connectors/kit/connector'
import { areaOf } from './place-remote.ts'
import { markStuck, isPastRecovery, postpone, reject, watchFor } from './give-up.ts'
import { applyFound, reconcileFound } from './reconcile-found.ts'
import { type LeasedBooking, whileLeased, whileUnchanged, type WrittenBooking } from './write-under-lease.ts'
import { findOwn, sentChannelOf, tellMoved } from './find-own.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { databaseNow, isOver, type RemoteRecord, writeRemote } from './remote-rows.ts'
import { nameOf, type ReconcileContext } from './reconcile-context.ts'

/** Creates the booking there. One that may exist already is searched for first, unless the system is idempotent by key. */
export const reconcileCreating = async (context: ReconcileContext): Promise<WrittenBooking | undefined> => {
  const { row, rms, fresh } = context
  const unsure = row.sentAt !== null && !fresh
  if (!unsure || rms.knowsKeys) return create(context)
  const remote = await lookFirst(context)
  return remote && { remote }
}

const lookFirst = async (context: ReconcileContext): Promise<RemoteRecord | undefined> => {
  const { ctx, row, venue, rms } = context
  // Read before the system is called: hints that arrive during the call are not reflected in its answer.
  const mayCome = mayStillCome(ctx, row, rms.lateMs)
  const own = await findOwn(ctx, context)
  if (!own.ok)
    return whileLeased(ctx, row, (ours) =>
      isPastRecovery(ours) ? markStuck(ours, 'it could not be found out whether the system has this booking') : postpone(ours, own.fault),
    )
  const { value } = own
  if (value.kind === 'one') return whileLeased(ctx, row, (ours) => reconcileFound(ours, { venue, booking: value.booking }))
  if (value.kind === 'several')
    return whileLeased(ctx, row, (ours) => markStuck(ours, `the system has several bookings like this one: ${value.ids.join(', ')}`))
  const perhaps = value.kind === 'moved' ? tellMoved(value.bookings, venue) : undefined
  return whileLeased(ctx, row, (ours) =>
    ours.row.state === 'creating'
      ? notFound(ours, { mayCome: mayCome || mayStillCome(ours.ctx, ours.row, rms.lateMs), perhaps })
      : writeRemote(ours.ctx, ours.row, {}),
  )
}

const mayStillCome = (ctx: Ctx, row: RemoteRecord, lateMs: number): boolean =>
  row.endedAt === null ? !isOver(row, row.sentAt, lateMs) : !isOver(row, row.endedAt, ctx.ports.config.waits.failed)

/**
 * Not there now, but it may appear. Created again only when the system itself had reported a failure; where the outcome is unknown, it is searched
 * for as long as it may appear, and then given up: a late booking is canceled there. `perhaps`: the system has a possible match; creating again could
 * book two tables, and refusing could leave one without a guest.
 */
const notFound = async (
  ours: LeasedBooking,
  { mayCome, perhaps }: { mayCome: boolean; perhaps: string | undefined },
): Promise<RemoteRecord> => {
  const { ctx, row, reservation } = ours
  if (mayCome) return postpone(ours, { message: 'sent, and not there yet', retryAfterMs: null })
  if (perhaps !== undefined) return markStuck(ours, perhaps)
  if (row.endedAt !== null && !isOver(row, row.promiseUntil)) return writeRemote(ctx, row, { sentAt: null, endedAt: null })
  const message = 'the reservation system did not take the booking in time'
  const waits = reservation.source === 'channel' || reservation.source === 'widget'
  if (!waits && row.endedAt === null) return markStuck(ours, `${message}, and nobody knows whether it still will`)
  return watchFor(ctx, await reject(ours, { refusal: 'unreachable', message, answered: false }), row.sentAt)
}

const bookingOf = ({ ctx, row, reservation, venue }: ReconcileContext, channel: NewBooking['channel']): NewBooking => ({
  venueId: venue.externalId ?? '',
  areaId: areaOf(venue, reservation.areaId).externalId,
  startsAt: reservation.startsAt,
  partySize: reservation.partySize,
  contact: {
    firstName: reservation.guestFirstName,
    lastName: reservation.guestLastName,
    email: reservation.guestEmail,
    phone: reservation.guestPhone,
    lang: reservation.guestLang,
    optIn: reservation.guestOptIn,
  },
  notes: reservation.notes,
  durationSeconds: reservation.duration,
  bookingType: reservation.bookingType,
  channel,
  key: row.key,
  paymentToken: row.paymentToken && ctx.ports.secrets.open(row.paymentToken),
})

const create = async (context: ReconcileContext): Promise<WrittenBooking | undefined> => {
  const { ctx, rms, venue, reservation, fresh } = context
  // Write-ahead: before sending it is recorded that it may have been sent, so that a crash leaves a booking that is searched for. After a long delay
  // the lease may have expired, and another process may be searching.
  const repeats = context.row.sentAt !== null && !fresh
  const row =
    fresh && ctx.ports.timers.nowMs() - fresh.sinceMs < ctx.ports.config.waits.stale
      ? context.row
      : await whileLeased(ctx, context.row, (ours) =>
          writeRemote(
            ours.ctx,
            ours.row,
            ours.row.state === 'creating' ? { sentAt: ours.row.readAt, endedAt: null, attempts: ours.row.attempts + 1 } : {},
          ),
        )
  if (row?.state !== 'creating') return row && { remote: row }
  const channel = await channelOf(context)
  const answer = await rms.create(bookingOf({ ...context, row }, channel), {
    venueId: venue.id,
    reservationId: reservation.id,
    ...(reservation.channelId === null ? {} : { channelId: reservation.channelId }),
    attempt: Math.max(1, row.attempts),
    requestId: ctx.requestId,
  })
  const answered = context.claim?.() ?? false
  return whileUnchanged(ctx, { row, reservation }, async (ours) =>
    // Already matched by another process while this one was suspended, and changed since: the answer is stale, and a resync follows.
    ours.row.remoteId !== null
      ? { remote: await writeRemote(ours.ctx, ours.row, { lookAgain: true, hints: ours.row.hints + 1 }) }
      : answer.ok
        ? applyFound(ours, { venue, booking: answer.value, audience: answered ? 'caller' : 'everybody' })
        : { remote: await notMade(ours, answer.fault, { answered, repeats }) },
  )
}

type CreateAttempt = { answered: boolean; /** An earlier attempt was sent, and its outcome is unknown. */ repeats: boolean }
/** The system itself answered; a proxy in between says nothing about it. */
const endedByIt = ({ httpStatus }: Fault): boolean => httpStatus === 500 || httpStatus === 503
const notMade = async (ours: LeasedBooking, fault: Fault, { answered, repeats }: CreateAttempt): Promise<RemoteRecord> => {
  const { ctx, row } = ours
  const sentAt = repeats ? row.sentAt : null
  // Sent, outcome unknown: the next step is a search.
  if (fault.done === 'unknown')
    return isPastRecovery(ours)
      ? markStuck(ours, 'it could not be found out whether the system has this booking')
      : postpone(ours, fault, { sentAt: databaseNow, endedAt: endedByIt(fault) && !repeats ? databaseNow : null })
  if (row.state === 'canceling') return writeRemote(ctx, row, { sentAt })
  if (fault.kind === 'taken' || fault.kind === 'refused' || fault.kind === 'not_found')
    return watchFor(
      ctx,
      await reject(ours, { refusal: fault.kind === 'taken' ? 'taken' : 'refused', message: fault.message, answered }),
      sentAt,
    )
  // Not executed: the system is down, busy or refuses our credentials.
  return isOver(row, row.promiseUntil)
    ? watchFor(ctx, await reject(ours, { refusal: 'unreachable', message: fault.message, answered }), sentAt)
    : postpone(ours, fault, { sentAt })
}

const channelOf = async ({ ctx, reservation }: ReconcileContext): Promise<NewBooking['channel']> => {
  const { channelId } = reservation
  return { id: sentChannelOf(reservation), name: channelId === null ? 'Tablewire' : await nameOf(ctx, 'channels', channelId) }
}
