import { isDeepStrictEqual } from 'node:util'
import { changeable, isRefusedByBook } from '@tablewire/contracts/booking/reservations.rules'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { decidePlacement, type Placement } from '#src/features/availability/api.ts'
import { giveTables, tablesAfter, tablesBefore, type TablesMoved, type TablesWanted } from '#src/features/tables/api.ts'
import { type VenueWithBook, venuesWithBooks, venueWithBook } from '#src/features/venues/api.ts'
import { instantMs, instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { findOrMakeGuest } from './find-guest.ts'
import { type Address, addressOf, type Contact, requirePhone } from './guest-contact.ts'
import { askerOf, contactColumns, placeColumns, seatsOf } from './place-reservation.ts'
import { recordEvent } from './reservation-history.ts'
import { changeRow, type ReservationChange, type ReservationRecord } from './reservation-rows.ts'

export type GuestChange = {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  lang?: Lang | null | undefined
  address?: Address | null | undefined
  optIn?: boolean | undefined
}
export type ChangeInput = {
  startsAt?: string | undefined
  partySize?: number | undefined
  areaId?: string | undefined
  tables?: TablesWanted | undefined
  /** Of a party that sits: until when it stays. */
  until?: string | undefined
  override?: boolean | undefined
  /** A guest whose request waits for the house asks it for another place. */
  asks?: boolean | undefined
  guest?: GuestChange | undefined
  notes?: string | null | undefined
  tags?: readonly string[] | undefined
}
/** How the caller names the phone field, and whether its numbers carry the country code without a plus. */
export type Dialect = { phoneField: string; international: boolean }

/** The reservation was in the caller's scope, so its venue is too, also where a channel's link is paused. */
export const venueOf = (ctx: Ctx, { venueId }: ReservationRecord): Promise<VenueWithBook> =>
  venueWithBook({ ...ctx, scope: { kind: 'all' } }, venueId)

/**
 * Changes a locked reservation as requested, and writes nothing when nothing differs. A new time, a larger party or another area needs a place of its
 * own; fewer seats never do.
 */
export const changeReservation = async (
  ctx: Ctx,
  { row, patch, dialect }: { row: ReservationRecord; patch: ChangeInput; dialect: Dialect },
): Promise<ChangedBooking> => {
  if (!changeable(row.status)) throw new Problem('reservation.final')
  const venue = await venueOf(ctx, row)
  const { seats, ...place } = { ...(await placeChange(ctx, { row, patch, venue })), ...(await stayChange(ctx, row, patch.until)) }
  const change: ReservationChange = {
    ...place,
    ...(patch.guest ? await guestChange(ctx, { row, guest: patch.guest, venue, dialect }) : {}),
    ...(patch.notes === undefined ? {} : { notes: patch.notes || null }),
    ...(patch.tags === undefined ? {} : { tags: [...patch.tags] }),
  }
  const differs = Object.entries(change).some(([key, value]) => !isDeepStrictEqual(value, row[key as keyof ReservationRecord]))
  const { tables: wanted } = patch
  const before = wanted || Object.keys(place).length ? await tablesBefore(ctx, row, wanted) : undefined
  if (!differs && !wanted) return row
  const after = differs ? await changeRow(ctx, row, change) : row
  await giveTables(ctx, after, seats)
  const tables = before && (await tablesAfter(ctx, row, { before, wanted }))
  if (differs) await recordEvent(ctx, { kind: 'changed', action: 'reservation.changed', before: row, after, ...(tables ? { tables } : {}) })
  return tables ? { ...after, tablesMoved: tables } : after
}

/** With what became of its tables by it. */
export type ChangedBooking = ReservationRecord & { tablesMoved?: TablesMoved }

/** When its stay was to end at the latest, as its history tells. */
const latestEndMs = async (ctx: Ctx, { venueId, id, endsAt }: ReservationRecord): Promise<number> => {
  const events = await ctx.db
    .selectFrom('reservationEvents')
    .select('before')
    .where('venueId', '=', venueId)
    .where('reservationId', '=', id)
    .where('kind', '=', 'changed')
    .execute()
  const ends = events.map(({ before }) => before?.['endsAt']).filter((end) => typeof end === 'string')
  return Math.max(...[endsAt, ...ends].map((end) => instantMs(end)))
}

/** Who sits gives his table to the next one sooner than was said, or has all of his stay back. */
const stayChange = async (ctx: Ctx, row: ReservationRecord, until: string | undefined): Promise<ReservationChange> => {
  if (until === undefined) return {}
  const ms = instantMs(until)
  const isSound = ms > ctx.clock().epochMilliseconds && ms > instantMs(row.startsAt) && ms <= (await latestEndMs(ctx, row))
  if (row.remote || row.status !== 'seated' || !isSound) throw new Problem('request.invalid', {}, { until: [{ issue: 'invalid' }] })
  return { endsAt: instantText(ms) }
}

type ReplacementInput = { row: ReservationRecord; patch: ChangeInput; venue: VenueWithBook }
const sameInstant = (a: string, b: string): boolean => Temporal.Instant.compare(a, b) === 0

type PlaceChange = ReservationChange & Pick<Placement, 'seats'>
const placeChange = async (ctx: Ctx, { row, patch, venue }: ReplacementInput): Promise<PlaceChange> => {
  const startsAt = patch.startsAt ?? row.startsAt
  const partySize = patch.partySize ?? row.partySize
  const stays = sameInstant(startsAt, row.startsAt) && (patch.areaId ?? row.areaId) === row.areaId
  if (stays && partySize === row.partySize) return {}
  if (stays && partySize < row.partySize) return shrink(ctx, partySize, venue)
  const override = patch.override ?? false
  await requireMayPlace(ctx, venue, override)
  // A party that has begun keeps its times; only seats are still checked, by the database.
  const begun = sameInstant(startsAt, row.startsAt) && Temporal.Instant.compare(startsAt, ctx.clock()) <= 0
  if (begun) return { partySize, areaId: areaWithin(venue, patch.areaId) ?? row.areaId, bookVersion: venue.book.version, override }
  const placement = await decideAgain(ctx, { row, patch: { ...patch, startsAt, partySize, override }, venue })
  // The venue confirms such parties one by one, and a confirmed booking cannot go back to waiting.
  if (placement.type === 'request' && row.status !== 'pending_confirmation') throw new Problem('slot.closed', { reason: 'rule.party_max' })
  await requireFewAsks(ctx, { row, patch, placement })
  return { partySize, ...placeColumns(placement), ...seatsOf(placement) }
}

/** As where such a request is made (migration 0228): it keeps its place beyond the limits of the book, so that a day takes few of them. */
const askedMost = 3
type Asking = Pick<ReplacementInput, 'row' | 'patch'> & { placement: Placement }
const requireFewAsks = async (ctx: Ctx, { row: { id, venueId }, patch, placement: { override, serviceOn } }: Asking): Promise<void> => {
  if (patch.asks !== true || !override) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${venueId} asks ${serviceOn}`}, 4713))`.execute(ctx.db)
  const others = await ctx.db
    .selectFrom('reservations')
    .select('id')
    .where('venueId', '=', venueId)
    .where('serviceOn', '=', serviceOn)
    .where('id', '<>', id)
    .where('source', '=', 'widget')
    .where('status', '=', 'pending_confirmation')
    .where('override', '=', true)
    .limit(askedMost)
    .execute()
  if (others.length >= askedMost) throw new Problem('ask.day_full')
}

const requireMayPlace = async (ctx: Ctx, venue: VenueWithBook, override: boolean): Promise<void> => {
  // Within a channel's own scope only venues on sale are found.
  if (askerOf(ctx) === 'channel' && !(await venuesWithBooks(ctx, [venue.id])).length)
    throw new Problem('slot.closed', { reason: 'rule.channel_paused' })
  if (override && !ctx.ability.can('override', 'reservation-list')) throw new Problem('override.denied')
}

const areaWithin = ({ book }: VenueWithBook, areaId: ChangeInput['areaId']): ChangeInput['areaId'] => {
  if (areaId && !book.areas.some((area) => area.id === areaId)) throw new Problem('area.not_found')
  return areaId
}

const shrink = (ctx: Ctx, partySize: number, { book }: VenueWithBook): ReservationChange => {
  if (askerOf(ctx) === 'channel' && partySize < book.party.min) throw new Problem('party.too_small', { limit: book.party.min })
  return { partySize }
}

/** In its own area where there is room; a channel's guest who chose no area goes where there is. */
const decideAgain = async (ctx: Ctx, { row, patch, venue }: ReplacementInput) => {
  const asker = askerOf(ctx)
  const known = venue.book.areas.some((area) => area.id === row.areaId)
  const wanted = {
    venue,
    startsAt: patch.startsAt!,
    partySize: patch.partySize!,
    asker,
    override: patch.override ?? false,
    // What is confirmed already would be confirmed anew without the house.
    asks: patch.asks === true && row.status === 'pending_confirmation',
    ignore: row.id,
  }
  const areaId = patch.areaId ?? (known ? row.areaId : null)
  try {
    return await decidePlacement(ctx, { ...wanted, areaId })
  } catch (error) {
    const elsewhere =
      error instanceof Problem && isRefusedByBook(error.code) && asker === 'channel' && !patch.areaId && !venue.book.bookableAreas
    if (!elsewhere) throw error
    return decidePlacement(ctx, { ...wanted, areaId: null })
  }
}

export const guestChange = async (
  ctx: Ctx,
  { row, guest, venue, dialect }: { row: ReservationRecord; guest: GuestChange; venue: VenueWithBook; dialect: Dialect },
): Promise<ReservationChange> => {
  // What is stored is no input: a number that came before today's rules, or by import, stands in nobody's way.
  const phone =
    guest.phone === row.guestPhone
      ? row.guestPhone
      : requirePhone(guest.phone, { countryCode: venue.countryCode, international: dialect.international, field: dialect.phoneField })
  const contact: Contact = {
    firstName: guest.firstName ?? row.guestFirstName,
    lastName: guest.lastName ?? row.guestLastName,
    email: guest.email === undefined ? row.guestEmail : guest.email,
    phone: guest.phone === undefined ? row.guestPhone : phone,
    lang: guest.lang === undefined ? row.guestLang : guest.lang,
    // The database orders the keys of jsonb itself.
    address: addressOf(guest.address === undefined ? row.guestAddress : guest.address),
    optIn: guest.optIn ?? row.guestOptIn,
  }
  const current = row.guestId === null ? null : { reservationId: row.id, guestId: row.guestId }
  return { guestId: await findOrMakeGuest(ctx, venue.id, { ...contact, current }), ...contactColumns(contact) }
}
