import { sql } from 'kysely'
import { instantOf, sellableVenue } from '#src/features/channel-api/api.ts'
import { recordBooking, recordRefusal } from '#src/features/channels/api.ts'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import type { ChannelBooking } from '#src/features/reservations/api.ts'
import { book, cancel, derivedId, isRemoteBooking } from '#src/features/rms-bookings/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { once, whenFree } from '#src/platform/http/idempotency.ts'
import { makeKeyedQueue } from '#src/platform/http/keyed-queue.ts'
import { Problem } from '#src/platform/problem.ts'
import { bookedUnder, bookingView, statusOf } from './booking-view.ts'
import { BadArgument, BookingFailure } from './failure.ts'
import { guestOf } from './guest.ts'
import { type GuestStart, lockStart, patience, whileStartHeld } from './guest-turns.ts'
import { areAvailable, isOfferedAs } from './lookup.ts'
import { areaFor, isWithinLimits, type Merchant } from '#src/features/google-merchants/api.ts'
import { requireMerchant } from './merchants.ts'
import { type Booking, type CreateRequest, type GoogleUser, keyOf, notPaid, requestHashOf, type Slot } from './messages.ts'
import { type Asked, askedOf } from './slots.ts'

type Answer = { booking: Booking }
type Creation = {
  account: CallingAccount
  request: CreateRequest
  slot: Slot
  user: GoogleUser
  asked: Asked
  hash: string
  merchant: Merchant
  /** Until when a venue's own system may take its time. */
  untilMs: number
}

/** Of Google's four seconds, what a venue's own system may take; then there is time left to take back what it has not answered. */
export const systemPatienceMs = 2700
/** A repetition that has waited for its first try still asks. */
const leastPatienceMs = 500
/** Attempts of one token that the system definitely refused; more there never are. */
const attemptsMost = 10
const queued = makeKeyedQueue()

/** What is at work here under a token: whoever sends it once more meanwhile is answered the very same, a failure included. */
const running = new Map<string, Promise<Answer>>()
const together = (name: string, work: () => Promise<Answer>): Promise<Answer> => {
  const mine = running.get(name) ?? work().finally(() => running.delete(name))
  running.set(name, mine)
  return mine
}

const gone = (why: string): BookingFailure => new BookingFailure('SLOT_UNAVAILABLE', why)

/**
 * CreateBooking. The token is the key: the same request under it is answered as before, another one is refused without booking, one that failed is
 * tried anew, and of several at once one books and all are answered alike.
 */
export const createBooking = async (ctx: Ctx, account: CallingAccount, request: CreateRequest): Promise<Answer> => {
  const { slot, user_information: user, idempotency_token: token } = request
  if (!slot) throw new BadArgument('slot is missing')
  const untilMs = ctx.ports.timers.nowMs() + systemPatienceMs
  const asked = askedOf(slot, slot.resources)
  // What is wrong with the guest's data is said whether or not there is a place.
  guestOf({ account, countryCode: 'US', optIn: false }, request)
  const merchant = await requireMerchant(ctx, account, slot.merchant_id)
  const creation: Creation = { account, request, slot, user: user!, asked, hash: requestHashOf(request), merchant, untilMs }
  const steps = await isRemoteBooking(ctx, { venueId: merchant.id })
  const create = (inner: Ctx): Promise<Answer> =>
    // One transaction holds a guest's two tokens apart; where a system is asked in between, a claim does.
    steps ? whileStartHeld(inner, startOf(creation), () => createOnce(inner, creation)) : createOnce(inner, creation)
  const work = async (inner: Ctx) => ({ status: 200, body: await create(inner) })
  const run = async (): Promise<Answer> => {
    if (!token) return (await (steps ? work(ctx) : transaction(ctx, work))).body
    const key = keyOf(account.id, token)
    return (await once(ctx, { key, endpointId: 'google.CreateBooking', request: creation.hash, steps }, work)).body as Answer
  }
  const inTurn = async (): Promise<Answer> => {
    try {
      // Bookings at the same venue on the same day contend for one lock in the database as well.
      return await (steps
        ? whenFree(ctx, patience, run)
        : queued(`${merchant.id} ${Math.floor(asked.startSec / 86_400)}`, () => whenFree(ctx, patience, run)))
    } catch (error) {
      if (error instanceof Problem) recordRefusal(ctx, merchant.id, error)
      throw error
    }
  }
  return token ? together(`${account.id} ${token} ${creation.hash}`, inTurn) : inTurn()
}

