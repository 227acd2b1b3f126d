import type { bc } from '@tablewire/contracts/channels/channel-api'
import type { BcContact } from '@tablewire/contracts/channels/channel-api-objects'
import type { z } from 'zod/mini'
import { book, bookedVenueId, cancel, change, commit, hold, isRemoteBooking } from '#src/features/rms-bookings/api.ts'
import { addressOf, type ContactInput, getChannelBooking, listChannelBookings, releaseHold } from '#src/features/reservations/api.ts'
import { bookingMessageOf, recordAnswer, recordBooking, recordRefusal, recordSearch } from '#src/features/channels/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Handlers, InSteps, Turns } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import { bookingView, instantOf, unixOf } from './bc-view.ts'
import { checkBatch } from './check-batch.ts'
import { findAreas, findDays, findSlots } from './find-slots.ts'
import { getVenue, listVenues } from './list-venues.ts'
import { sellableVenue, shownArea, wantedArea } from './sellable-venue.ts'

const phoneField = 'contact.telephone'

const contactOf = ({ firstname, lastname, email, telephone, locale, address, optInConsent }: z.output<typeof BcContact>): ContactInput => ({
  firstName: firstname,
  lastName: lastname,
  email,
  phone: telephone ?? null,
  lang: locale ?? null,
  optIn: optInConsent ?? false,
  address: addressOf(address),
  phoneField,
})
type GuestBody = { contact: z.output<typeof BcContact>; notes?: string | null | undefined; paymentGatewayToken?: string | null | undefined }
const guestOf = ({ contact, notes, paymentGatewayToken }: GuestBody) => ({
  contact: contactOf(contact),
  notes: notes || null,
  paymentToken: paymentGatewayToken || null,
})
type Place = {
  venueId: string
  partySize: number
  date: number
  areaId?: string | null | undefined
  duration?: number | null | undefined
  bookingType?: string | null | undefined
}
const placeOf = async (ctx: Ctx, { venueId, partySize, date, areaId, duration, bookingType }: Place) => ({
  venueId,
  venueOf: async (inner: Ctx) => {
    const venue = await sellableVenue(inner, venueId)
    shownArea(inner, venue, areaId)
    return venue
  },
  partySize,
  startsAt: instantOf(date),
  areaId: await wantedArea(ctx, { venueId, areaId }),
  duration: duration ?? null,
  bookingType: bookingType ?? null,
})
const atKept = async <B extends Place>(ctx: Ctx, body: B): Promise<B> => ({ ...body, venueId: await bookedVenueId(ctx, body.venueId) })
/** A refusal is remembered, so that the venue can read what happened last. */
const noted = async <T>(ctx: Ctx, venueId: string, booking: Promise<T>): Promise<T> =>
  booking.catch((error: unknown) => {
    if (error instanceof Problem) recordRefusal(ctx, venueId, error)
    throw error
  })

/** Who waits for the first booking there hears of it. */
const heard = (ctx: Ctx, booking: ReturnType<typeof bookingView>): ReturnType<typeof bookingView> => {
  recordBooking(ctx, booking.venueId)
  return booking
}

export const bcHandlers: Handlers<typeof bc> = {
  venues: (ctx, { query }) => listVenues(ctx, query),
  venue: (ctx, { params }) => getVenue(ctx, params.id),
  areas: (ctx, { query: { venueId, mzId, ...moment } }) => findAreas(ctx, { ...moment, venueId: (venueId ?? mzId)! }),
  availability: async (ctx, { query }) => {
    recordSearch(ctx, query.venueId)
    const answer = await findSlots(ctx, query)
    recordAnswer(ctx, answer.venueId, answer.slots.length > 0 || answer.nextAvailability !== null || answer.previousAvailability !== null)
    return answer
  },
  availabilityBatch: async (ctx, { body }) => {
    const answer = await checkBatch(ctx, body.slots)
    for (const { venueId, available } of answer.data) if (available) recordAnswer(ctx, venueId, true)
    return answer
  },
  calendar: async (ctx, { query }) => {
    const answer = await findDays(ctx, query)
    recordAnswer(
      ctx,
      answer.venueId,
      answer.days.some(({ available }) => available),
    )
    return answer
  },
  hold: async (ctx, { body: asked }) => {
    const body = await atKept(ctx, asked)
    const [{ id, holdingTimeSeconds, expiresAt }, venueMessage] = await Promise.all([
      noted(ctx, body.venueId, hold(ctx, await placeOf(ctx, body))),
      bookingMessageOf(ctx, body.venueId),
    ])
    return { id, holdingTime: holdingTimeSeconds, expiresAt: unixOf(expiresAt), venueMessage }
  },
  commit: async (ctx, { params, body }) => heard(ctx, bookingView(await commit(ctx, { id: params.id, ...guestOf(body) }))),
  release: async (ctx, { params }) => ({ id: params.id, released: await releaseHold(ctx, params.id) }),
  book: async (ctx, { body: asked }) => {
    const body = await atKept(ctx, asked)
    return heard(ctx, bookingView(await noted(ctx, body.venueId, book(ctx, { ...(await placeOf(ctx, body)), ...guestOf(body) }))))
  },
  bookings: async (ctx, { query: { offset = 0, limit = 50, ...ask } }) => {
    const { total, data, next } = await listChannelBookings(ctx, { ...ask, offset, limit })
    return { total, data: data.map(bookingView), next }
  },
  booking: async (ctx, { params }) => bookingView(await getChannelBooking(ctx, params.id)),
  change: async (ctx, { params, body }) => {
    const { status, partySize, date, areaId, notes, contact } = body
    if (status === 'canceled') return bookingView(await cancel(ctx, { id: params.id, cancelActor: 'channel', reason: null }))
    const guest = contact && {
      firstName: contact.firstname,
      lastName: contact.lastname,
      email: contact.email,
      phone: contact.telephone,
      lang: contact.locale,
      optIn: contact.optInConsent,
      address: contact.address === undefined ? undefined : addressOf(contact.address),
    }
    const patch = { partySize, startsAt: date === undefined ? undefined : instantOf(date), areaId, notes, guest }
    return bookingView(
      await change(ctx, { id: params.id, patch, dialect: { phoneField, international: true }, confirmed: status === 'confirmed' }),
    )
  },
  cancel: async (ctx, { params, body }) =>
    bookingView(await cancel(ctx, { id: params.id, cancelActor: body.cancelActor, reason: body.cancelReason || null })),
}

/** Mutex key: bookings at the same venue on the same day, which contend for one lock in the database as well. */
const seatsOf = ({ body }: { body: Place }): string => `${body.venueId} ${Math.floor(body.date / 86_400)}`
export const bcTurns: Turns<typeof bc> = { hold: seatsOf, book: seatsOf }

export const bcSteps: InSteps<typeof bc> = {
  // Some venues may have to call their systems, and no writes need a transaction.
  availabilityBatch: async () => true,
  hold: (ctx, { body }) => isRemoteBooking(ctx, body),
  book: (ctx, { body }) => isRemoteBooking(ctx, body),
  commit: (ctx, { params }) => isRemoteBooking(ctx, { reservationId: params.id }),
}
