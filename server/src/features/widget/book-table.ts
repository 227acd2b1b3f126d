import { oneLine } from '@tablewire/contracts/kit/text.rules'
import { checksOf } from '#src/features/booking-checks/api.ts'
import { recordBooking, recordRefusal } from '#src/features/channels/api.ts'
import { type ChannelBooking, keepForMail } from '#src/features/reservations/api.ts'
import { book, commit, hold, isRemoteBooking } from '#src/features/rms-bookings/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { guestOrigin } from '#src/platform/guest-origin.ts'
import { once, whenFree } from '#src/platform/http/idempotency.ts'
import { makeKeyedQueue } from '#src/platform/http/keyed-queue.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Asked } from './asked-page.ts'
import { siteOf } from './framing.ts'
import { countBooking, holdAlong, WorkNeeded } from './limits.ts'
import { noted } from './note-hop.ts'
import type { Reading } from './read-details.ts'
import type { Held } from './signed-token.ts'
import { giveBack, placeOf } from './take-hold.ts'
import type {} from './widget-rows.ts'

type Booking = Asked & {
  held: Held
  /** Another start, where that of the hold is gone. */ instead: number | undefined
  details: NonNullable<Reading['details']>
  /** The browser has worked for it. */ proven: boolean
  /** What makes his tabs one guest; null = unknown. */ guestKey: string | null
}

/** A guest who presses twice, or whose browser asks again, waits for the first answer. */
const patience = { forMs: 12_000, pauseMs: 120 }
const queued = makeKeyedQueue()

/** The reservation that a hold became, or undefined. */
export const bookedFrom = async (
  { ctx, house }: Pick<Asked, 'ctx'> & { house: Pick<Asked['house'], 'channelId'> },
  holdId: string,
): Promise<string | undefined> => {
  const found = await ctx.db
    .selectFrom('widgetBookings')
    .select('reservationId')
    .where('holdId', '=', holdId)
    .where('channelId', '=', house.channelId)
    .executeTakeFirst()
  return found?.reservationId
}

/** The held place, or when its time ran out the same one once more; or another start that the guest chose in its place. */
const placed = async (ctx: Ctx, booking: Booking): Promise<ChannelBooking> => {
  const { held, instead, details } = booking
  const guest = { contact: details.contact, notes: details.notes, paymentToken: null }
  if (held.asks) return book(ctx, { ...placeOf(booking, { ...held, at: instead ?? held.at }), ...guest, asks: true })
  if (instead === undefined)
    try {
      return await commit(ctx, { id: held.hold, ...guest })
    } catch (error) {
      const over = error instanceof Problem && (error.code === 'hold.expired' || error.code === 'hold.not_found')
      if (!over) throw error
    }
  return book(ctx, { ...placeOf(booking, { ...held, at: instead ?? held.at }), ...guest })
}

/** The page of the website that carries ours, else ours. */
const placeName = (booking: Booking): string => {
  const site = siteOf(booking)
  return site ? `${site.host}${site.path ?? ''}` : `${guestOrigin(booking.ctx.ports.config)}/book/${booking.house.id}`
}

/** Under his name until he says by his mail that he meant it; what ran out meanwhile is held once more. */
const keptForMail = async (ctx: Ctx, booking: Booking, minutes: number): Promise<{ id: string }> => {
  const { held, instead, details } = booking
  const guest = { contact: details.contact, notes: details.notes, minutes }
  if (instead === undefined)
    try {
      await keepForMail(ctx, { id: held.hold, ...guest })
      return { id: held.hold }
    } catch (error) {
      if (!(error instanceof Problem) || !error.code.startsWith('hold.')) throw error
    }
  const place = placeOf(booking, { ...held, at: instead ?? held.at })
  const { id } = await hold(ctx, { ...place, along: holdAlong(ctx, { proven: true, giveBack, guestKey: booking.guestKey }) })
  await keepForMail(ctx, { id, ...guest })
  return { id }
}

const remember = async (ctx: Ctx, booking: Booking, id: string): Promise<void> => {
  const { held, house, lang, carried, details } = booking
  const campaign = Object.fromEntries(carried.flatMap(([name, value]) => (name.startsWith('utm_') ? [[name, oneLine(value)]] : [])))
  await ctx.db
    .insertInto('widgetBookings')
    .values({
      venueId: house.id,
      reservationId: id,
      channelId: house.channelId,
      holdId: held.hold,
      lang,
      optInText: details.optIn?.text ?? null,
      optInEdition: details.optIn?.edition ?? null,
      optInAt: details.optIn ? ctx.clock().toString() : null,
      optInPlace: details.optIn ? placeName(booking) : null,
      campaign: JSON.stringify(campaign),
      host: siteOf(booking)?.host ?? null,
      path: siteOf(booking)?.path ?? null,
      createdAt: ctx.clock().toString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Books what is held, once: the hold is the key. Whoever sends his details twice, loads the page again or comes back after an outage finds the same
 * booking; here it is one transaction, at a venue with its own system a claim, and the row of the hold is unique.
 */
export const bookTable = async (booking: Booking): Promise<string> => {
  const { ctx, house, held, details } = booking
  const steps = await isRemoteBooking(ctx, { venueId: house.id })
  // A system of the venue's own has its own holds; a large party is weighed by people.
  const mailMinutes = steps || held.asks ? null : (await checksOf(ctx, house.id)).mailMinutes
  const work = async (inner: Ctx) => {
    const known = await bookedFrom({ ctx: inner, house }, held.hold)
    if (known !== undefined) return { status: 200, body: { id: known } }
    const takeBack = await countBooking(inner, { email: details.contact.email!, proven: booking.proven })
    const made = await (mailMinutes === null ? placed(inner, booking) : keptForMail(inner, booking, mailMinutes)).catch(
      async (error: unknown) => {
        await takeBack()
        throw error
      },
    )
    await remember(inner, booking, made.id)
    return { status: 200, body: { id: made.id } }
  }
  const run = () => once(ctx, { key: `widget-${held.hold}`, endpointId: 'widget.book', request: held.hold, steps }, work)
  try {
    const turn = `${house.id} ${Math.floor((booking.instead ?? held.at) / 86_400)}`
    const made = await noted(booking, { operation: 'commit' }, async () => {
      const { body } = await whenFree(ctx, patience, () => (steps ? run() : queued(turn, run)))
      return body as { id: string }
    })
    recordBooking(ctx, house.id)
    return made.id
  } catch (error) {
    if (error instanceof Problem && !(error instanceof WorkNeeded)) recordRefusal(ctx, house.id, error)
    throw error
  }
}
