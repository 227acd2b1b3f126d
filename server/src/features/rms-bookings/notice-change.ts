import { sql } from 'kysely'
import { lockReservation, type ReservationRecord, recordEvent } from '#src/features/reservations/api.ts'
import { rmsClientOf } from '#src/features/rms-client/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { acceptRemoteState } from './accept-remote-state.ts'
import { asSystem } from './apply-remote-state.ts'
import { nameOf } from './reconcile-context.ts'
import { wakeReconciler } from './reconcile-loop.ts'
import { lockRemote, type RemoteKey } from './remote-rows.ts'

type Notice = {
  systemId: string
  remoteId: string
  /** The hub's id of the venue, where the hint names one. */ venueId?: string | undefined
}
type MirrorJob = { systemId: string; remoteId: string; venueId: string | null }
export const mirrorJob = defineJob<MirrorJob>('hub.mirror', 8)

/**
 * Handles a hint that a booking changed at its system. A hint is never believed, it requests a resync; so it is idempotent, and duplicate or late
 * ones do no harm. False = not known here; with a venue, it is then read and mirrored where it was made there.
 */
export const onChangeNotice = async (ctx: Ctx, { systemId, remoteId, venueId }: Notice): Promise<boolean> => {
  const known = await requestResync(ctx, systemId, remoteId)
  if (!known) await ctx.ports.jobs.enqueue(ctx, mirrorJob, { systemId, remoteId, venueId: venueId ?? null })
  return known
}

const requestResync = async (ctx: Ctx, systemId: string, remoteId: string): Promise<boolean> => {
  const { rows } = await sql<RemoteKey>`
    update remote_bookings set look_again = true, hints = hints + 1, next_at = clock_timestamp(), attempts = 0
    where system_id = ${systemId} and remote_id = ${remoteId} returning venue_id, reservation_id`.execute(ctx.db)
  if (rows.length) wakeReconciler(ctx)
  return rows.length > 0
}

/** People request a retry now: a resync, or the intent that is due later. */
export const retryReconcile = async (ctx: Ctx, reservationId: string): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update remote_bookings set look_again = look_again or state in ('live', 'stuck') or doubles <> '{}', hints = hints + 1, next_at = clock_timestamp(), attempts = 0
    where reservation_id = ${reservationId}`.execute(ctx.db)
  wakeReconciler(ctx)
  return numAffectedRows > 0n
}

/** Reads a booking that was made at the system itself, and mirrors it. Throws to be retried: one of ours may be in flight. */
export const runMirror = async (ctx: Ctx, { systemId, remoteId, venueId }: MirrorJob): Promise<void> => {
  // One of ours, whose id arrived here a moment after the hint.
  if (await requestResync(ctx, systemId, remoteId)) return
  if (venueId === null) return
  const venue = await venueWithBook({ ...ctx, scope: { kind: 'all' } }, venueId)
  if (venue.systemId !== systemId || !venue.remote) return
  const rms = await rmsClientOf(ctx, systemId)
  const found = await rms.find({ id: remoteId, venueId: venue.externalId ?? '' }, { venueId, requestId: ctx.requestId })
  if (found.ok) await acceptRemoteState(ctx, { systemId, venueId, booking: found.value })
  else if (found.fault.kind !== 'not_found') throw new Error(`booking not read: ${found.fault.kind}`)
}

type KnownPlace = Pick<ReservationRecord, 'startsAt' | 'partySize' | 'areaId'>
type ChangeReportJob = { venueId: string; reservationId: string; known: KnownPlace }
export const changeReportJob = defineJob<ChangeReportJob>('hub.tell', 8)

/**
 * A channel was answered that the outcome of a change is unknown; when the outcome is written in its own name, no webhook reports it. Schedules that
 * report. `before`: the booking as the channel knows it.
 */
export const scheduleChangeReport = async (ctx: Ctx, before: ReservationRecord): Promise<void> => {
  if (ctx.actor.kind !== 'channel') return
  const { id, venueId, startsAt, partySize, areaId } = before
  await ctx.ports.jobs.enqueue(ctx, changeReportJob, { venueId, reservationId: id, known: { startsAt, partySize, areaId } })
}

/** Reports to the channel, in the system's name, how its change ended. Throws to be retried while it has not ended. */
export const runChangeReport = async (from: Ctx, { venueId, reservationId, known }: ChangeReportJob): Promise<void> =>
  transaction(from, async (inner) => {
    const reservation = await lockReservation(inner, reservationId)
    const row = await lockRemote(inner, { venueId, reservationId })
    if (!reservation || !row) return
    if (row.state === 'changing') throw new Error('nobody knows yet how the change ended')
    const { db, unitOfWork } = inner
    const ctx: Ctx = { ...asSystem(inner, { id: row.systemId, name: await nameOf(inner, 'systems', row.systemId) }), db, unitOfWork }
    const { startsAt, partySize, areaId } = reservation
    if (startsAt === known.startsAt && partySize === known.partySize && areaId === known.areaId) return
    await recordEvent(ctx, { kind: 'changed', action: null, before: { ...reservation, ...known }, after: reservation, side: 'system' })
  })
