import type { RemoteBooking } from '@tablewire/connectors/kit/connector'
import type { Move, Status } from '@tablewire/contracts/booking/reservations.rules'
import { oneLine } from '@tablewire/contracts/kit/text.rules'
import { placedRemotely } from '#src/features/availability/api.ts'
import {
  changePipelined,
  type ChangedReservation,
  type ReservationChange,
  type ReservationRecord,
  type PendingReservation,
  recordEvent,
  notifyGuest,
  notifyGuestIfAsked,
} from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs, instantText } from '#src/platform/clock.ts'
import { type Ctx, newUnitOfWork } from '#src/platform/ctx.ts'
import { written } from '#src/platform/db/pending.ts'
import { isWebLink } from '#src/platform/net/guard.ts'
import { databaseNow, type RemoteChange, type RemoteRecord } from './remote-rows.ts'
import { type Audience, type Case, caseOf, isEndedAtSystem, type News, noticeOf, statusChange } from './remote-state-cases.ts'

/** The state a system reports; fields it does not report are missing or null. */
export type RemoteStatement = Partial<Omit<RemoteBooking, 'id'>> & { id: string }

/** The actor of a system's statement: the system itself, without a session, outside of any transaction. */
export const asSystem = (ctx: Ctx, { id, name }: { id: string; name: string }): Ctx => ({
  ...ctx,
  actor: { kind: 'system', id, name, rateLimitPerMinute: 0 },
  scope: { kind: 'all' },
  unitOfWork: newUnitOfWork(),
})

const moveTo: Partial<Record<Status, Move>> = {
  confirmed: 'confirm',
  rejected: 'reject',
  canceled: 'cancel',
  seated: 'seat',
  completed: 'complete',
  no_show: 'no-show',
}
const payMinutes = 30

/** The columns that store what was reported. */
export const statedColumns = (row: RemoteRecord, stated: RemoteStatement): RemoteChange => {
  const waitsForMoney = stated.status === 'requires_payment'
  return {
    ...(row.remoteId === null ? { remoteId: stated.id, madeAt: databaseNow } : {}),
    ...(stated.status ? { toldStatus: stated.status } : {}),
    ...(stated.startsAt ? { toldStartsAt: stated.startsAt } : {}),
    ...(stated.partySize ? { toldPartySize: stated.partySize } : {}),
    ...(stated.areaId ? { toldArea: stated.areaId } : {}),
    // Guests are led there by channels: nothing but a page of the web.
    ...(stated.paymentUrl && isWebLink(stated.paymentUrl) ? { paymentUrl: stated.paymentUrl } : {}),
    ...(waitsForMoney && row.payUntil === null ? { payUntil: instantText(instantMs(row.readAt) + payMinutes * 60_000) } : {}),
    toldAt: databaseNow,
    lastError: null,
    paymentToken: null,
  }
}

const movedColumns = (
  reservation: ReservationRecord,
  venue: VenueWithBook,
  place: { startsAt: string; areaId: string },
): ReservationChange => {
  const staySeconds = (instantMs(reservation.endsAt) - instantMs(reservation.startsAt)) / 1000
  const { override: _, ...columns } = placedRemotely(venue, { ...place, durationSeconds: staySeconds })
  return columns
}

/** The restaurant changed with its guest how long they stay, or what for. Where nothing was chosen the value is the system's default, and no change. */
const chosenStated = (
  reservation: ReservationRecord,
  { durationSeconds, bookingType }: RemoteStatement,
  startsAt: string,
): ReservationChange => ({
  ...(durationSeconds && reservation.duration !== null && durationSeconds !== reservation.duration
    ? { duration: durationSeconds, endsAt: instantText(instantMs(startsAt) + durationSeconds * 1000) }
    : {}),
  ...(bookingType && reservation.bookingType !== null && oneLine(bookingType) !== reservation.bookingType
    ? { bookingType: oneLine(bookingType) || null }
    : {}),
})

