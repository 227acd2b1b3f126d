import type { TableLost } from '@tablewire/contracts/booking/table-parties'
import type { Side } from '@tablewire/contracts/booking/reservations.rules'
import { after as statusAfter, type Move, needsReason, occupying } from '@tablewire/contracts/booking/reservations.rules'
import { Temporal } from 'temporal-polyfill'
import { decidePlacement, type Placement } from '#src/features/availability/api.ts'
import { giveTables, lostSince, sittingAt, tablesAfter, tablesBefore, type TablesMoved } from '#src/features/tables/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { venueOf } from './change-reservation.ts'
import { askerOf, placeColumns, seatsOf } from './place-reservation.ts'
import { doneAt, recordEvent, sideOf } from './reservation-history.ts'
import type { ChangedReservation, ReservationChange, ReservationRecord } from './reservation-rows.ts'
import type { Notice } from './guest-messages.ts'
import { noticeOf, notifyGuest, notifyGuestIfAsked } from './notify-guest.ts'
import { changePipelined } from './pipelined-rows.ts'

export type Step = {
  move: Move
  reason?: string | null | undefined
  /** Undefined = guests who booked online are notified, those of the phone are not. */
  notify?: boolean | undefined
  override?: boolean | undefined
  /** The actor of the move, where that is not the caller. */
  side?: Side | undefined
  cancelActor?: string | undefined
  /** When it was done, where it could not be sent then. */
  notedAt?: string | undefined
}

const audited: Record<Move, string> = {
  confirm: 'reservation.confirmed',
  reject: 'reservation.rejected',
  seat: 'reservation.seated',
  complete: 'reservation.completed',
  cancel: 'reservation.canceled',
  'no-show': 'reservation.no_show',
  reopen: 'reservation.reopened',
}
const notices: Partial<Record<Move, Notice>> = { confirm: 'booked', reject: 'rejected', cancel: 'canceled' }

/** With what became of tables by it: the party's own, and those of who was forgotten at one of them. */
export type MovedReservation = ChangedReservation & { tablesMoved?: TablesMoved | undefined; tablesLost?: TableLost[] }

/** One step of the life cycle (RE2) for a locked reservation. */
export const moveReservation = async (ctx: Ctx, row: ReservationRecord, step: Step): Promise<MovedReservation> => {
  const { move, reason = null } = step
  const status = statusAfter(move, row.status)
  if (!status) throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
  if (needsReason(move) && !reason && askerOf(ctx) === 'staff') throw new Problem('reason.required')
  const done = await doneAt(ctx, row, step.notedAt)
  const { seats, ...change } = await alongside(ctx, row, { ...step, at: done ?? ctx.clock() })
  const held = move === 'seat' || move === 'reopen' ? await tablesBefore(ctx, row, undefined) : undefined
  const sitting = held ? await sittingAt(ctx, row, held.tableIds) : []
  const after = await changePipelined(ctx, row, { status, holdExpiresAt: null, ...change })
  await giveTables(ctx, after, seats)
  const tablesMoved = held?.tableIds.length ? await tablesAfter(ctx, row, { before: held, wanted: undefined }) : undefined
  const tablesLost = await lostSince(ctx, row, sitting)
  await recordEvent(ctx, {
    kind: 'moved',
    move,
    action: audited[move],
    before: row,
    after,
    side: step.side ?? sideOf(ctx),
    reason: reason || null,
    ...(done ? { extra: { notedAt: done.toString() } } : {}),
  })
  await tellOf(ctx, after, step)
  return { ...after, tablesMoved, tablesLost }
}

/** A guest notified of a cancellation is notified of its undo; other moves taken back need no notification. */
const tellOf = async (ctx: Ctx, after: ChangedReservation, { move, notify }: Step): Promise<void> => {
  const notice = move === 'reopen' ? notify && noticeOf(after.status) : notices[move]
  const online = after.source === 'channel' || after.source === 'widget'
  if (notice && (notify ?? online) && (after.guestEmail || after.guestPhone))
    await (notify ? notifyGuestIfAsked : notifyGuest)(ctx, after, notice)
}

