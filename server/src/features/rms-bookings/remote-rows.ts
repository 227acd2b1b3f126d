import type { Generated, Selectable, Updateable } from 'kysely'
import type { ReservationRecord } from '#src/features/reservations/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { DefaultedInstant, InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'
import { sendPipelined } from '#src/platform/db/deferred.ts'
import { type Pending, pending } from '#src/platform/db/pending.ts'
import { rowChanges, rowValues, Statement, statement } from '#src/platform/db/statement.ts'

export type RemoteState = 'creating' | 'live' | 'changing' | 'canceling' | 'closed' | 'stuck'
type RemoteBookings = {
  venueId: string
  reservationId: string
  systemId: string
  remoteId: string | null
  key: string
  state: RemoteState
  wantedStartsAt: NullableInstant
  wantedPartySize: number | null
  wantedAreaId: string | null
  cancelActor: string | null
  cancelReason: string | null
  /** Sealed. */
  paymentToken: string | null
  toldStatus: ReservationRecord['status'] | null
  toldStartsAt: NullableInstant
  toldPartySize: number | null
  toldArea: string | null
  toldAt: NullableInstant
  sentAt: NullableInstant
  /** The system itself answered that it failed. */
  endedAt: NullableInstant
  promiseUntil: NullableInstant
  madeAt: NullableInstant
  lookAgain: Generated<boolean>
  /** Staff asked for a mail to the guest, and it is not sent yet. */
  tellGuest: Generated<boolean>
  hints: Generated<number>
  paymentUrl: string | null
  payUntil: NullableInstant
  leaseBy: string | null
  leaseUntil: NullableInstant
  attempts: Generated<number>
  nextAt: NullableInstant
  refusal: 'taken' | 'refused' | 'unreachable' | null
  lastError: string | null
  /** Other bookings that the system has under this one's key. */
  doubles: Generated<string[]>
  createdAt: DefaultedInstant
  updatedAt: InstantColumn
}
declare module '#src/platform/db/schema.ts' {
  interface Tables {
    remoteBookings: RemoteBookings
  }
}
type LockedRemote = Selectable<RemoteBookings>
/** Due time and lease are set by the database's clock with each write: only who has just locked a row can read them. */
export type RemoteRecord = Omit<LockedRemote, 'nextAt' | 'leaseUntil'> & ReadAt
/** The database's clock when the row was read: elapsed time is measured against it, never by a process's own clock. */
type ReadAt = { readAt: string }
/** For an instant that other processes go by, and that is not read here before the row is read again. */
export const databaseNow = statement`clock_timestamp()`
type WrittenInstant = 'sentAt' | 'endedAt' | 'madeAt' | 'toldAt'
export type RemoteChange = Omit<Updateable<RemoteBookings>, WrittenInstant> & { [Column in WrittenInstant]?: string | null | Statement }

const leaseEnd = ({ ports }: Ctx) => statement`clock_timestamp() + make_interval(secs => ${ports.config.waits.lease / 1000})`

type InitialColumn = 'venueId' | 'reservationId' | 'systemId' | 'key' | 'state' | 'createdAt'
type GivenInstant = WrittenInstant | 'promiseUntil'
type NewValues = Pick<RemoteRecord, InitialColumn> &
  Partial<Omit<RemoteRecord, 'leaseBy' | 'updatedAt' | 'readAt' | GivenInstant>> & { [Column in GivenInstant]?: Statement }
/** Pipelined with the commit; defaults are the database's. */
export type NewRemote = Pending<RemoteRecord, Exclude<keyof RemoteRecord, InitialColumn>>

/** A booking leased from its creation: no other process may reconcile it before the lease expires. */
export const insertRemote = (ctx: Ctx, row: NewValues & { leased: boolean }): Promise<NewRemote> => {
  const { leased, ...values } = row
  const lease = leased ? { leaseBy: ctx.ports.processId, leaseUntil: leaseEnd(ctx), nextAt: statement`clock_timestamp()` } : {}
  const all = { ...values, ...lease, updatedAt: ctx.clock().toString() }
  const written = statement<RemoteRecord>`insert into remote_bookings ${rowValues(all)} returning *, clock_timestamp() as read_at`.execute(
    ctx.db,
  )
  const { venueId, reservationId, systemId, key, state, createdAt } = values
  return pending(
    ctx,
    { venueId, reservationId, systemId, key, state, createdAt },
    written.then(({ rows }) => rows[0]!),
  )
}

export type RemoteKey = Pick<RemoteRecord, 'venueId' | 'reservationId'>

