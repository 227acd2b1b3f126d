import type { PartyJoin, PartySplit } from '@tablewire/contracts/booking/party-acts'
import type { Reservation } from '@tablewire/contracts/booking/reservations'
import type { ReservationPatch } from '@tablewire/contracts/booking/reservation-inputs'
import type { z } from 'zod/mini'
import { isDeepStrictEqual } from 'node:util'
import { occupancyAround, peakIn } from '#src/features/availability/api.ts'
import { giveSuggested } from '#src/features/tables/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { changeReservation, venueOf } from './change-reservation.ts'
import { getReservation } from './get-reservation.ts'
import { moveReservation } from './move-reservation.ts'
import { requireEmail, notifyGuestIfAsked } from './notify-guest.ts'
import { placeReservation } from './place-reservation.ts'
import { recordEvent, refuseOutdated } from './reservation-history.ts'
import { changeRow, type ReservationRecord, requireReservation } from './reservation-rows.ts'

/** Staff change a reservation (RE3); optimistic lock: refused when another change came since it was read. */
export const updateReservation = async (
  ctx: Ctx,
  { id, patch: sent }: { id: string; patch: z.output<typeof ReservationPatch> },
): Promise<Reservation> =>
  transaction(ctx, async (inner) => {
    const row = await requireReservation(inner, id)
    const { version, notify, ...patch } = sent
    await refuseOutdated(inner, row, version)
    const after = await changeReservation(inner, { row, patch, dialect: { phoneField: 'guest.phone', international: false } })
    if (notify) {
      requireEmail(after.guestEmail)
      await notifyGuestIfAsked(inner, after, 'changed')
    }
    const { tablesMoved } = after
    return { ...(await getReservation(inner, id)), ...(tablesMoved ? { tablesMoved } : {}) }
  })

const contactOf = (row: ReservationRecord) => ({
  firstName: row.guestFirstName,
  lastName: row.guestLastName,
  email: row.guestEmail,
  phone: row.guestPhone,
  lang: row.guestLang,
  optIn: row.guestOptIn,
  address: row.guestAddress,
})

/** Its history names the other one. */
const link = (ctx: Ctx, row: ReservationRecord, extra: Record<string, string>): Promise<void> =>
  recordEvent(ctx, { kind: 'changed', action: null, before: row, after: row, extra })

/** More sit in the area during that stay than it seats, as somebody booked beyond its limit before. */
const isOversold = async (
  ctx: Ctx,
  venue: VenueWithBook,
  { areaId, startsAt, endsAt }: Pick<ReservationRecord, 'areaId' | 'startsAt' | 'endsAt'>,
): Promise<boolean> => {
  const area = venue.book.areas.find(({ id }) => id === areaId)
  if (!area) return false
  const occupancy = await occupancyAround(ctx, venue.id, startsAt)
  return peakIn(occupancy, { areaId: area.id, startMs: instantMs(startsAt), endMs: instantMs(endsAt) }) > area.capacity
}

/**
 * Some of a party become one of their own, in one transaction: the seats are theirs already, so that no limit of the book is asked again, and
 * nobody is beyond one who was not before. In the pacing they are two parties from then on. A table that is free is given to the new party; the other one keeps its own.
 */
export const splitReservation = (
  ctx: Ctx,
  { id, split: { partySize, version } }: { id: string; split: z.output<typeof PartySplit> },
): Promise<Reservation> =>
  transaction(ctx, async (inner) => {
    const row = await requireReservation(inner, id)
    await refuseOutdated(inner, row, version)
    if (row.remote) throw new Problem('remote.decides')
    if (row.status !== 'confirmed' && row.status !== 'seated')
      throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
    if (partySize >= row.partySize) throw new Problem('request.invalid', {}, { partySize: [{ issue: 'invalid' }] })
    const dialect = { phoneField: 'guest.phone', international: false }
    const rest = await changeReservation(inner, { row, patch: { partySize: row.partySize - partySize }, dialect })
    const venue = await venueOf(inner, row)
    const placed = await placeReservation(inner, {
      venue,
      startsAt: row.startsAt,
      partySize,
      areaId: row.areaId,
      source: row.source === 'walk_in' ? 'walk_in' : 'phone',
      seated: true,
      contact: contactOf(row),
      notes: row.notes,
      tags: row.tags,
    })
    // They sit, or come, as they did: until the same time, as late, and beyond the limits if they were. A stay of their own would sell seats again that are taken.
    const { endsAt, lateMinutes, guestConfirmedAt } = row
    const half = await requireReservation(inner, placed.id)
    const override = row.override || half.override || (await isOversold(inner, venue, { ...row, areaId: half.areaId }))
    let made = await changeRow(inner, half, { endsAt, lateMinutes, guestConfirmedAt, override })
    if (row.status === 'seated') made = await (await moveReservation(inner, made, { move: 'seat' })).written
    await link(inner, made, { splitFrom: row.reference })
    await link(inner, rest, { splitInto: made.reference })
    await giveSuggested(inner, made.id)
    return getReservation(inner, made.id)
  })

