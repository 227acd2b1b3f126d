import type { Fault } from '@tablewire/connectors/kit/connector'
import { localOf } from '#src/features/availability/api.ts'
import { forgetDays } from '#src/features/rms-client/api.ts'
import { changeUnread, lockReservation, type ReservationRecord, tell, tellGuest } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { statement } from '#src/platform/db/statement.ts'
import { constraintOf, sqlCodeOf, transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { adoptStated, isOverThere, type Stated, tellAsked, toldColumns } from './adopt.ts'
import {
  isOver,
  lockRemote,
  lockUnchanged,
  type Named,
  type RemoteChange,
  type RemoteRecord,
  worker,
  writeRemote,
  writtenMeanwhile,
} from './remote-rows.ts'

/** Tells a venue's people that their system and the hub could not agree; notifications come later in the order and listen to this. */
export const troubleJob = defineJob<{ venueId: string; eventId: string; about: string }>('hub.trouble')

/** To the venue's people, with the booking it is about. `eventId`: the same one is told once; the booking itself where there is only one thing to say of it. */
export const tellTrouble = (
  ctx: Ctx,
  { venueId, id, reference }: ReservationRecord,
  { what, eventId = id }: { what: string; eventId?: string },
): Promise<void> => ctx.ports.jobs.enqueue(ctx, troubleJob, { venueId, eventId, about: `${reference}: ${what}` })

type Mirror = { venueId: string; reservationId: string; source: string }
export type Ours = {
  ctx: Ctx
  row: RemoteRecord
  reservation: ReservationRecord
  /** Nothing else is taken to have the id the system gave: should something have it, the write fails, and `whileOurs` goes on without this. */
  alone?: boolean
}

/**
 * Writes what became of a call, in one transaction, when the lease is still ours: a row taken over by somebody else is theirs to write, and they
 * find out for themselves. So does this process, should the database lose it: before the call it was written that there is something to find out.
 */
export const whileOurs = async (ctx: Ctx, asked: Asked, work: Work): Promise<RemoteRecord | undefined> => {
  try {
    return await writeOurs(ctx, asked, (ours) => work({ ...ours, alone: true }))
  } catch (error) {
    if (!isTakenId(error)) throw error
    return writeOurs(ctx, asked, work)
  }
}

const isTakenId = (error: unknown): boolean => constraintOf(error) === 'remote_bookings_remote'

type Known = Pick<Ours, 'row' | 'reservation'>
/** The same for a booking that this process knows: unless somebody has written it since, its rows are not read again, and all leaves in one go. */
export const whileUnchanged = async (ctx: Ctx, known: Known, work: Work): Promise<RemoteRecord | undefined> => {
  try {
    return await transaction(
      ctx,
      async (inner) => {
        await lockUnchanged(inner, known)
        return work({ ctx: inner, ...known, alone: true })
      },
      { unhurried: true },
    )
  } catch (error) {
    if (sqlCodeOf(error) === writtenMeanwhile) return whileOurs(ctx, known.row, work)
    if (isTakenId(error)) return writeOurs(ctx, known.row, work)
    throw error
  }
}

type Asked = Named & Pick<RemoteRecord, 'hints'>
type Work = (ours: Ours) => Promise<RemoteRecord>

const writeOurs = (ctx: Ctx, asked: Asked, work: Work): Promise<RemoteRecord | undefined> =>
  transaction(
    ctx,
    async (inner) => {
      const [reservation, row] = await Promise.all([lockReservation(inner, asked.reservationId), lockRemote(inner, asked)])
      if (!reservation || row?.leaseBy !== worker) return undefined
      const written = await work({ ctx: inner, row, reservation })
      // What was hinted at after the system had been asked is not in its answer.
      return row.hints === asked.hints || written.lookAgain ? written : writeRemote(inner, written, { lookAgain: true })
    },
    { unhurried: true },
  )

/** Half to whole of a doubling distance, 20 seconds at the most: partners that come back are not met by everybody at once. */
export const backoffMs = (attempts: number, leastMs = 0): number =>
  Math.max(Math.min(20_000, 400 * 2 ** Math.min(attempts, 8)) * (0.5 + Math.random() / 2), Math.min(leastMs, 20_000))

/** Not now: what went wrong is kept, and somebody takes it up again. */
export const postpone = ({ ctx, row }: Ours, fault: Pick<Fault, 'message' | 'retryAfterMs'>, change: RemoteChange = {}) =>
  writeRemote(ctx, row, {
    ...change,
    attempts: row.attempts + 1,
    lastError: fault.message.slice(0, 500),
    later: backoffMs(row.attempts, fault.retryAfterMs ?? 0),
  })

/** Nobody can decide this but people: they are told once, and it shows in the drawer. */
export const giveToPeople = async ({ ctx, row, reservation }: Ours, about: string): Promise<RemoteRecord> => {
  await tellTrouble(ctx, reservation, { what: about })
  return writeRemote(ctx, row, { state: 'stuck', lookAgain: false, lastError: about.slice(0, 500), payUntil: null })
}

/** The booking was not made, and will not be. `answered`: whoever booked reads it in the answer. */
export const reject = async (
  { ctx, row, reservation }: Ours,
  { refusal, message, answered }: { refusal: NonNullable<RemoteRecord['refusal']>; message: string; answered: boolean },
): Promise<RemoteRecord> => {
  const after = await changeUnread(ctx, reservation, { status: 'rejected', cancelActor: 'system', cancelReason: message.slice(0, 500) })
  await tell(ctx, {
    kind: 'moved',
    move: 'reject',
    action: null,
    before: reservation,
    after,
    side: 'system',
    reason: message.slice(0, 500),
  })
  if (!answered && (after.source === 'channel' || after.source === 'widget')) await tellGuest(ctx, after, 'rejected')
  if (!answered) await tellAsked(ctx, row, after)
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
  if (isOver(ctx, sentAt, watchHours * 3_600_000)) return writeRemote(ctx, row, { sentAt, lookAgain: false })
  const later = Math.min(longestWatchMs, firstWatchMs * 3 ** Math.min(row.attempts, 6))
  return writeRemote(ctx, row, { sentAt, lookAgain: true, attempts: row.attempts + 1, later })
}

const mirrorOf = async (
  ctx: Ctx,
  { systemId, reservationId }: Pick<RemoteRecord, 'systemId' | 'reservationId'>,
  remoteId: string,
): Promise<Mirror | undefined> => {
  const { rows } = await statement<Mirror>`
    select b.venue_id, b.reservation_id, r.source from remote_bookings b
      join reservations r on r.venue_id = b.venue_id and r.id = b.reservation_id
    where b.system_id = ${systemId} and b.remote_id = ${remoteId} and b.reservation_id <> ${reservationId}`.execute(ctx.db)
  return rows[0]
}

/** A booking that sync or a webhook brought in while our own create was on its way is the same one: ours stays. */
const freeMirror = async (ours: Ours, remoteId: string): Promise<'free' | 'taken'> => {
  const { ctx, row, alone } = ours
  const other = alone ? undefined : await mirrorOf(ctx, row, remoteId)
  if (!other) return 'free'
  if (other.source !== 'system') return 'taken'
  await statement`delete from remote_bookings where venue_id = ${other.venueId} and reservation_id = ${other.reservationId}`.execute(ctx.db)
  const mirror = await lockReservation(ctx, other.reservationId)
  if (mirror && !isOverThere(mirror.status)) {
    const after = await changeUnread(ctx, mirror, {
      status: 'canceled',
      cancelActor: 'hub',
      cancelReason: null,
      canceledAt: ctx.clock().toString(),
    })
    await tell(ctx, { kind: 'moved', move: 'cancel', action: null, before: mirror, after, side: 'hub' })
  }
  return 'free'
}

type Adopted = {
  venue: VenueWithBook
  booking: Stated
  insist?: boolean
  answered?: boolean
  /** Hears the reservation as it was brought to the system's word. */
  adopted?: (after: ReservationRecord) => void
}

/** The system has it: both sides are brought together. A cancellation that came meanwhile is still to be delivered. */
export const adoptFound = async (ours: Ours, { venue, booking, insist, answered, adopted }: Adopted): Promise<RemoteRecord> => {
  const { ctx, row, reservation } = ours
  if (row.remoteId === null && (await freeMirror(ours, booking.id)) === 'taken')
    return giveToPeople(ours, 'the system gave this booking the id of another one')
  const told = toldColumns(ctx, row, booking)
  const gone = isOverThere(booking.status ?? null)
  if (row.state === 'canceling') {
    if (!gone && !insist) return writeRemote(ctx, row, told)
    if (gone) return closeCanceled({ ...ours, row: { ...row } }, told)
  }
  if (row.state !== 'live')
    await forgetTouched(ours, booking.startsAt ? localOf(Date.parse(booking.startsAt), venue.timeZone).date : undefined)
  const [after, written] = await Promise.all([
    adoptStated(ctx, { reservation, row, venue, stated: booking, ...(insist ? { insist } : {}), ...(answered ? { answered } : {}) }),
    writeRemote(ctx, row, {
      ...told,
      ...nothingWanted,
      state: gone ? 'closed' : 'live',
      lookAgain: false,
      attempts: 0,
      ...(row.state === 'creating' && booking.status === 'rejected' ? { refusal: 'refused' as const } : {}),
      ...(booking.status === 'requires_payment' ? {} : { payUntil: null }),
    }),
  ])
  adopted?.(after)
  return written
}

export const nothingWanted = {
  wantedStartsAt: null,
  wantedPartySize: null,
  wantedAreaId: null,
  sentAt: null,
  endedAt: null,
} satisfies RemoteChange

/** A place was taken or given back: what the system said before of these days is no longer so. */
const forgetTouched = ({ ctx, row, reservation }: Ours, now?: string): Promise<void> =>
  forgetDays(ctx, row.venueId, [...new Set([reservation.serviceOn, now ?? reservation.serviceOn])])

/** Canceled there, so it is here too, where it was still standing (a payment that never came). */
export const closeCanceled = async ({ ctx, row, reservation }: Ours, change: RemoteChange = {}): Promise<RemoteRecord> => {
  await forgetTouched({ ctx, row, reservation })
  const standing = ['pending_confirmation', 'requires_payment', 'confirmed'].includes(reservation.status)
  if (standing) {
    const after = await changeUnread(ctx, reservation, {
      status: 'canceled',
      cancelActor: row.cancelActor ?? 'hub',
      cancelReason: row.cancelReason,
      canceledAt: ctx.clock().toString(),
    })
    await tell(ctx, { kind: 'moved', move: 'cancel', action: null, before: reservation, after, side: 'hub', reason: row.cancelReason })
    if (after.source === 'channel' || after.source === 'widget') await tellGuest(ctx, after, 'canceled')
  }
  return writeRemote(ctx, row, { ...change, ...nothingWanted, state: 'closed', lookAgain: false, payUntil: null, paymentToken: null })
}

/** How long after the meal one still tries to find out what became of a booking. */
const patienceHours = 6
export const isPastCare = (ctx: Ctx, { startsAt }: ReservationRecord): boolean => isOver(ctx, startsAt, patienceHours * 3_600_000)