const createOnce = async (ctx: Ctx, creation: Creation): Promise<Answer> => {
  const { account, request, merchant, asked, hash } = creation
  const token = request.idempotency_token
  const known = token ? await bookedUnder(ctx, account, token) : undefined
  if (known && known.requestHash !== hash) throw new BadArgument('idempotency_token was used with another request')
  if (known) return { booking: bookingView(known) }
  const { venue } = merchant
  if (!venue) throw gone('not on sale')
  if (!isWithinLimits(ctx, merchant, asked)) throw gone('outside of what is offered')
  const areaId = areaFor(ctx, { venue, account, roomId: asked.roomId })
  if (areaId === undefined) throw gone('no such seating section')
  if (request.offer_id) await refuseOffer(ctx, creation)
  await refuseDoubles(ctx, creation)
  const optIn = await wantsMarketing(ctx, account, creation.user.user_id)
  const booked = await book(ctx, {
    venueId: merchant.id,
    venueOf: (inner) => sellableVenue(inner, merchant.id),
    partySize: asked.partySize,
    startsAt: instantOf(asked.startSec),
    areaId,
    duration: null,
    bookingType: null,
    staySeconds: asked.durationSec,
    paymentToken: null,
    patienceMs: Math.max(leastPatienceMs, creation.untilMs - ctx.ports.timers.nowMs()),
    takenBack: true,
    ...guestOf({ account, countryCode: venue.countryCode, optIn }, request),
  })
  const offered = await asOffered(ctx, creation, booked)
  await remember(ctx, creation, offered)
  recordBooking(ctx, merchant.id)
  return { booking: answerOf(creation, offered) }
}

/** Offers are not made here. Where the slot itself is gone, that is what Google should hear. */
const refuseOffer = async (ctx: Ctx, { account, merchant, asked, slot }: Creation): Promise<never> => {
  const [available] = await areAvailable(ctx, { account, merchant, asking: [{ asked, mode: slot.confirmation_mode }] })
  throw available ? new BookingFailure('OFFER_UNAVAILABLE', 'no such offer') : gone('not available')
}

/** What this token made at a system before its answer was lost is no double. */
const ownAttempts = (ctx: Ctx): string[] =>
  ctx.unitOfWork.idempotencyKey === undefined ? [] : Array.from({ length: attemptsMost }, (_, attempt) => derivedId(ctx, attempt))

const startOf = ({ merchant, asked, user }: Creation): GuestStart => ({
  venueId: merchant.id,
  startsAt: instantOf(asked.startSec),
  email: user.email!,
  userId: user.user_id,
})

type Double = { ofUser: boolean; alike: boolean }
/** A person has one table at a time, and a guest who has booked the very same by another way means that booking. */
const refuseDoubles = async (ctx: Ctx, creation: Creation): Promise<void> => {
  const { account, merchant, asked, user } = creation
  const startsAt = instantOf(asked.startSec)
  const email = user.email!.trim().toLowerCase()
  if (ctx.unitOfWork.inTransaction) await lockStart(ctx, startOf(creation))
  const { rows } = await sql<Double>`
    select coalesce(g.account_id = ${account.id} and g.user_id = ${user.user_id ?? null}, false) as of_user,
      coalesce(lower(r.guest_email) = ${email} and r.party_size = ${asked.partySize}, false) as alike
    from reservations r left join google_bookings g on g.venue_id = r.venue_id and g.reservation_id = r.id
    where r.venue_id = ${merchant.id} and r.starts_at = ${startsAt}::timestamptz
      and r.status in ('pending_confirmation', 'requires_payment', 'confirmed', 'seated') and r.id <> all(${ownAttempts(ctx)}::uuid[])`.execute(
    ctx.db,
  )
  if (rows.some(({ ofUser }) => ofUser)) throw new BookingFailure('SLOT_ALREADY_BOOKED_BY_USER', 'the user has this slot')
  if (rows.some(({ alike }) => alike)) throw new BookingFailure('OVERLAPPING_RESERVATION', 'the guest has this slot')
}

