import type { Source } from '@tablewire/contracts/booking/reservations'
import type { Side, Status } from '@tablewire/contracts/booking/reservations.rules'
import type { Lang } from '@tablewire/contracts/kit/wire'
import {
  type ColumnType,
  type Generated,
  type GeneratedAlways,
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely'
import type { z } from 'zod/mini'
import { inScope, isOfChannels, ofOwnSide } from '#src/features/venues/api.ts'
import type { Address } from './guest-contact.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Pending } from '#src/platform/db/pending.ts'
import type { DefaultedInstant, InstantColumn, NullableInstant, NullableJson } from '#src/platform/db/schema.ts'
import { rowChanges, rowValues, type Statement, statement } from '#src/platform/db/statement.ts'
import { Problem } from '#src/platform/problem.ts'

type Guests = {
  venueId: string
  id: string
  firstName: string
  lastName: string
  email: string | null
  /** E.164. */
  phone: string | null
  lang: Lang | null
  tags: Generated<string[]>
  notes: string | null
  optInConsent: Generated<boolean>
  createdAt: DefaultedInstant
  importBatchId: string | null
}
type Reservations = {
  venueId: string
  id: string
  reference: string
  status: Status
  partySize: number
  startsAt: InstantColumn
  endsAt: InstantColumn
  /** Venue-local `YYYY-MM-DDTHH:mm`. */
  startsLocal: string
  serviceOn: string
  /** The venue-local day it was made; the database sets it. */
  createdOn: GeneratedAlways<string>
  areaId: string
  pacingAt: InstantColumn
  pacingUntil: InstantColumn
  coversMax: number | null
  partiesMax: number | null
  /** Covers the channel may place on the service day; null = not limited, or placed by the venue's people. */
  channelCoversMax: ColumnType<number | null, number | null | undefined, number | null>
  bookVersion: number
  override: Generated<boolean>
  /** The venue's own system has it, or is to have it, and decides. */
  remote: Generated<boolean>
  holdExpiresAt: NullableInstant
  source: z.infer<typeof Source>
  channelId: string | null
  systemId: string | null
  channelReference: string | null
  guestId: string | null
  guestFirstName: Generated<string>
  guestLastName: Generated<string>
  guestEmail: string | null
  guestPhone: string | null
  guestLang: Lang | null
  guestAddress: ColumnType<Address | null, Address | null | undefined, Address | null>
  guestOptIn: Generated<boolean>
  /** Since when nothing says whose it was. */
  erasedAt: NullableInstant
  /** Whether it was its guest's first one, where the others cannot tell any more. */
  firstVisit: boolean | null
  /** What the guest said on the page of his booking; forgotten when its time changes. */
  guestConfirmedAt: NullableInstant
  lateMinutes: number | null
  /** The last party that was split off and became part of this one again. */
  joinedPart: string | null
  search: GeneratedAlways<string>
  /** A booking, and no hold; written by the database. */
  listed: Generated<boolean>
  notes: string | null
  tags: Generated<string[]>
  /** Seconds to stay and what for, as the guest chose where the venue's own system offers a choice. */
  duration: number | null
  bookingType: string | null
  cancelActor: string | null
  cancelReason: string | null
  canceledAt: NullableInstant
  importBatchId: string | null
  importKey: string | null
  importLine: number | null
  version: Generated<number>
  createdAt: DefaultedInstant
  updatedAt: DefaultedInstant
}
type ReservationEvents = {
  venueId: string
  reservationId: string
  id: string
  kind: 'held' | 'booked' | 'changed' | 'moved' | 'expired' | 'notified'
  move: string | null
  fromStatus: Status | null
  toStatus: Status
  side: Side
  actorKind: string
  actorId: string | null
  actorName: string
  /** On a shared tablet, and with whose leave. */
  deviceName: string | null
  approvedByName: string | null
  reason: string | null
  before: NullableJson<Record<string, unknown>>
  after: NullableJson<Record<string, unknown>>
  at: InstantColumn
  /** The transaction that wrote it. */
  xid: Generated<string | null>
}
/** Statements that find or make a guest, and the expression that reads its id from them. */
export type GuestParts = Record<'found' | 'known' | 'fresh' | 'id', Statement>
export type ReservationRecord = Selectable<Reservations>
/** What a change may write; who made the booking and when stays. */
export type ReservationChange = Partial<
  Omit<Insertable<Reservations>, 'venueId' | 'id' | 'reference' | 'source' | 'channelId' | 'version' | 'createdAt' | 'updatedAt'>
>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    guests: Guests
    reservations: Reservations
    reservationEvents: ReservationEvents
  }
}

/**
 * Tenant scope on reservations, for a table or alias. A channel sees the bookings it made and no others, also where a venue has paused it since; a system
 * those made in it at the venues that stand in it, as figures count them (`docs/decisions/0019`); everybody else sees those of the venues in scope.
 */
