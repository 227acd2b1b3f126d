import { z } from 'zod/mini'
import { defineArea } from './endpoint.ts'
import { CountryCode, Id, IdParams, Lang, LocalDate, note, pageQuery, queryInt, text, whole } from './wire.ts'

/*
 * The booking-channel API. Partner shape, so its traps are settled here once: dates are Unix seconds UTC in and out, slot times are
 * `HH:mm` with the leading zero, statuses are the channel's words, every list is { total, data }, money is minor units.
 */
const UnixSeconds = whole(0, 253_402_300_799)
const queryUnix = queryInt(0, 253_402_300_799)

/** Channel words for our statuses: pending_confirmation → pending, rejected → declined, requires_payment → require_payment, no_show → no-show. */
export const BcStatus = z.enum(['pending', 'require_payment', 'confirmed', 'seated', 'completed', 'no-show', 'canceled', 'declined'])
export type BcStatus = z.infer<typeof BcStatus>

export const BcVenue = z.object({
  id: Id, name: z.string(), city: z.string(), address: z.string(), countryCode: z.string(), timezone: z.string(), currency: z.string(),
  postalCode: z.nullable(z.string()), phoneNumber: z.nullable(z.string()), latitude: z.nullable(z.number()), longitude: z.nullable(z.number()),
  minCovers: z.int(), maxCovers: z.int(), bookableAreas: z.boolean(), rms: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Hours, rounded up. */
  minAdvanceBooking: z.int(), minAdvanceOnlineCancelling: z.int(),
})

const contactFields = {
  telephone: z.optional(z.nullable(text(40))),
  locale: z.optional(z.nullable(Lang)),
  address: z.optional(z.nullable(z.object({
    country: z.optional(z.nullable(CountryCode)), city: z.optional(z.nullable(note(120))), region: z.optional(z.nullable(note(120))),
    street: z.optional(z.nullable(note(200))), postalCode: z.optional(z.nullable(note(20))),
  }))),
  optInConsent: z.optional(z.boolean()),
}
const email = z.email().check(z.maxLength(254))
export const BcContact = z.object({ firstname: text(80), lastname: text(80), email, ...contactFields })
const BcContactChange = z.object({ firstname: z.optional(text(80)), lastname: z.optional(text(80)), email: z.optional(email), ...contactFields })

export const BcBooking = z.object({
  id: Id, reference: z.string(), venueId: Id, bookingChannelId: Id, status: BcStatus, partySize: z.int(), date: z.int(), areaId: z.nullable(Id),
  session: z.enum(['breakfast', 'brunch', 'lunch', 'afternoon', 'dinner', 'all_day']),
  notes: z.nullable(z.string()), cancelActor: z.nullable(z.string()), cancelReason: z.nullable(z.string()), canceledAt: z.nullable(z.int()),
  contact: z.object({
    id: z.nullable(Id), firstname: z.string(), lastname: z.string(), email: z.nullable(z.string()), telephone: z.nullable(z.string()),
    locale: z.nullable(z.string()), optInConsent: z.boolean(),
  }),
})
export type BcBooking = z.infer<typeof BcBooking>

const BcSlot = z.object({ time: z.string(), startSec: z.int(), requireCreditCard: z.boolean(), amount: z.int(), type: z.enum(['book', 'request']) })
const BcDay = z.object({ date: z.int(), slots: z.array(BcSlot) })
export const BcAvailability = z.object({
  venueId: Id, date: z.int(), partySize: z.int(), areaId: z.nullable(Id),
  /** At most nine around the asked moment. */
  slots: z.array(BcSlot),
  openingTimes: z.array(z.object({ time: z.string() })),
  nextAvailability: z.nullable(BcDay),
  previousAvailability: z.nullable(BcDay),
})
export type BcAvailability = z.infer<typeof BcAvailability>

const place = { venueId: Id, partySize: whole(1, 1000), date: UnixSeconds, areaId: z.optional(z.nullable(Id)) }
const extras = { notes: z.optional(z.nullable(note(2000))), paymentGatewayToken: z.optional(z.nullable(note(400))) }
const at = { venueId: Id, date: queryUnix, partySize: queryInt(1, 1000), areaId: z.optional(Id) }
const list = <T extends z.ZodMiniType>(item: T) => z.object({ total: z.int(), data: z.array(item) })
const placing = ['venue.not_found', 'channel.not_linked', 'area.not_found', 'area.required', 'slot.taken', 'slot.closed', 'slot.past', 'slot.too_soon', 'slot.too_far', 'party.too_small', 'party.too_large'] as const
const channel = { can: 'channel', envelope: 'bare' } as const

