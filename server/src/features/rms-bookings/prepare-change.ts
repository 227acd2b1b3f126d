import { isDeepStrictEqual } from 'node:util'
import { changeable } from '@tablewire/contracts/booking/reservations.rules'
import { Temporal } from 'temporal-polyfill'
import { requireAllowed } from '#src/features/availability/api.ts'
import {
  askerOf,
  changePipelined,
  type Dialect,
  guestChange,
  lockReservation,
  type ReservationChange,
  type ReservationRecord,
  requireInTime,
  recordEvent,
  notifyChange,
  notifyGuestIfAsked,
  type ChangeInput,
} from '#src/features/reservations/api.ts'
import { type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { isOver, lockRemote, type RemoteRecord, writeRemote } from './remote-rows.ts'

export type RemoteChangeInput = {
  id: string
  patch: ChangeInput
  dialect: Dialect
  /** Checks, on the locked row, whether this caller may change it. */
  require: (ctx: Ctx, row: ReservationRecord) => Promise<void>
  /** Guests of channels are notified by their channel. */
  notify: boolean
  /** How long this caller waits, where that is less than others do. */
  patienceMs?: number | undefined
}
type Place = { startsAt?: string; partySize?: number; areaId?: string }
/** What is asked of the system. */
export type ChangeRequest = { row: ReservationRecord; remote: RemoteRecord; venue: VenueWithBook; place: Place; along: ReservationChange }
export type PreparedChange = { done: ReservationRecord } | { request: ChangeRequest }

/** Another operation holds the lease. `changing`: an earlier change is in flight, perhaps this one. */
export class BusyBooking extends Problem {
  readonly row: ReservationRecord
  readonly changing: boolean
  constructor(row: ReservationRecord, changing: boolean) {
    super('remote.unclear')
    this.row = row
    this.changing = changing
  }
}

const pauseMs = 200
const tries = 8

/** A lease held for a resync is short and is waited for; a booking in flight takes longer, and is not. */
export const prepareChange = async (ctx: Ctx, wanted: RemoteChangeInput): Promise<PreparedChange> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await transaction(ctx, (inner) => prepare(inner, wanted))
    } catch (error) {
      if (!(error instanceof BusyBooking) || attempt === tries) throw error
      await ctx.ports.timers.sleep(pauseMs)
    }
}

const prepare = async (ctx: Ctx, { id, patch, dialect, require, notify }: RemoteChangeInput): Promise<PreparedChange> => {
  const row = await lockReservation(ctx, id)
  if (!row) throw new Problem('reservation.not_found')
  await require(ctx, row)
  if (!changeable(row.status)) throw new Problem('reservation.final')
  const venue = await venueWithBook({ ...ctx, scope: { kind: 'all' } }, row.venueId)
  const along: ReservationChange = {
    ...(patch.guest ? await guestChange(ctx, { row, guest: patch.guest, venue, dialect }) : {}),
    ...(patch.notes === undefined ? {} : { notes: patch.notes || null }),
    ...(patch.tags === undefined ? {} : { tags: [...patch.tags] }),
  }
  const place = placeOf(row, patch)
  if (!Object.keys(place).length) return { done: await changeHere(ctx, { row, along, notify }) }
  if (place.areaId !== undefined && !venue.book.areas.some((area) => area.id === place.areaId)) throw new Problem('area.not_found')
  await requireWithin(ctx, row, { venue, place })
  const remote = await lockRemote(ctx, { venueId: row.venueId, reservationId: row.id })
  if (!remote || remote.state !== 'live' || (remote.leaseUntil !== null && !isOver(remote, remote.leaseUntil)))
    throw new BusyBooking(row, remote?.state === 'changing')
  return { request: { row, remote: await recordIntentToChange(ctx, remote, place), venue, place, along } }
}

/** Only the fields that differ. */
const placeOf = (row: ReservationRecord, { startsAt, partySize, areaId }: ChangeInput): Place => ({
  ...(startsAt !== undefined && Temporal.Instant.compare(startsAt, row.startsAt) !== 0 ? { startsAt } : {}),
  ...(partySize !== undefined && partySize !== row.partySize ? { partySize } : {}),
  ...(areaId !== undefined && areaId !== row.areaId ? { areaId } : {}),
})

const changeHere = async (
  ctx: Ctx,
  { row, along, notify }: { row: ReservationRecord; along: ReservationChange; notify: boolean },
): Promise<ReservationRecord> => {
  const differs = Object.entries(along).some(([key, value]) => !isDeepStrictEqual(value, row[key as keyof ReservationRecord]))
  if (!differs) return row
  const after = await changePipelined(ctx, row, along)
  await recordEvent(ctx, { kind: 'changed', action: 'reservation.changed', before: row, after })
  if (notify) await (askerOf(ctx) === 'channel' ? notifyChange(ctx, row, after) : notifyGuestIfAsked(ctx, after, 'changed'))
  return after.written
}

const requireWithin = async (ctx: Ctx, row: ReservationRecord, { venue, place }: { venue: VenueWithBook; place: Place }): Promise<void> => {
  if (askerOf(ctx) === 'staff') return
  const startsAt = place.startsAt ?? row.startsAt
  const partySize = place.partySize ?? row.partySize
  await requireAllowed(ctx, { venue, startsAt, partySize, areaId: place.areaId ?? row.areaId, asker: 'channel', ignore: row.id })
  const dayOf = (instant: string): string => Temporal.Instant.from(instant).toZonedDateTimeISO(venue.timeZone).toPlainDate().toString()
  // Another service day, or fewer seats, counts as a cancellation.
  if (dayOf(startsAt) !== dayOf(row.startsAt) || partySize < row.partySize) await requireInTime(ctx, row)
}

/** Write-ahead: recorded before it is sent. A booking whose state is unknown is not changed. */
const recordIntentToChange = (ctx: Ctx, remote: RemoteRecord, place: Place): Promise<RemoteRecord> =>
  writeRemote(ctx, remote, {
    state: 'changing',
    wantedStartsAt: place.startsAt ?? null,
    wantedPartySize: place.partySize ?? null,
    wantedAreaId: place.areaId ?? null,
    sentAt: remote.readAt,
    lease: true,
  })