export const placeStated = (reservation: ReservationRecord, venue: VenueWithBook, stated: RemoteStatement): ReservationChange => {
  const startsAt = stated.startsAt ?? reservation.startsAt
  const area = stated.areaId ? venue.book.areas.find((one) => one.externalId === stated.areaId) : undefined
  const areaId = area?.id ?? reservation.areaId
  const moved = instantMs(startsAt) !== instantMs(reservation.startsAt) || areaId !== reservation.areaId
  const partySize = stated.partySize ?? reservation.partySize
  const chosen = chosenStated(reservation, stated, startsAt)
  return {
    ...(moved ? movedColumns(reservation, venue, { startsAt, areaId }) : {}),
    // The channel's limit was checked when booking; what the system grants later is granted.
    ...(partySize === reservation.partySize ? {} : { partySize, channelCoversMax: null }),
    ...chosen,
  }
}

export const statusColumns = (ctx: Ctx, stated: RemoteStatement, status: Status): ReservationChange =>
  isEndedAtSystem(status)
    ? {
        status,
        cancelActor: stated.cancelActor ?? 'system',
        cancelReason: stated.cancelReason ?? null,
        canceledAt: status === 'canceled' ? ctx.clock().toString() : null,
      }
    : { status, cancelActor: null, cancelReason: null, canceledAt: null }

type ApplyContext = {
  reservation: ReservationRecord
  row: RemoteRecord
  venue: VenueWithBook
  stated: RemoteStatement
  /** The system's status is applied although it is not new: what the hub requested was refused. */
  insist?: boolean
  audience?: Audience
  side?: 'system' | 'channel' | 'venue' | 'guest'
  /** Other fields changed along with it. */
  along?: ReservationChange
}

/**
 * Applies the system's state to the reservation. Only differences from its last statement count: what people changed here since stays until the
 * system says otherwise.
 */
export const applyRemoteState = async (ctx: Ctx, applying: ApplyContext): Promise<ChangedReservation> => {
  const { reservation, row, venue, stated, insist = false, along } = applying
  const place = { ...placeStated(reservation, venue, stated), ...along }
  const status = statusChange({ here: reservation.status, before: row.toldStatus, stated: stated.status, insist })
  const news: News = {
    first: row.state === 'creating' || row.toldStatus === null,
    status,
    placed: Object.keys(place).length > 0,
    now: status ?? reservation.status,
  }
  const known = caseOf(news)
  if (!known.event) return written(reservation)
  const changed = news.placed || status !== undefined
  const after = changed
    ? await changePipelined(ctx, reservation, { ...place, ...(status ? statusColumns(ctx, stated, status) : {}) })
    : written(reservation)
  await recordNews(ctx, applying, { news, event: known.event, after })
  await mailOutcome(ctx, applying, { known, after })
  return after
}

type RecordedNews = { news: News; event: NonNullable<Case['event']>; after: ChangedReservation }
const recordNews = (
  ctx: Ctx,
  { reservation, stated, side = 'system' }: ApplyContext,
  { news, event, after }: RecordedNews,
): Promise<void> => {
  const move = news.status && moveTo[news.status]
  return recordEvent(ctx, {
    kind: event,
    // What the system itself did is in the history; only what somebody requested here is audited.
    action: side === 'system' ? null : 'reservation.changed',
    before: reservation,
    after,
    side,
    reason: news.status ? (stated.cancelReason ?? null) : null,
    ...(move ? { move } : {}),
    ...(news.first ? { extra: { remoteId: stated.id } } : {}),
  })
}

const mailOutcome = async (
  ctx: Ctx,
  { row, audience = 'everybody' }: ApplyContext,
  { known, after }: { known: Case; after: ChangedReservation },
): Promise<void> => {
  if (audience === 'nobody') return
  if (!(audience === 'caller' && isEndedAtSystem(after.status))) await mailRequestedNotice(ctx, row, after)
  const notice = noticeOf(known, after.status, audience)
  if (notice && (after.source === 'channel' || after.source === 'widget')) await notifyGuest(ctx, after, notice)
}

/** For a booking of the staff: mails the outcome to whoever requested it, however long it took. */
export const mailRequestedNotice = async (ctx: Ctx, row: RemoteRecord, after: PendingReservation): Promise<void> => {
  if (!row.tellGuest) return
  const { status } = after
  const notice = status === 'confirmed' ? 'booked' : status === 'rejected' ? status : undefined
  if (!notice) return
  await notifyGuestIfAsked(ctx, after, notice)
  await ctx.db
    .updateTable('remoteBookings')
    .set({ tellGuest: false })
    .where('venueId', '=', row.venueId)
    .where('reservationId', '=', row.reservationId)
    .execute()
}