export const bc = defineArea('bc', {
  venues: {
    ...channel, method: 'GET', path: '/v1/bc/venues', summary: 'Venues this channel may sell.', audit: 'none',
    query: z.object({
      ...pageQuery,
      filters: z.optional(z.object({ criteria: z.optional(z.string().check(z.maxLength(120))), city: z.optional(z.string().check(z.maxLength(120))), countryCode: z.optional(CountryCode) })),
    }),
    result: list(BcVenue), errors: [],
  },
  venue: {
    ...channel, method: 'GET', path: '/v1/bc/venues/:id', summary: 'One venue.', audit: 'none', params: IdParams, result: BcVenue, errors: ['venue.not_found'],
  },
  areas: {
    ...channel, method: 'GET', path: '/v1/bc/areas', summary: 'Areas that can be booked at that moment; takes venueId (mzId is understood too).', audit: 'none',
    query: z.object({ venueId: z.optional(Id), mzId: z.optional(Id), date: queryUnix, partySize: queryInt(1, 1000) }),
    result: list(z.object({ id: Id, name: z.string(), description: z.string() })), errors: ['venue.not_found'],
  },
  availability: {
    ...channel, method: 'GET', path: '/v1/bc/availability', summary: 'Slots around a moment, with the next and previous ones when there is none.', audit: 'none',
    query: z.object(at), result: BcAvailability, errors: ['venue.not_found', 'area.not_found', 'area.required'],
  },
  availabilityBatch: {
    ...channel, method: 'POST', path: '/v1/bc/availability/batch', summary: 'Up to 200 exact starts over many venues at once; changes nothing.', audit: 'none',
    body: z.object({ slots: z.array(z.object(place)).check(z.minLength(1), z.maxLength(200)) }),
    result: list(z.object({ venueId: Id, date: z.int(), partySize: z.int(), areaId: z.nullable(Id), available: z.boolean(), type: z.enum(['book', 'request']), reason: z.nullable(z.string()) })),
    errors: [],
  },
  calendar: {
    ...channel, method: 'GET', path: '/v1/bc/calendar', summary: 'Days of a month with at least one slot.', audit: 'none',
    query: z.object({ venueId: Id, month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)), partySize: queryInt(1, 1000), areaId: z.optional(Id) }),
    result: z.object({ venueId: Id, month: z.string(), partySize: z.int(), days: z.array(z.object({ date: LocalDate, available: z.boolean() })) }),
    errors: ['venue.not_found', 'area.not_found'],
  },
  hold: {
    ...channel, method: 'POST', path: '/v1/bc/pending-booking', summary: 'Hold a slot for the time the venue grants.', audit: 'reservation.held', status: 201, idempotent: true,
    body: z.object(place), result: z.object({ id: Id, holdingTime: z.int(), expiresAt: z.int(), venueMessage: z.nullable(z.string()) }), errors: placing,
  },
  commit: {
    ...channel, method: 'PUT', path: '/v1/bc/pending-booking/:id', summary: 'Turn the hold into a booking with the guest\'s data.', audit: 'reservation.created', idempotent: true,
    params: IdParams, body: z.object({ ...extras, contact: BcContact }), result: BcBooking, errors: ['hold.not_found', 'hold.expired', 'slot.taken', 'reservation.move_illegal'],
  },
  release: {
    ...channel, method: 'DELETE', path: '/v1/bc/pending-booking/:id', summary: 'Give a hold back.', audit: 'reservation.released', params: IdParams,
    result: z.object({ id: Id, released: z.boolean() }), errors: ['hold.not_found', 'reservation.move_illegal'],
  },
  book: {
    ...channel, method: 'POST', path: '/v1/bc/booking', summary: 'Book in one step.', audit: 'reservation.created', status: 201, idempotent: true,
    body: z.object({ ...place, ...extras, contact: BcContact }), result: BcBooking, errors: placing,
  },
  bookings: {
    ...channel, method: 'GET', path: '/v1/bc/booking', summary: 'This channel\'s bookings by email, venueId or date (at least one).', audit: 'none',
    query: z.object({ ...pageQuery, email: z.optional(z.string().check(z.maxLength(254))), venueId: z.optional(Id), date: z.optional(LocalDate) }),
    result: list(BcBooking), errors: [],
  },
  booking: {
    ...channel, method: 'GET', path: '/v1/bc/booking/:id', summary: 'One booking of this channel.', audit: 'none', params: IdParams, result: BcBooking, errors: ['reservation.not_found'],
  },
  change: {
    ...channel, method: 'PUT', path: '/v1/bc/booking/:id', summary: 'Change party, date, area or contact, or cancel by status; at least one.', audit: 'reservation.changed', idempotent: true,
    params: IdParams,
    body: z.object({
      status: z.optional(z.enum(['confirmed', 'canceled'])), partySize: z.optional(whole(1, 1000)), date: z.optional(UnixSeconds), areaId: z.optional(Id),
      notes: z.optional(z.nullable(note(2000))), contact: z.optional(BcContactChange),
    }),
    result: BcBooking,
    errors: ['reservation.not_found', 'reservation.final', 'reservation.move_illegal', 'reservation.cancel_too_late', 'area.not_found', 'slot.taken', 'slot.closed', 'slot.past', 'slot.too_soon', 'slot.too_far', 'party.too_small', 'party.too_large'],
  },
  cancel: {
    ...channel, method: 'PUT', path: '/v1/bc/booking/:id/cancel', summary: 'Cancel for the guest.', audit: 'reservation.canceled', idempotent: true, params: IdParams,
    body: z.object({ cancelActor: text(40), cancelReason: z.optional(z.nullable(note(500))) }), result: BcBooking,
    errors: ['reservation.not_found', 'reservation.move_illegal', 'reservation.cancel_too_late'],
  },
})
