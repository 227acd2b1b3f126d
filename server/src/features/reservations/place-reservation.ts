import type { Source } from '@tablewire/contracts/booking/reservations'
import { Temporal } from 'temporal-polyfill'
import type { z } from 'zod/mini'
import { decidePlacement, type Occupancy, type Placement } from '#src/features/availability/api.ts'
import { giveTables } from '#src/features/tables/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { sendPipelined } from '#src/platform/db/deferred.ts'
import { type Statement, statement } from '#src/platform/db/statement.ts'
import { newId, newReference } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { guestParts, lockGuest } from './find-guest.ts'
import type { Contact } from './guest-contact.ts'
import { recordEvent } from './reservation-history.ts'
import type { NewReservation, ReservationChange, PendingReservation } from './reservation-rows.ts'
import { insertPipelined } from './pipelined-rows.ts'

export type PlacementInput = {
  venue: VenueWithBook
  /** Where it has been read already. */
  occupancy?: Occupancy
  startsAt: string
  partySize: number
  areaId: string | null
  source: z.infer<typeof Source>
  override?: boolean
  asks?: boolean
  /** As part of another party its guests have their seats already. */
  seated?: boolean
  /** Null only for a hold: the guest is not known yet. */
  contact: Contact | null
  /** Only held, for so long: for a guest who is known and has not yet said yes. */
  keepSeconds?: number
  notes?: string | null
  tags?: readonly string[]
  bookingType?: string | null
  staySeconds?: number | undefined
  /** It stays until then at the longest. */
  until?: string | undefined
}

/** The tables that go with it. */
export const seatsOf = ({ seats }: Placement): Pick<Placement, 'seats'> => (seats ? { seats } : {})

/** The columns that say where and under which limits a party sits. */
export const placeColumns = (placement: Placement) => {
  const { type: _, seats: __, ...columns } = placement
  return columns
}

export const contactColumns = (contact: Contact) =>
  ({
    guestFirstName: contact.firstName,
    guestLastName: contact.lastName,
    guestEmail: contact.email,
    guestPhone: contact.phone,
    guestLang: contact.lang,
    guestAddress: contact.address,
    guestOptIn: contact.optIn,
  }) satisfies ReservationChange

/** Whom a hold is for. */
const nobody: Contact = { firstName: '', lastName: '', email: null, phone: null, lang: null, address: null, optIn: false }

/** Who was offered another length of stay was offered something else. */
export const requireStay = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }, staySeconds: number | undefined): void => {
  const offered = (instantMs(endsAt) - instantMs(startsAt)) / 1000
  if (staySeconds !== undefined && staySeconds !== offered) throw new Problem('duration.not_offered', { offered: String(offered) })
}

/** By whose rules it is placed: a guest on the page of his booking by those of whoever books online. */
export const askerOf = ({ actor }: Ctx): 'staff' | 'channel' =>
  actor.kind === 'channel' || actor.kind === 'anonymous' ? 'channel' : 'staff'

/** People type and tap minutes; a walk-in at 19:15:40 belongs to 19:15. */
const wholeMinute = (startsAt: string): string =>
  Temporal.Instant.from(startsAt).round({ smallestUnit: 'minute', roundingMode: 'floor' }).toString()

/** Bookings of our own widget are told apart from those of other channels. */
const ofChannel = (channelId: string): Statement =>
  statement`(select case c.type when 'widget' then 'widget' else 'channel' end from channels c where c.id = ${channelId})`

/** Who books, when and under which number is filled in here. */
type GeneratedColumn =
  | 'guestConfirmedAt'
  | 'lateMinutes'
  | 'joinedPart'
  | 'venueId'
  | 'reference'
  | 'holdExpiresAt'
  | 'channelId'
  | 'systemId'
  | 'createdAt'
  | 'updatedAt'
type OfGuest = keyof ReturnType<typeof contactColumns>
type New = Omit<PendingReservation, GeneratedColumn | OfGuest | 'tags'> &
  Pick<PlacementInput, 'contact' | 'source' | 'venue' | 'keepSeconds'> & { tags: readonly string[] }

/** Pipelines the row of a new reservation and its guest with the commit. */
export const writeNew = async (ctx: Ctx, { venue, contact, source, tags, keepSeconds, ...own }: New): Promise<NewReservation> => {
  const now = ctx.clock()
  const channelId = ctx.actor.kind === 'channel' ? ctx.actor.id : null
  if (contact) await sendPipelined(ctx, lockGuest(ctx, venue.id, contact))
  const values: PendingReservation = {
    ...own,
    venueId: venue.id,
    reference: newReference(),
    holdExpiresAt: own.status === 'held' ? now.add({ seconds: keepSeconds ?? venue.book.holdingTimeSeconds }).toString() : null,
    channelId,
    systemId: venue.systemId,
    ...contactColumns(contact ?? nobody),
    guestConfirmedAt: null,
    lateMinutes: null,
    joinedPart: null,
    notes: own.notes || null,
    tags: [...tags],
    createdAt: now.toString(),
    updatedAt: now.toString(),
  }
  const guest = contact && guestParts(ctx, venue.id, contact)
  return insertPipelined(ctx, values, { guest, source: channelId === null ? source : ofChannel(channelId) })
}

const alreadyKnown = ({ occupancy, seated = false, until }: PlacementInput) => ({ seated, until, ...(occupancy ? { occupancy } : {}) })

/**
 * Takes the place for a party, or throws why not: held without a contact, else confirmed, or waiting for the venue where its book says so. Must run
 * inside `transaction()`, which retries when it lost a race.
 */
export const placeReservation = async (ctx: Ctx, placing: PlacementInput): Promise<NewReservation> => {
  const { venue, contact, source, override = false, keepSeconds } = placing
  const isHold = !contact || keepSeconds !== undefined
  const asker = askerOf(ctx)
  const startsAt = asker === 'staff' ? wholeMinute(placing.startsAt) : placing.startsAt
  const { partySize, areaId, asks = false } = placing
  const placement = await decidePlacement(ctx, {
    venue,
    startsAt,
    partySize,
    areaId,
    asker,
    override,
    asks,
    ...alreadyKnown(placing),
  })
  requireStay(placement, placing.staySeconds)
  const row = await writeNew(ctx, {
    venue,
    contact,
    source,
    partySize,
    notes: placing.notes ?? null,
    tags: placing.tags ?? [],
    bookingType: placing.bookingType ?? null,
    ...placeColumns(placement),
    id: newId(),
    duration: null,
    ...(keepSeconds === undefined ? {} : { keepSeconds }),
    status: isHold ? 'held' : placement.type === 'request' ? 'pending_confirmation' : 'confirmed',
    remote: false,
  })
  await giveTables(ctx, row, placement.seats)
  await recordEvent(ctx, {
    kind: isHold ? 'held' : 'booked',
    action: isHold ? 'reservation.held' : 'reservation.created',
    before: null,
    after: row,
    ...(isHold ? { extra: { type: placement.type } } : {}),
  })
  return row
}