type Done = Step & { at: Temporal.Instant }
/** What else changes with the status. */
type Alongside = ReservationChange & Pick<Placement, 'seats'>
const alongside = async (ctx: Ctx, row: ReservationRecord, { move, reason, override, cancelActor, at }: Done): Promise<Alongside> => {
  if (move === 'cancel') return { cancelActor: cancelActor ?? 'venue', cancelReason: reason || null, canceledAt: at.toString() }
  if (move === 'reject') return { cancelActor: 'venue', cancelReason: reason || null }
  if (move === 'complete') {
    // The table is free at once; a stay lasts at least its first minute.
    const earliest = Temporal.Instant.from(row.startsAt).add({ minutes: 1 })
    const end = Temporal.Instant.compare(at, earliest) < 0 ? earliest : at
    return Temporal.Instant.compare(end, row.endsAt) < 0 ? { endsAt: end.toString() } : {}
  }
  return move === 'reopen' ? reopening(ctx, row, override ?? false) : {}
}

/** A slip is taken back within so many minutes; the database looks whether the place is still there (`guard_capacity`). */
const slipMinutes = 10

/** Undoing a move takes the place again: by the current book, or in the old place once the meal has begun, or where it was left a moment ago. */
const reopening = async (ctx: Ctx, row: ReservationRecord, override: boolean): Promise<Alongside> => {
  if (override && !ctx.ability.can('override', 'reservation-list')) throw new Problem('override.denied')
  if (row.status === 'seated') return {}
  const forgotten = { cancelActor: null, cancelReason: null, canceledAt: null }
  const venue = await venueOf(ctx, row)
  const begun = Temporal.Instant.compare(row.startsAt, ctx.clock()) <= 0
  const left = Temporal.Instant.from(row.updatedAt).add({ minutes: slipMinutes })
  const slip = Temporal.Instant.compare(left, ctx.clock()) > 0 && venue.book.areas.some((area) => area.id === row.areaId)
  if (begun || slip || row.status === 'completed')
    return {
      ...forgotten,
      bookVersion: venue.book.version,
      override: override || (row.override && (occupying.includes(row.status) || (slip && !(await isPlacedSince(ctx, row))))),
      endsAt: await plannedEnd(ctx, row),
    }
  const areaId = venue.book.areas.some((area) => area.id === row.areaId) ? row.areaId : null
  const placement = await decidePlacement(ctx, {
    venue,
    startsAt: row.startsAt,
    partySize: row.partySize,
    areaId,
    asker: 'staff',
    override,
    ignore: row.id,
  })
  return { ...forgotten, ...placeColumns(placement), ...seatsOf(placement) }
}

/** Somebody was given a place in its time since it was left: who was beyond the limits is asked about again. */
const isPlacedSince = async (ctx: Ctx, { venueId, startsAt, endsAt, updatedAt }: ReservationRecord): Promise<boolean> => {
  const found = await ctx.db
    .selectFrom('reservations')
    .select('id')
    .where('venueId', '=', venueId)
    .where('startsAt', '>', Temporal.Instant.from(startsAt).subtract({ hours: 12 }).toString())
    .where('startsAt', '<', endsAt)
    .where('endsAt', '>', startsAt)
    .where('createdAt', '>', updatedAt)
    .where('status', 'in', [...occupying])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The planned end of a party that was completed early. */
const plannedEnd = async (ctx: Ctx, { venueId, id, endsAt }: ReservationRecord): Promise<string> => {
  const completed = await ctx.db
    .selectFrom('reservationEvents')
    .select('before')
    .where('venueId', '=', venueId)
    .where('reservationId', '=', id)
    .where('move', '=', 'complete')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const planned = completed?.before?.['endsAt']
  return typeof planned === 'string' && Temporal.Instant.compare(planned, endsAt) > 0 ? planned : endsAt
}