const wantsMarketing = async (ctx: Ctx, account: CallingAccount, userId: string | undefined): Promise<boolean> => {
  if (!userId || !account.capabilities.includes('marketingPreferences')) return false
  const said = await ctx.db
    .selectFrom('googlePreferences')
    .select('wanted')
    .where('accountId', '=', account.id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return said?.wanted ?? false
}

/**
 * Placed, but not as Google offered it: confirmed at once and without a card. In the hub's own book the refusal takes it back with everything else; at
 * a system it is canceled, also where that has not answered yet: a guest who was told no has no table.
 */
const asOffered = async (ctx: Ctx, { account, slot }: Creation, booked: ChannelBooking): Promise<ChannelBooking> => {
  const waits = booked.status === 'pending_confirmation' && !isOfferedAs(account, 'request', slot.confirmation_mode)
  if (!waits && booked.status !== 'requires_payment') return booked
  if (await isRemoteBooking(ctx, { reservationId: booked.id })) {
    const confirmed = await takeBack(ctx, booked)
    if (confirmed) return confirmed
  }
  throw gone(waits ? 'not confirmed at once' : 'the venue asks for a payment')
}

/** Or the booking, where the system has confirmed it in this very moment and the venue takes no cancellation of it. */
const takeBack = async (ctx: Ctx, booked: ChannelBooking): Promise<ChannelBooking | undefined> => {
  try {
    await cancel(ctx, { id: booked.id, cancelActor: 'channel', reason: null, quiet: true })
    return undefined
  } catch (error) {
    const { status } = await ctx.db
      .selectFrom('reservations')
      .select('status')
      .where('venueId', '=', booked.venueId)
      .where('id', '=', booked.id)
      .executeTakeFirstOrThrow()
    if (status === 'confirmed') return { ...booked, status }
    // Refused by the system meanwhile: there is nothing to take back.
    if (status === 'rejected' || status === 'canceled') return undefined
    throw error
  }
}

const remember = async (
  ctx: Ctx,
  { account, request, slot, user, hash, asked, merchant }: Creation,
  { venueId, id }: ChannelBooking,
): Promise<void> => {
  await ctx.db
    .insertInto('googleBookings')
    .values({
      venueId,
      reservationId: id,
      accountId: account.id,
      userId: user.user_id || null,
      token: request.idempotency_token || null,
      requestHash: hash,
      durationSec: Number(slot.duration_sec ?? 0) || null,
      availabilityTag: slot.availability_tag || null,
      roomId: asked.roomId ?? null,
      asynchronous: slot.confirmation_mode === 'CONFIRMATION_MODE_ASYNCHRONOUS',
      // By a venue that was merged into this one, Google goes on knowing it.
      merchantId: merchant.id === slot.merchant_id?.toLowerCase() ? null : slot.merchant_id!,
      createdAt: ctx.clock().toString(),
    })
    .onConflict((conflict) => conflict.columns(['venueId', 'reservationId']).doNothing())
    .execute()
}

const answerOf = ({ slot, user }: Creation, { id, status }: ChannelBooking): Booking => ({
  booking_id: id,
  slot,
  user_information: user,
  payment_information: notPaid,
  status: statusOf(status),
})
