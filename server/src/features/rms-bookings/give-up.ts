import type { Fault } from '@tablewire/connectors/kit/connector'
import { changePipelined, type ReservationRecord, recordEvent, notifyGuest } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type { Waits } from '#src/platform/waits.ts'
import { mailRequestedNotice } from './apply-remote-state.ts'
import { isOver, type RemoteChange, type RemoteRecord, writeRemote } from './remote-rows.ts'
import type { LeasedBooking } from './write-under-lease.ts'

/** Port to notify a venue's staff that system and hub do not agree; notifications come later in the order and implement it. */
export const troubleJob = defineJob<{ venueId: string; eventId: string; about: string }>('hub.trouble')

/** Notifies a venue's staff about a booking. `eventId` deduplicates; the booking itself where there is only one thing to report of it. */
export const notifyTrouble = (
  ctx: Ctx,
  { venueId, id, reference }: ReservationRecord,
  { what, eventId = id }: { what: string; eventId?: string },
): Promise<void> => ctx.ports.jobs.enqueue(ctx, troubleJob, { venueId, eventId, about: `${reference}: ${what}` })

/** Exponential backoff with jitter, half to whole of the delay: systems that recover are not hit by all retries at once. */
export const backoffMs = (
  { firstRetry, longestRetry }: Pick<Waits, 'firstRetry' | 'longestRetry'>,
  attempts: number,
  leastMs = 0,
): number =>
  Math.max(Math.min(longestRetry, firstRetry * 2 ** Math.min(attempts, 8)) * (0.5 + Math.random() / 2), Math.min(leastMs, longestRetry))

/** A failed attempt: the fault is stored, and the row is due again after a backoff. */
export const postpone = ({ ctx, row }: LeasedBooking, fault: Pick<Fault, 'message' | 'retryAfterMs'>, change: RemoteChange = {}) =>
  writeRemote(ctx, row, {
    ...change,
    attempts: row.attempts + 1,
    lastError: fault.message.slice(0, 500),
    later: backoffMs(ctx.ports.config.waits, row.attempts, fault.retryAfterMs ?? 0),
  })

/** Stuck: only people can decide. They are notified once, and the booking's drawer shows it. */
export const markStuck = async ({ ctx, row, reservation }: LeasedBooking, about: string): Promise<RemoteRecord> => {
  await notifyTrouble(ctx, reservation, { what: about })
  return writeRemote(ctx, row, { state: 'stuck', lookAgain: false, lastError: about.slice(0, 500), payUntil: null })
}

/** The booking was not made, and will not be. `answered`: the caller reads it in the answer. */
export const reject = async (
  { ctx, row, reservation }: LeasedBooking,
  { refusal, message, answered }: { refusal: NonNullable<RemoteRecord['refusal']>; message: string; answered: boolean },
): Promise<RemoteRecord> => {
  const after = await changePipelined(ctx, reservation, { status: 'rejected', cancelActor: 'system', cancelReason: message.slice(0, 500) })
  await recordEvent(ctx, {
    kind: 'moved',
    move: 'reject',
    action: null,
    before: reservation,
    after,
    side: 'system',
    reason: message.slice(0, 500),
  })
  if (!answered && (after.source === 'channel' || after.source === 'widget')) await notifyGuest(ctx, after, 'rejected')
  if (!answered) await mailRequestedNotice(ctx, row, after)
  return writeRemote(ctx, row, {
    state: 'closed',
    refusal,
    lastError: message.slice(0, 500),
    paymentToken: null,
    lookAgain: false,
    attempts: 0,
  })
}

/** Backoff of one to sixty minutes, for a day: slow systems carry out requests late. */
const [firstWatchMs, longestWatchMs, watchHours] = [60_000, 3_600_000, 24]

/** Given up here, and perhaps made there after all: searched for now and then, and on each hint of one like it. `sentAt` null: definitely not made. */
export const watchFor = async (ctx: Ctx, row: RemoteRecord, sentAt: string | null): Promise<RemoteRecord> => {
  if (sentAt === null) return row.sentAt === null && !row.lookAgain ? row : writeRemote(ctx, row, { sentAt: null, lookAgain: false })
  if (isOver(row, sentAt, watchHours * 3_600_000)) return writeRemote(ctx, row, { sentAt, lookAgain: false })
  const later = Math.min(longestWatchMs, firstWatchMs * 3 ** Math.min(row.attempts, 6))
  return writeRemote(ctx, row, { sentAt, lookAgain: true, attempts: row.attempts + 1, later })
}

/** How long after the meal an unknown outcome is still reconciled. */
const patienceHours = 6
export const isPastRecovery = ({ row, reservation }: Pick<LeasedBooking, 'row' | 'reservation'>): boolean =>
  isOver(row, reservation.startsAt, patienceHours * 3_600_000)
