import { sql } from 'kysely'
import {
  changeRowFor,
  type ChannelBooking,
  channelBookingView,
  contactColumns,
  contactFrom,
  type ContactInput,
  lockReservation,
  type ReservationRecord,
  type SlotAsk,
} from '#src/features/reservations/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { statement } from '#src/platform/db/statement.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { inSteps, requireKeyHeld } from '#src/platform/http/idempotency.ts'
import { Problem } from '#src/platform/problem.ts'
import { findPlace, requireUnpromised } from './hold-remote.ts'
import { placeOf } from './booking-router.ts'
import { inBackground } from './reconcile-loop.ts'
import { derivedId, problemOf } from './place-remote.ts'
import {
  type RecordedIntent,
  recordedIntentOf,
  type PendingIntent,
  recordIntentToBook,
  recordNewBooking,
  recordSent,
} from './record-intent.ts'
import type { RemoteRecord } from './remote-rows.ts'
import { reconcile } from './reconcile.ts'
import { callersTime, type TimeLeft, withinBudget } from './within-budget.ts'

type Guest = { contact: ContactInput; notes: string | null; paymentToken: string | null }

/**
 * Calls the system within the caller's time budget; what takes longer continues in the background. Returns the booking when it was made at once: any
 * other outcome has to be read.
 */
export const reconcileNow = async (
  ctx: Ctx,
  { reservation, remote, venue, sinceMs }: RecordedIntent,
  timeLeft: TimeLeft,
): Promise<ChannelBooking | undefined> => {
  const result = await withinBudget(timeLeft(), (claim) => {
    const work = reconcile(ctx, remote, { venue, reservation, fresh: { sinceMs }, claim })
    inBackground(ctx, work)
    return work.catch(() => undefined)
  })
  const made = result.inTime ? result.value : undefined
  return made && !isRefused(made.reservation) ? channelBookingView(made.reservation, made.remote.paymentUrl) : undefined
}

const isRefused = ({ status }: ReservationRecord): boolean => status === 'rejected'

/** The booking as it stands now, or why there is none. */
export const answerOf = async (ctx: Ctx, { venueId, id }: Pick<ReservationRecord, 'venueId' | 'id'>): Promise<ChannelBooking> => {
  const { rows } = await sql<ReservationRecord & Pick<RemoteRecord, 'paymentUrl' | 'refusal' | 'lastError'>>`
    select r.*, b.payment_url, b.refusal, b.last_error
    from reservations r left join remote_bookings b on b.venue_id = r.venue_id and b.reservation_id = r.id
    where r.venue_id = ${venueId} and r.id = ${id}`.execute(ctx.db)
  const row = rows[0]!
  if (row.status === 'rejected' && row.refusal) {
    // A retry cannot succeed.
    if (row.refusal === 'unreachable') throw new Problem('remote.given_up')
    throw problemOf({ kind: row.refusal, done: 'no', message: row.lastError ?? '' })
  }
  return channelBookingView(row, row.paymentUrl)
}

const isPast = (ctx: Ctx, instant: string): boolean => instantMs(instant) <= ctx.clock().epochMilliseconds

/**
 * Turns a hold at a remote venue into a booking there: the intent is recorded, the system is called without a transaction, the outcome is written.
 * Idempotent: the same guest committing twice gets the same booking.
 */
export const commitRemote = async (ctx: Ctx, { id, ...guest }: Guest & { id: string }): Promise<ChannelBooking> => {
  inSteps(ctx)
  const timeLeft = callersTime(ctx)
  const venueId = (await placeOf(ctx, id))?.venueId
  if (!venueId) throw new Problem('hold.not_found')
  const { intending, row } = await transaction(ctx, (inner) => recordIntentToCommit(inner, { id, venueId, ...guest }))
  const outcome = intending && (await reconcileNow(ctx, await recordedIntentOf(intending), timeLeft))
  return outcome ?? answerOf(ctx, row)
}

