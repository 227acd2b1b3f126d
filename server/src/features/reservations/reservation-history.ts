import type { Side } from '@tablewire/contracts/booking/reservations.rules'
import { type Move, notedHoursMost } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { refuseStale } from '#src/features/access/api.ts'
import type { TablesMoved } from '#src/features/tables/api.ts'
import { audit, changesOf } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { deferInsert } from '#src/platform/db/deferred.ts'
import { newId } from '#src/platform/id.ts'
import { maskedAddress, maskedEmail, maskedPhone } from './guest-contact.ts'
import type { ReservationRecord, PendingReservation } from './reservation-rows.ts'

type RecordedEvent = {
  /** Deduplication key, where the same event may be recorded twice. */
  id?: string
  kind: 'held' | 'booked' | 'changed' | 'moved' | 'expired' | 'notified'
  /** The audit action, `reservation.seated`; null for the hub's own housekeeping. */
  action: string | null
  before: PendingReservation | null
  after: PendingReservation
  move?: Move
  side?: Side
  reason?: string | null
  /** More to remember beside the changed fields. */
  extra?: Record<string, unknown>
  /** What became of its tables by it. */
  tables?: TablesMoved
}

/** The fields of a reservation that its history records. Contact data only masked: the history outlives a guest's erasure. */
const snapshotOf = (row: PendingReservation): Record<string, unknown> => ({
  status: row.status,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  partySize: row.partySize,
  areaId: row.areaId,
  override: row.override,
  firstName: row.guestFirstName,
  lastName: row.guestLastName,
  email: maskedEmail(row.guestEmail),
  phone: maskedPhone(row.guestPhone),
  address: maskedAddress(row.guestAddress),
  lang: row.guestLang,
  notes: row.notes,
  tags: row.tags,
  duration: row.duration,
  bookingType: row.bookingType,
  guestConfirmedAt: row.guestConfirmedAt,
  lateMinutes: row.lateMinutes,
})

export const sideOf = ({ actor }: Ctx): Side => {
  if (actor.kind === 'system') return actor.id === null ? 'hub' : 'system'
  return ({ user: 'venue', channel: 'channel', anonymous: 'guest' } as const)[actor.kind]
}

/** On a shared tablet, and with whose leave. */
const onTablet = (actor: Ctx['actor']) => {
  const { device, approvedBy } = actor.kind === 'user' ? actor : {}
  return { deviceName: device?.name ?? null, approvedByName: approvedBy?.name ?? null }
}

const jsonOrNull = (fields: Record<string, unknown> | null): string | null =>
  fields && Object.keys(fields).length ? JSON.stringify(fields) : null

/** Records one change of a reservation: history, audit and live message, all in the caller's transaction. */
export const recordEvent = async (ctx: Ctx, { kind, action, before, after, ...more }: RecordedEvent): Promise<void> => {
  const { actor } = ctx
  const { id, venueId } = after
  const { tables } = more
  const changes = changesOf(before && { ...snapshotOf(before), ...(tables && { tables: tables.before.name }) }, {
    ...snapshotOf(after),
    ...(tables && { tables: tables.now.name }),
  })
  const auditAfter = more.extra ? { ...changes.after, ...more.extra } : changes.after
  await deferInsert(ctx, 'reservationEvents', {
    venueId,
    reservationId: id,
    id: more.id ?? newId(),
    kind,
    move: more.move ?? null,
    fromStatus: before?.status ?? null,
    toStatus: after.status,
    side: more.side ?? sideOf(ctx),
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    ...onTablet(actor),
    reason: more.reason ?? null,
    before: jsonOrNull(changes.before),
    after: jsonOrNull(auditAfter),
    at: ctx.clock().toString(),
  })
  if (action) await audit(ctx, { action, subject: 'reservation', subjectId: id, venueId, before: changes.before, after: auditAfter })
  await ctx.ports.live.publish(ctx, { type: 'reservation', venueId, id, kind })
}

/** Recorded when the slot was held: whether the venue wants to confirm the booking itself. */
export const wasHeldAs = async (ctx: Ctx, { venueId, id }: ReservationRecord): Promise<'book' | 'request'> => {
  const held = await ctx.db
    .selectFrom('reservationEvents')
    .select('after')
    .where('venueId', '=', venueId)
    .where('reservationId', '=', id)
    .where('kind', '=', 'held')
    .executeTakeFirst()
  return held?.after?.['type'] === 'request' ? 'request' : 'book'
}

/** What the audit calls the writes that make a reservation newer. */
const reservationActions = [
  'reservation.created',
  'reservation.changed',
  'reservation.confirmed',
  'reservation.rejected',
  'reservation.seated',
  'reservation.completed',
  'reservation.canceled',
  'reservation.no_show',
  'reservation.reopened',
]

/** Takes a change only from whoever has seen the reservation as it is now; others are told who changed what meanwhile. */
export const refuseOutdated = (
  ctx: Ctx,
  { id, version }: Pick<ReservationRecord, 'id' | 'version'>,
  seen: number | undefined,
): Promise<void> =>
  refuseStale(ctx, { code: 'reservation.changed_meanwhile', seen, now: version, subjectId: id, actions: reservationActions })

/** So long a call takes, or clocks differ; nobody was away. */
const callSeconds = 60

/** When something was done that is sent now, as its device says: not longer ago than an evening, and undefined where it was done just now. */
export const notedBefore = (ctx: Ctx, notedAt: string | undefined): Temporal.Instant | undefined => {
  if (notedAt === undefined) return undefined
  const now = ctx.clock()
  const noted = Temporal.Instant.from(notedAt)
  if (Temporal.Instant.compare(noted, now.subtract({ seconds: callSeconds })) >= 0) return undefined
  const earliest = now.subtract({ hours: notedHoursMost })
  return Temporal.Instant.compare(noted, earliest) < 0 ? earliest : noted
}

type LedHere = { move: string | null; at: string }
/** What led to how it stands, without what was taken back since: that was never so. */
const standing = (events: readonly LedHere[]): LedHere[] =>
  events.reduce<LedHere[]>((led, event) => (event.move === 'reopen' ? led.slice(0, -1) : [...led, event]), [])

/**
 * When a step was done that is sent now: not before the step that led to it either. A party from the door is booked by the step that is sent first, and was there since its own time.
 */
export const doneAt = async (
  ctx: Ctx,
  { venueId, id, source, startsAt }: ReservationRecord,
  notedAt: string | undefined,
): Promise<Temporal.Instant | undefined> => {
  const noted = notedBefore(ctx, notedAt)
  if (noted === undefined) return undefined
  const { rows } = await sql<LedHere>`
    select e.move, case when e.kind = 'booked' and ${source} = 'walk_in' then least(e.at, ${startsAt}::timestamptz)
        else coalesce((e.after ->> 'notedAt')::timestamptz, e.at) end as at
      from reservation_events e
      where e.venue_id = ${venueId} and e.reservation_id = ${id} and e.kind in ('booked', 'moved') order by e.id`.execute(ctx.db)
  const before = standing(rows).map(({ at }) => Temporal.Instant.from(at))
  const bounds = [noted, ...before]
  const done = bounds.toSorted(Temporal.Instant.compare).at(-1)!
  return Temporal.Instant.compare(done, ctx.clock()) < 0 ? done : undefined
}