export const lockRemote = async (ctx: Ctx, { venueId, reservationId }: RemoteKey): Promise<(LockedRemote & ReadAt) | undefined> => {
  const { rows } = await statement<LockedRemote & ReadAt>`
    select *, clock_timestamp() as read_at from remote_bookings where venue_id = ${venueId} and reservation_id = ${reservationId} for no key update`.execute(
    ctx.db,
  )
  return rows[0]
}

/** SQLSTATE of a lost optimistic lock (migration 0049). */
export const writtenMeanwhile = 'TW013'
/** Optimistic lock: locks both rows unless one was written since they were read; pipelined, so a conflict shows with the commit at the latest. */
export const lockUnchanged = (ctx: Ctx, { row, reservation }: { row: RemoteRecord; reservation: ReservationRecord }): Promise<void> =>
  sendPipelined(
    ctx,
    statement`
      select lock_unchanged_booking(${row.venueId}, ${reservation.id}, ${reservation.version}, ${ctx.ports.processId}, ${row.state}, ${row.hints}, ${row.updatedAt})
      `.execute(ctx.db),
  )

/** When a booking is due again: now, from a moment on, or never. */
export const dueOf = (row: Pick<RemoteRecord, 'state' | 'lookAgain' | 'toldStatus' | 'payUntil'>): string | null => {
  if (row.state === 'creating' || row.state === 'changing' || row.state === 'canceling' || row.lookAgain) return 'now'
  return row.state === 'live' && row.toldStatus === 'requires_payment' ? row.payUntil : null
}

/**
 * Writes a locked row. When nothing is left to be done now, the lease is released with it; `later` releases it and makes the row due after so many
 * milliseconds; `lease` takes it, `release` makes the row due for any process.
 */
export const writeRemote = async (
  ctx: Ctx,
  row: RemoteRecord,
  { later, lease, release, ...change }: RemoteChange & { later?: number; lease?: true; release?: true },
): Promise<RemoteRecord> => {
  const due = dueOf({ ...row, ...(change as Partial<RemoteRecord>) })
  const free = { leaseBy: null, leaseUntil: null }
  const held = { leaseBy: ctx.ports.processId, leaseUntil: leaseEnd(ctx) }
  const rest =
    later !== undefined
      ? { nextAt: statement`clock_timestamp() + make_interval(secs => ${later / 1000})`, ...free }
      : due === 'now'
        ? { nextAt: statement`clock_timestamp()`, ...(lease ? held : release ? free : {}) }
        : { nextAt: due, ...free, attempts: 0 }
  const set = { ...change, ...rest, updatedAt: ctx.clock().toString() }
  const written = statement`
    update remote_bookings set ${rowChanges(set)} where venue_id = ${row.venueId} and reservation_id = ${row.reservationId}`
  await sendPipelined(ctx, written.execute(ctx.db))
  const { nextAt: _, leaseUntil: __, ...sent } = set
  const known = Object.fromEntries(Object.entries(sent).filter(([, value]) => !(value instanceof Statement)))
  return { ...row, ...known }
}

/** Claims due rows without a lease; a row named by id whether due or not. */
export const takeDue = async (ctx: Ctx, capacity: number, one?: RemoteKey): Promise<RemoteRecord[]> => {
  const which = one
    ? statement`b.venue_id = ${one.venueId} and b.reservation_id = ${one.reservationId}`
    : statement`b.next_at <= clock_timestamp()`
  const { rows } = await statement<RemoteRecord>`
    with due as (
      select b.venue_id, b.reservation_id from remote_bookings b
      where ${which} and (b.lease_until is null or b.lease_until < clock_timestamp()) and not is_closed(b.venue_id)
      order by b.next_at limit ${capacity} for no key update skip locked
    )
    update remote_bookings b set lease_by = ${ctx.ports.processId}, lease_until = ${leaseEnd(ctx)}
    from due where b.venue_id = due.venue_id and b.reservation_id = due.reservation_id returning b.*, clock_timestamp() as read_at`.execute(
    ctx.db,
  )
  return rows
}

/** False when another process has taken the lease. */
export const renewLease = async (ctx: Ctx, { venueId, reservationId }: RemoteKey): Promise<boolean> => {
  const { numAffectedRows = 0n } = await statement`
    update remote_bookings set lease_until = ${leaseEnd(ctx)}
    where venue_id = ${venueId} and reservation_id = ${reservationId} and lease_by = ${ctx.ports.processId}`.execute(ctx.db)
  return numAffectedRows > 0n
}

/** As of when the row was read. */
export const isOver = ({ readAt }: ReadAt, instant: string | null, graceMs = 0): boolean =>
  instant === null || instantMs(readAt) - instantMs(instant) >= graceMs

/** No change is in flight any more. */
export const nothingWanted = {
  wantedStartsAt: null,
  wantedPartySize: null,
  wantedAreaId: null,
  sentAt: null,
  endedAt: null,
} satisfies RemoteChange