const recordIntentToCommit = async (
  ctx: Ctx,
  { id, venueId, contact: given, notes, paymentToken }: Guest & { id: string; venueId: string },
): Promise<{ row: ReservationRecord; intending?: PendingIntent }> => {
  const [row, venue] = await Promise.all([lockReservation(ctx, id), venueWithBook({ ...ctx, scope: { kind: 'all' } }, venueId)])
  if (!row) throw new Problem('hold.not_found')
  if (row.status === 'expired' || (row.status === 'held' && isPast(ctx, row.holdExpiresAt!))) throw new Problem('hold.expired')
  if (row.status !== 'held') {
    if (row.guestEmail?.toLowerCase() === given.email?.toLowerCase()) return { row }
    throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
  }
  if (venue.archived) throw new Problem('slot.closed', { reason: 'rule.venue_inactive' })
  const contact = contactFrom(given, venue.countryCode)
  const wanted = { status: 'pending_confirmation', holdExpiresAt: null, contact, ...contactColumns(contact), notes } as const
  const sinceMs = ctx.ports.timers.nowMs()
  const [after, remote] = await Promise.all([changeRowFor(ctx, row, wanted), recordIntentToBook(ctx, row, { paymentToken })])
  await recordSent(ctx, row, after)
  return { row, intending: { reservation: after, remote, venue, sinceMs } }
}

/** `patienceMs`: how long this caller waits; `takenBack`: what it canceled itself under that key was no booking, and a retry tries anew. */
export type Urgency = { patienceMs?: number; takenBack?: boolean }

/** Books in one step. A retry with the same idempotency key finds its own booking, unless that was definitely refused: then it tries anew. */
export const bookRemote = async (
  ctx: Ctx,
  { venueOf, patienceMs, takenBack = false, ...ask }: SlotAsk & Guest & Urgency,
): Promise<ChannelBooking> => {
  inSteps(ctx)
  const timeLeft = callersTime(ctx, patienceMs)
  const record = async (id: string): Promise<PendingIntent> => {
    const venue = await venueOf(ctx)
    const contact = contactFrom(ask.contact, venue.countryCode)
    const place = await findPlace(ctx, { ...ask, venue }, timeLeft)
    return transaction(ctx, async (inner) => {
      await requireUnpromised(inner, place)
      // A retry may have been refused, and the guest sent elsewhere: this one is obsolete.
      requireKeyHeld(ctx)
      const reservation = { ...place, id, source: 'channel', contact, notes: ask.notes, status: 'pending_confirmation' } as const
      return recordNewBooking(inner, reservation, { paymentToken: ask.paymentToken })
    })
  }
  const { own, intending } = await recordIntentOnce(ctx, record, takenBack)
  return (intending && (await reconcileNow(ctx, await recordedIntentOf(intending), timeLeft))) ?? answerOf(ctx, own)
}

type Once = { own: Pick<ReservationRecord, 'venueId' | 'id'>; intending?: PendingIntent }
/**
 * Records a booking under the id derived from its key, unless it exists already. The key's first call may race with its retry, from a process
 * suspended for longer than its claim: then a refusal because of its own place, or of the id it has taken, is no refusal of this booking. One that
 * was refused meanwhile answers that: a call that comes so late does not try anew.
 */
export const recordIntentOnce = async (ctx: Ctx, record: (id: string) => Promise<PendingIntent>, takenBack = false): Promise<Once> => {
  const before = await ownBefore(ctx, takenBack)
  if (before.row) return { own: before.row }
  try {
    const intending = await record(before.id)
    return { own: intending.reservation, intending }
  } catch (error) {
    const since = await ownBefore(ctx, takenBack)
    const own = since.row ?? (since.id === before.id ? undefined : since.refused)
    if (own) return { own }
    throw error
  }
}

type OwnBefore = { id: string; row?: ReservationRecord; refused?: ReservationRecord | undefined }
/** The booking this key made before, or the id for the next attempt, and the last definite refusal. */
const ownBefore = async (ctx: Ctx, takenBack: boolean): Promise<OwnBefore> => {
  let refused: ReservationRecord | undefined
  for (let attempt = 0; ; attempt++) {
    const id = derivedId(ctx, attempt)
    if (ctx.unitOfWork.idempotencyKey === undefined) return { id }
    const { rows } = await statement<ReservationRecord & { watched: boolean | null }>`
      select r.*, b.sent_at is not null as watched from reservations r
        left join remote_bookings b on b.venue_id = r.venue_id and b.reservation_id = r.id
      where r.id = ${id}`.execute(ctx.db)
    const row = rows[0]
    if (!row) return { id, refused }
    // Given up, and perhaps made there after all: a new attempt could book the guest twice.
    const over = row.status === 'rejected' ? !row.watched : takenBack && row.status === 'canceled'
    if (!over) return { id, row }
    refused = row
  }
}
