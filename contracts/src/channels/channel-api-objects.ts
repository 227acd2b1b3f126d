import { z } from 'zod/mini'
import { PaymentDefinition, PaymentGateway } from '../estate/venue-fields.ts'
import { CountryCode, Id, langs, partnerLine, partnerText } from '../kit/wire.ts'

/*
 * The booking-channel API. Partner shape, so its traps are settled here once: dates are Unix seconds UTC in and out, slot times are
 * `HH:mm` with the leading zero, statuses are the channel's words, every list is { total, data }, money is minor units.
 */
/** To the end of 2199. Whoever sends milliseconds is told so. */
export const UnixSeconds = z.int().check(z.gte(0), z.lte(7_258_118_399, 'unix_seconds'))
export const queryUnix = z.pipe(z.string().check(z.regex(/^\d{1,12}$/, 'unix_seconds')), z.pipe(z.transform(Number), UnixSeconds))

/** Channel words for our statuses: pending_confirmation → pending, rejected → declined, requires_payment → require_payment, no_show → no-show. */
export const BcStatus = z.enum(['pending', 'require_payment', 'confirmed', 'seated', 'completed', 'no-show', 'canceled', 'declined'])
export type BcStatus = z.infer<typeof BcStatus>

export const BcVenue = z.object({
  id: Id,
  name: z.string(),
  city: z.string(),
  address: z.string(),
  countryCode: z.string(),
  timezone: z.string(),
  currency: z.string(),
  postalCode: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  url: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  minCovers: z.int(),
  maxCovers: z.int(),
  /** What the venue says to larger parties, in the language asked for, else in English. */
  largePartyText: z.nullable(z.string()),
  /** What guests should read before they book, and after; in the language asked for, else in English. */
  bookingMessage: z.nullable(z.string()),
  confirmationMessage: z.nullable(z.string()),
  /** What guests should read with payment; likewise. */
  paymentPolicy: z.nullable(z.string()),
  /** What guests are asked for; of which slots, each says itself. Amounts are minor units of the venue's currency. */
  paymentDefinition: PaymentDefinition,
  /** Where the venue's own system takes cards: with its public key the card becomes the `paymentGatewayToken` of a booking. `null` = no cards are taken. */
  paymentGateway: z.nullable(PaymentGateway),
  bookableAreas: z.boolean(),
  rms: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Hours, rounded up; the stricter of what the venue and its company ask for. */
  minAdvanceBooking: z.int(),
  minAdvanceOnlineCancelling: z.int(),
})

/** Where the guest lives; `country` is ISO 3166-1 alpha-2. */
export const BcAddress = z.object({
  country: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  street: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
})
export type BcAddress = z.infer<typeof BcAddress>

/** ISO 639-1, with or without a region; `null` = none of the hub's five languages. */
export const Locale = z.pipe(
  z.string().check(z.regex(/^[A-Za-z]{2}([-_][A-Za-z]{2,4})?$/)),
  z.transform((code) => langs.find((lang) => lang === code.slice(0, 2).toLowerCase()) ?? null),
)
const contactFields = {
  telephone: z.optional(z.nullable(partnerText(40))),
  /** ISO 639-1, with or without a region. Guests of other languages than the hub's five are written to in English. */
  locale: z.optional(z.nullable(Locale)),
  address: z.optional(
    z.nullable(
      z.object({
        country: z.optional(z.nullable(CountryCode)),
        city: z.optional(z.nullable(partnerLine(120))),
        region: z.optional(z.nullable(partnerLine(120))),
        street: z.optional(z.nullable(partnerLine(200))),
        postalCode: z.optional(z.nullable(partnerLine(20))),
      }),
    ),
  ),
  optInConsent: z.optional(z.boolean()),
}
const email = z.email().check(z.maxLength(254))
export const BcContact = z.object({ firstname: partnerText(80), lastname: partnerText(80), email, ...contactFields })
export const BcContactChange = z.object({
  firstname: z.optional(partnerText(80)),
  lastname: z.optional(partnerText(80)),
  email: z.optional(email),
  ...contactFields,
})

export const BcBooking = z.object({
  id: Id,
  reference: z.string(),
  venueId: Id,
  bookingChannelId: Id,
  status: BcStatus,
  partySize: z.int(),
  date: z.int(),
  areaId: z.nullable(Id),
  session: z.enum(['breakfast', 'brunch', 'lunch', 'afternoon', 'dinner', 'all_day']),
  notes: z.nullable(z.string()),
  /** What the guest chose where the venue offers a choice: seconds to stay, and the id of what for. */
  duration: z.nullable(z.int()),
  bookingType: z.nullable(z.string()),
  cancelActor: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  canceledAt: z.nullable(z.int()),
  /** With `require_payment`: the page of the restaurant's system where the guest pays. */
  mzPaymentUrl: z.optional(z.nullable(z.string())),
  contact: z.object({
    id: z.nullable(Id),
    firstname: z.string(),
    lastname: z.string(),
    email: z.nullable(z.string()),
    telephone: z.nullable(z.string()),
    locale: z.nullable(z.string()),
    address: z.nullable(BcAddress),
    optInConsent: z.boolean(),
  }),
})
export type BcBooking = z.infer<typeof BcBooking>

const BcSlot = z.object({
  time: z.string(),
  startSec: z.int(),
  requireCreditCard: z.boolean(),
  amount: z.int(),
  type: z.enum(['book', 'request']),
})
const BcDay = z.object({ date: z.int(), slots: z.array(BcSlot) })
export const BcAvailability = z.object({
  venueId: Id,
  date: z.int(),
  partySize: z.int(),
  areaId: z.nullable(Id),
  /** At most nine around the asked moment. */
  slots: z.array(BcSlot),
  openingTimes: z.array(z.object({ time: z.string() })),
  nextAvailability: z.nullable(BcDay),
  previousAvailability: z.nullable(BcDay),
  /** Where a guest has to choose how long to stay: one of `durations`, in seconds. `endTime` is counted from the asked moment. */
  requiresDuration: z.boolean(),
  durations: z.array(z.object({ value: z.int(), label: z.string(), endTime: z.string() })),
  /** What a booking can be for; empty at venues that offer no choice. */
  bookingTypes: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Where the party is larger than what can be booked: what the venue says to it. */
  largePartyText: z.nullable(z.string()),
})
export type BcAvailability = z.infer<typeof BcAvailability>
