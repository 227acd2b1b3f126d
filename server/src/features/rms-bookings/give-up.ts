import type { Fault } from '@tablewire/connectors/kit/connector'
import { changePipelined, type ReservationRecord, recordEvent, notifyGuest } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type { Waits } from '#src/platform/waits.ts'
import { notifyAsked } from './apply-remote-state.ts'
import { isOver, type RemoteChange, type RemoteRecord, writeRemote } from './remote-rows.ts'
import type { Ours } from './write-under-lease.ts'

/** Tells a venue's people that their system and the hub could not agree; notifications come later in the order and listen to this. */
export const troubleJob = defineJob<{ venueId: string; eventId: string; about: string }>('hub.trouble')

/** To the venue's people, with the booking it is about. `eventId`: the same one is told once; the booking itself where there is only one thing to say of it. */
export const notifyTrouble = (
  ctx: Ctx,
  { venueId, id, reference }: ReservationRecord,
  { what, eventId = id }: { what: string; eventId?: string },
): Promise<void> => ctx.ports.jobs.enqueue(ctx, troubleJob, { venueId, eventId, about: `${reference}: ${what}` })

/** Half to whole of a doubling distance, up to the longest: partners that come back are not met by everybody at once. */
export const backoffMs = (
  { firstRetry, longestRetry }: Pick<Waits, 'firstRetry' | 'longestRetry'>,
  attempts: number,
  leastMs = 0,
): number =>
  Math.max(Math.min(longestRetry, firstRetry * 2 ** Math.min(attempts, 8)) * (0.5 + Math.random() / 2), Math.min(leastMs, longestRetry))

/** Not now: what went wrong is kept, and somebody takes it up again. */
export const postpone = ({ ctx, row }: Ours, fault: Pick<Fault, 'message' | 'retryAfterMs'>, change: RemoteChange = {}) =>
  writeRemote(ctx, row, {
    ...change,
    attempts: row.attempts + 1,
    lastError: fault.message.slice(0, 500),
    later: backoffMs(ctx.ports.config.waits, row.attempts, fault.retryAfterMs ?? 0),
  })

/** Nobody can decide this but people: they are told once, and it shows in the drawer. */
export const markStuck = async ({ ctx, row, reservation }: Ours, about: string): Promise<RemoteRecord> => {
  await notifyTrouble(ctx, reservation, { what: about })
  return writeRemote(ctx, row, { state: 'stuck', lookAgain: false, lastError: about.slice(0, 500), payUntil: null })
}

/** The booking was not made, and will not be. `answered`: whoever booked reads it in the answer. */
export const reject = async (
  { ctx, row, reservation }: Ours,
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
  if (!answered) await notifyAsked(ctx, row, after)
  return writeRemote(ctx, row, {
    state: 'closed',
    refusal,
    lastError: message.slice(0, 500),
    paymentToken: null,
    lookAgain: false,
    attempts: 0,
  })
}

/** One to sixty minutes between looks, for a day: slow systems carry out late what they were asked. */
const [firstWatchMs, longestWatchMs, watchHours] = [60_000, 3_600_000, 24]

/** Given up here, and perhaps made there after all: looked for now and then, and whenever somebody names one like it. `sentAt` null: surely not made. */
export const watchFor = async (ctx: Ctx, row: RemoteRecord, sentAt: string | null): Promise<RemoteRecord> => {
  if (sentAt === null) return row.sentAt === null && !row.lookAgain ? row : writeRemote(ctx, row, { sentAt: null, lookAgain: false })
  if (isOver(row, sentAt, watchHours * 3_600_000)) return writeRemote(ctx, row, { sentAt, lookAgain: false })
  const later = Math.min(longestWatchMs, firstWatchMs * 3 ** Math.min(row.attempts, 6))
  return writeRemote(ctx, row, { sentAt, lookAgain: true, attempts: row.attempts + 1, later })
}

/** How long after the meal one still tries to find out what became of a booking. */
const patienceHours = 6
export const isPastRecovery = ({ row, reservation }: Pick<Ours, 'row' | 'reservation'>): boolean =>
  isOver(row, reservation.startsAt, patienceHours * 3_600_000)
