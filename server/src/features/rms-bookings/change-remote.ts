import type { Side } from '@tablewire/contracts/booking/reservations.rules'
import type { Answer, RemoteBooking } from '@tablewire/connectors/kit/connector'
import { type ReservationRecord, sideOf, notifyChange, notifyGuestIfAsked } from '#src/features/reservations/api.ts'
import { rmsClientOf } from '#src/features/rms-client/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { inSteps, requireKeyHeld } from '#src/platform/http/idempotency.ts'
import { Problem } from '#src/platform/problem.ts'
import { applyRemoteState, asSystem, statedColumns } from './apply-remote-state.ts'
import { postpone } from './give-up.ts'
import { areaOf, problemOf } from './place-remote.ts'
import { BusyBooking, type ChangeRequest, prepareChange, type RemoteChangeInput } from './prepare-change.ts'
import { scheduleChangeReport } from './notice-change.ts'
import { nameOf } from './reconcile-context.ts'
import { inBackground, wakeReconciler } from './reconcile-loop.ts'
import { databaseNow, nothingWanted, type RemoteRecord, writeRemote } from './remote-rows.ts'
import { isEndedAtSystem } from './remote-state-cases.ts'
import { callersTime, type Claim, withinBudget } from './within-budget.ts'
import { type LeasedBooking, outcomeWhileLeased, type WrittenBooking } from './write-under-lease.ts'

/**
 * A channel or staff changes a remote booking: the system is asked, and its answer counts. Refused: nothing has changed. No answer: the outcome is
 * unknown (`remote.unclear`), and the hub reconciles. Fields the system does not keep (tags, notes, names) change here.
 */
export const changeRemote = async (ctx: Ctx, wanted: RemoteChangeInput): Promise<ReservationRecord> => {
  const needsSystem = wanted.patch.startsAt !== undefined || wanted.patch.partySize !== undefined || wanted.patch.areaId !== undefined
  if (needsSystem) inSteps(ctx)
  requireKeyHeld(ctx)
  const timeLeft = callersTime(ctx, wanted.patienceMs)
  const ready = await prepareChange(ctx, wanted).catch(async (error: unknown) => {
    if (error instanceof BusyBooking && error.changing) await scheduleChangeReport(ctx, error.row)
    throw error
  })
  if ('done' in ready) return ready.done
  // Should the change not be sent after all, the resync finds the booking unchanged.
  requireKeyHeld(ctx)
  const result = await withinBudget(timeLeft(), (claim) => {
    const work = ask(ctx, ready.request, { notify: wanted.notify, claim })
    inBackground(
      ctx,
      work.catch(() => undefined),
    )
    return work
  })
  if (!result.inTime) {
    if (result.claimed) await scheduleChangeReport(ctx, ready.request.row)
    throw new Problem('remote.unclear')
  }
  return result.value
}

/**
 * A caller that still waits reads the outcome in the answer. A channel that was answered "unknown yet" gets the outcome by webhook, as it does for
 * changes by others.
 */
const writerOf = async (ctx: Ctx, { systemId }: RemoteRecord, claim: Claim): Promise<Ctx> =>
  claim() || ctx.actor.kind !== 'channel' ? ctx : asSystem(ctx, { id: systemId, name: await nameOf(ctx, 'systems', systemId) })

type Caller = { notify: boolean; claim: Claim }
const ask = async (ctx: Ctx, request: ChangeRequest, { notify, claim }: Caller): Promise<ReservationRecord> => {
  const { row, remote, venue, place } = request
  const rms = await rmsClientOf(ctx, remote.systemId)
  const answer = await rms.change(
    {
      id: remote.remoteId!,
      venueId: venue.externalId ?? '',
      ...(place.startsAt === undefined ? {} : { startsAt: place.startsAt }),
      ...(place.partySize === undefined ? {} : { partySize: place.partySize }),
      ...(place.areaId === undefined ? {} : { areaId: areaOf(venue, place.areaId).externalId }),
      durationSeconds: row.duration,
      bookingType: row.bookingType,
    },
    { venueId: venue.id, reservationId: row.id, ...(row.channelId === null ? {} : { channelId: row.channelId }), requestId: ctx.requestId },
  )
  // The caller may have lost sight of the venue meanwhile (a link paused); the outcome is written all the same.
  const writer: Ctx = { ...(await writerOf(ctx, remote, claim)), scope: { kind: 'all' } }
  const written = await outcomeWhileLeased(writer, remote, (ours) => changeOutcome(ours, { request, answer, notify, side: sideOf(ctx) }))
  wakeReconciler(ctx)
  if (!answer.ok) throw problemOf(answer.fault)
  if (!written?.reservation) throw new Problem('remote.unclear')
  return written.reservation.written
}

/** Whose guest is told of it as of everything booked online. */
const isOnline = (side: Side): side is 'channel' | 'guest' => side === 'channel' || side === 'guest'

type Outcome = { request: ChangeRequest; answer: Answer<RemoteBooking>; notify: boolean; side: Side }

const changeOutcome = async (ours: LeasedBooking, { request, answer, notify, side }: Outcome): Promise<WrittenBooking> => {
  const { ctx, row, reservation } = ours
  if (!answer.ok) {
    // The system may have carried it out: a resync finds out.
    if (answer.fault.done === 'unknown') return { remote: await postpone(ours, answer.fault, { sentAt: databaseNow }) }
    const state = row.state === 'changing' ? 'live' : row.state
    return {
      remote: await writeRemote(ctx, row, { ...nothingWanted, state, lastError: answer.fault.message.slice(0, 500), release: true }),
    }
  }
  const { venue, place, along } = request
  // Fields the system does not repeat in its answer are as requested.
  const stated = {
    ...answer.value,
    startsAt: answer.value.startsAt ?? place.startsAt ?? null,
    partySize: answer.value.partySize ?? place.partySize ?? null,
  }
  const columns = statedColumns(row, stated)
  // Canceled meanwhile: that stands, and is delivered next.
  if (row.state !== 'changing') return { remote: await writeRemote(ctx, row, { ...columns, release: true }) }
  const known = stated.areaId === null && place.areaId !== undefined ? { ...along, areaId: place.areaId } : along
  const after = await applyRemoteState(ctx, {
    reservation,
    row,
    venue,
    stated,
    side: isOnline(side) ? side : 'venue',
    along: known,
    audience: 'nobody',
  })
  if (notify) await (isOnline(side) ? notifyChange(ctx, reservation, after) : notifyGuestIfAsked(ctx, after, 'changed'))
  return {
    reservation: after,
    remote: await writeRemote(ctx, row, {
      ...columns,
      ...nothingWanted,
      state: isEndedAtSystem(stated.status) ? 'closed' : 'live',
      release: true,
    }),
  }
}