const wasSplitFrom = async (ctx: Ctx, other: ReservationRecord, { reference }: ReservationRecord): Promise<boolean> => {
  const events = await ctx.db
    .selectFrom('reservationEvents')
    .select('after')
    .where('venueId', '=', other.venueId)
    .where('reservationId', '=', other.id)
    .execute()
  return events.some(({ after }) => after?.['splitFrom'] === reference)
}

/** As the other one says itself: nothing is lost where it goes. */
const isAsSplit = (row: ReservationRecord, other: ReservationRecord): boolean =>
  isDeepStrictEqual(
    [row.startsAt, row.endsAt, row.areaId, row.notes, row.tags, row.lateMinutes, contactOf(row)],
    [other.startsAt, other.endsAt, other.areaId, other.notes, other.tags, other.lateMinutes, contactOf(other)],
  )

/**
 * A split taken back. The party that was split off ends as a hold does, which never was a booking to anybody: canceled, it would stand in lists, sums and
 * figures as a cancellation that nobody made. It goes first, so that the seats of the other one never count twice.
 */
export const joinReservations = (
  ctx: Ctx,
  { id, join: { other: otherId, version, otherVersion } }: { id: string; join: z.output<typeof PartyJoin> },
): Promise<Reservation> =>
  transaction(ctx, async (inner) => {
    const row = await requireReservation(inner, id)
    const other = await requireReservation(inner, otherId)
    await refuseOutdated(inner, row, version)
    await refuseOutdated(inner, other, otherVersion)
    if (row.remote) throw new Problem('remote.decides')
    if (row.status !== other.status || (row.status !== 'confirmed' && row.status !== 'seated'))
      throw new Problem('reservation.move_illegal', { status: `status.${other.status}` })
    if (row.venueId !== other.venueId || !(await wasSplitFrom(inner, other, row)))
      throw new Problem('request.invalid', {}, { other: [{ issue: 'invalid' }] })
    // Whoever does not say which state he has seen has not seen what was written of it since, an allergy for one.
    if (otherVersion === undefined && !isAsSplit(row, other)) await refuseOutdated(inner, other, other.version - 1)
    const gone = await changeRow(inner, other, { status: 'expired' })
    await recordEvent(inner, {
      kind: 'changed',
      action: 'reservation.changed',
      before: other,
      after: gone,
      extra: { joinedInto: row.reference },
    })
    const whole = await changeRow(inner, row, { partySize: row.partySize + other.partySize, joinedPart: other.id })
    await recordEvent(inner, {
      kind: 'changed',
      action: 'reservation.changed',
      before: row,
      after: whole,
      extra: { joined: other.reference },
    })
    return getReservation(inner, id)
  })

/** So long somebody may still have it in mind that it was a mistake. */
const retractMs = 15 * 60_000
const ofHouse: readonly string[] = ['phone', 'walk_in']

const wasTold = async (ctx: Ctx, { venueId, id }: ReservationRecord): Promise<boolean> => {
  const told = ctx.db.selectFrom('reservationEvents').select('id').where('venueId', '=', venueId).where('reservationId', '=', id)
  return (await told.where('kind', '=', 'notified').limit(1).executeTakeFirst()) !== undefined
}

/**
 * A booking taken back at once. It ends as a hold does, which never was a booking to anybody: canceled, a slip of the hand would stand among those who do not come,
 * in lists, sums and figures. Whose guest heard of it is canceled, and hears of that as well.
 */
export const retractReservation = (ctx: Ctx, id: string, version: number | undefined): Promise<Reservation> =>
  transaction(ctx, async (inner) => {
    const row = await requireReservation(inner, id)
    await refuseOutdated(inner, row, version)
    if (row.remote) throw new Problem('remote.decides')
    const isNew = instantMs(row.createdAt) > inner.clock().epochMilliseconds - retractMs
    const stands = row.status === 'confirmed' || row.status === 'seated'
    if (!isNew || !stands || !ofHouse.includes(row.source) || row.channelId !== null || (await wasTold(inner, row)))
      throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
    const gone = await changeRow(inner, row, { status: 'expired' })
    const extra = { retracted: row.reference }
    await recordEvent(inner, { kind: 'changed', action: 'reservation.changed', before: row, after: gone, extra })
    return getReservation(inner, id)
  })
