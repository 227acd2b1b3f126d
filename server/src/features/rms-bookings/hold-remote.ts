import type { RemoteSlot } from '@tablewire/connectors/kit/connector'
import { addDays, localOf, requireAllowed } from '#src/features/availability/api.ts'
import { type Choice, requireOffered, rmsClientOf } from '#src/features/rms-client/api.ts'
import { type AlongHold, type Hold, type SlotAsk, recordEvent } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { statement } from '#src/platform/db/statement.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { inSteps } from '#src/platform/http/idempotency.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { rememberRemote } from './booking-router.ts'
import { areaOf, insertRemoteReservation, problemOf, type RemotePlace, lockStart } from './place-remote.ts'
import { callersTime, type TimeLeft, withinBudget } from './within-budget.ts'

type HoldRequest = Pick<SlotAsk, 'startsAt' | 'partySize' | 'areaId' | 'duration' | 'bookingType' | 'staySeconds' | 'along'> & {
  venue: VenueWithBook
}
type OfferedPlace = RemotePlace & Choice & { slot: RemoteSlot; askedAt: string }

const sameInstant = (a: string, b: string): boolean => instantMs(a) === instantMs(b)

/** Who asks for a length gets that or nothing, where the system says how long a party stays. */
const requireStay = (wanted: number | undefined, offered: number | null): void => {
  if (wanted !== undefined && offered !== null && wanted !== offered)
    throw new Problem('duration.not_offered', { offered: String(offered) })
}

/**
 * The start as the venue's system offers it now, within the hub's own rules. A search may take longer than the caller's time budget: then the system
 * counts as unreachable. Nothing was requested there yet, so a later answer is dropped.
 */
export const findPlace = async (
  ctx: Ctx,
  { venue, startsAt, partySize, areaId, along, staySeconds, ...choice }: HoldRequest,
  timeLeft: TimeLeft,
): Promise<OfferedPlace> => {
  const channelCoversMax = await requireAllowed(ctx, {
    venue,
    startsAt,
    partySize,
    areaId,
    asker: 'channel',
    ...(along?.insteadOf === undefined ? {} : { ignore: along.insteadOf }),
  })
  const area = areaOf(venue, areaId)
  const askedAt = ctx.clock().toString()
  const on = localOf(instantMs(startsAt), venue.timeZone)
  // The small hours belong to the evening before, where the system says so.
  const from = addDays(on.date, on.minutes < 5 * 60 ? -1 : 0)
  if (venue.externalId === null) throw new Problem('remote.unreachable')
  const rms = await rmsClientOf(ctx, venue.systemId!)
  const ask = {
    venueId: venue.externalId,
    timeZone: venue.timeZone,
    from,
    to: on.date,
    partySizes: [partySize],
    areaId: area.externalId,
  }
  const result = await withinBudget(timeLeft(), () => rms.availability(ask, { venueId: venue.id, requestId: ctx.requestId }))
  if (!result.inTime) throw new Problem('remote.unreachable')
  const answer = result.value
  if (!answer.ok) throw problemOf({ ...answer.fault, done: 'no' })
  const day = answer.value.find((one) => one.partySize === partySize && one.slots.some((slot) => sameInstant(slot.startsAt, startsAt)))
  const slot = day?.slots.find((one) => sameInstant(one.startsAt, startsAt))
  if (!day || !slot || slot.spotsOpen < partySize) throw new Problem('slot.taken', { left: Math.max(0, slot?.spotsOpen ?? 0) })
  requireOffered(day.offers, choice)
  requireStay(staySeconds, day.durationSeconds)
  return { ...choice, venue, startsAt, partySize, areaId: area.id, durationSeconds: day.durationSeconds, channelCoversMax, slot, askedAt }
}

/**
 * Covers the hub has promised for that start and the system could not yet count when it was searched: holds, bookings in flight, and those that
 * arrived since. The caller holds the start's lock, so that the last table is not promised twice.
 */
export const requireUnpromised = async (ctx: Ctx, { venue, startsAt, partySize, slot, askedAt, areaId }: OfferedPlace): Promise<void> => {
  const turn = lockStart(ctx, venue.id, startsAt)
  // Pipelined behind the lock: counts once it is ours.
  const counted = statement<{ covers: number }>`
    select coalesce(sum(r.party_size), 0)::integer as covers from reservations r
      left join remote_bookings b on b.venue_id = r.venue_id and b.reservation_id = r.id
    where r.venue_id = ${venue.id} and r.starts_at = ${startsAt}::timestamptz and r.remote and r.area_id = ${areaId}
      and (
        (r.status = 'held' and r.hold_expires_at > ${ctx.clock().toString()}::timestamptz)
        or (r.status in ('pending_confirmation', 'confirmed', 'requires_payment') and (b.made_at >= ${askedAt}::timestamptz or (b.made_at is null and b.state = 'creating')))
      )`.execute(ctx.db)
  const [{ rows }] = await Promise.all([counted, turn])
  const left = slot.spotsOpen - rows[0]!.covers
  if (left < partySize) throw new Problem('slot.taken', { left: Math.max(0, left) })
}

/** Holds a place for a channel's guest (HU4): systems have no operation for holds, so the hub holds, after a fresh search. */
export const holdRemote = async (ctx: Ctx, wanted: HoldRequest): Promise<Hold> => {
  inSteps(ctx)
  const found = await findPlace(ctx, wanted, callersTime(ctx))
  const hold = await transaction(ctx, (inner) => holdFound(inner, found, wanted.along), { unhurried: true })
  await rememberRemote(hold.id, wanted.venue.id)
  return hold
}

const holdFound = async (ctx: Ctx, found: OfferedPlace, along: AlongHold | undefined): Promise<Hold> => {
  await along?.first(ctx)
  await requireUnpromised(ctx, found)
  const row = await insertRemoteReservation(ctx, { ...found, id: newId(), source: 'channel', contact: null, status: 'held' })
  await recordEvent(ctx, { kind: 'held', action: 'reservation.held', before: null, after: row, extra: { type: 'book' } })
  await along?.last(ctx, row)
  return { id: row.id, holdingTimeSeconds: found.venue.book.holdingTimeSeconds, expiresAt: row.holdExpiresAt! }
}