export const visible = (ctx: Ctx, table: string): RawBuilder<SqlBool> =>
  isOfChannels(ctx)
    ? ofOwnSide(ctx, table)
    : sql<SqlBool>`(${inScope(ctx, `${table}.venue_id`)} and ${ofOwnSide(ctx, table)} and ${ofTablet(ctx, table)})`

/** A shared tablet stands open all evening: it shows the evening's work and what is to come, and no guests of years ago. */
const ofTablet = (ctx: Ctx, table: string): RawBuilder<SqlBool> => {
  if (ctx.actor.kind !== 'user' || !ctx.actor.device) return sql<SqlBool>`true`
  const oldest = ctx.clock().toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 7 }).toString()
  return sql<SqlBool>`${sql.ref(`${table}.service_on`)} >= ${oldest}::date`
}

/**
 * The condition "this reservation, where the caller may know of it". `is true` hides the second half from indexes: of the million bookings that a
 * channel has made, none must be looked through for one that has a name.
 */
export const visibleAs = (ctx: Ctx, id: string, table: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.id`)} = ${id} and (${visible(ctx, table)}) is true`

/** The reservation as it is now, locked until the transaction ends; its history may still grow. */
export const lockReservation = async (ctx: Ctx, id: string): Promise<ReservationRecord | undefined> => {
  const { kind } = ctx.scope
  // The hot path: every booking comes here, as its channel or as background work.
  if (kind === 'all' || kind === 'channel') {
    const known = kind === 'all' ? statement`true` : statement`channel_id = ${ctx.scope.channelId}`
    const { rows } = await statement<ReservationRecord>`
      select * from reservations where id = ${id} and (${known}) is true for no key update`.execute(ctx.db)
    return rows[0]
  }
  return ctx.db
    .selectFrom('reservations')
    .selectAll()
    .where(visibleAs(ctx, id, 'reservations'))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export const requireReservation = async (ctx: Ctx, id: string): Promise<ReservationRecord> => {
  const found = await lockReservation(ctx, id)
  if (!found) throw new Problem('reservation.not_found')
  return found
}

const withGuest = (guest: GuestParts | null | undefined): Statement =>
  guest ? statement`with found as ${guest.found}, known as ${guest.known}, fresh as ${guest.fresh} ` : statement``

/** Generated by the database: the guest it found or created, and the text for searches. */
export type DatabaseFilled = 'guestId' | 'search' | 'listed'
/** Of a new row also its origin among a channel's kinds, and the defaults of columns not given. */
type UnsaidOfNew =
  | DatabaseFilled
  | 'createdOn'
  | 'source'
  | 'channelReference'
  | 'cancelActor'
  | 'cancelReason'
  | 'canceledAt'
  | 'importBatchId'
  | 'importKey'
  | 'importLine'
  | 'version'
  | 'erasedAt'
  | 'firstVisit'
/** An update pipelined with the commit. */
export type ChangedReservation = Pending<ReservationRecord, DatabaseFilled>
/** An insert pipelined with the commit. */
export type NewReservation = Pending<ReservationRecord, UnsaidOfNew>
/** The fields that are known as soon as the statement is sent, new or not. */
export type PendingReservation = Omit<ReservationRecord, UnsaidOfNew>
/** A row locked or changed before, to be changed. */
export type OpenReservation = Omit<ReservationRecord, DatabaseFilled>

/** With the parts of `find-guest.ts`, the guest is found or created in the same statement. A fragment instead of a value becomes a subquery. */
export const insertionOf = (
  guest: GuestParts | null,
  values: Readonly<Record<keyof PendingReservation | 'source', unknown>>,
): Statement<ReservationRecord> =>
  statement`${withGuest(guest)}insert into reservations ${rowValues(guest ? { ...values, guestId: guest.id } : values)} returning *`

type ReservationKey = Pick<ReservationRecord, 'venueId' | 'id'>
type Change = ReservationChange & { guest?: GuestParts | null }

const changeOf = ({ clock }: Ctx, { venueId, id }: ReservationKey, { guest, ...change }: Change): Statement => {
  const columns = { ...change, ...(guest ? { guestId: guest.id } : {}), version: statement`version + 1`, updatedAt: clock().toString() }
  return statement`${withGuest(guest)}update reservations set ${rowChanges(columns)} where venue_id = ${venueId} and id = ${id}`
}

/** Writes the change to a locked row and raises its version; with the parts of `find-guest.ts`, its guest is found or made in the same statement. */
export const changeRow = async (ctx: Ctx, row: ReservationKey, change: Change): Promise<ReservationRecord> => {
  const { rows } = await statement<ReservationRecord>`${changeOf(ctx, row, change)} returning *`.execute(ctx.db)
  return rows[0]!
}

/** The same where only the generated columns are wanted. */
export const changeGuestOf = async (ctx: Ctx, row: ReservationKey, change: Change): Promise<Pick<ReservationRecord, DatabaseFilled>> => {
  const { rows } = await statement<
    Pick<ReservationRecord, DatabaseFilled>
  >`${changeOf(ctx, row, change)} returning guest_id, search, listed`.execute(ctx.db)
  return rows[0]!
}
