import { z } from 'zod/mini'

/** The contract a reservation system offers (https://doc.mozrest.com/rms/booking-services), read leniently: unknown fields are ignored, both spellings taken. */
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
const Id = z.union([z.string(), z.number()])
/** Seconds since 1970, or text with an offset. */
const When = z.union([z.number(), z.string()])
const Flag = z.union([z.boolean(), z.number()])

export const WireHealth = z.object({
  name: maybe(z.string()),
  version: maybe(z.union([z.string(), z.number()])),
})

const WireSlot = z.object({
  startSec: When,
  totalSpot: maybe(z.number()),
  totalSpots: maybe(z.number()),
  openSpot: maybe(z.number()),
  openSpots: maybe(z.number()),
  deposit: maybe(Flag),
  depositAmount: maybe(z.number()),
  requireCc: maybe(Flag),
  requiresCc: maybe(Flag),
})
export type WireSlot = z.infer<typeof WireSlot>
export const WireDay = z.object({
  duration: maybe(z.number()),
  slotData: maybe(z.array(WireSlot)),
  requiresDuration: z.optional(z.unknown()),
  durations: z.optional(z.unknown()),
  bookingTypes: z.optional(z.unknown()),
  // The feed gives them once for all slots where they are the same.
  totalSpots: maybe(z.number()),
  openSpots: maybe(z.number()),
})
export type WireDay = z.infer<typeof WireDay>

export const WireBooking = z.object({
  id: Id,
  status: maybe(z.string()),
  venueId: maybe(Id),
  areaId: maybe(Id),
  partySize: maybe(z.number()),
  date: maybe(When),
  notes: maybe(z.string()),
  // Read where they are as documented; nothing depends on them alone.
  bookingChannel: z.optional(z.unknown()),
  createdAt: z.optional(z.unknown()),
  duration: z.optional(z.unknown()),
  bookingType: z.optional(z.unknown()),
  cancelActor: maybe(z.string()),
  cancelReason: maybe(z.string()),
  paymentUrl: maybe(z.string()),
  mzPaymentUrl: maybe(z.string()),
  contact: maybe(
    z.object({
      firstname: maybe(z.string()),
      lastname: maybe(z.string()),
      email: maybe(z.string()),
      telephone: maybe(z.union([z.string(), z.number()])),
      locale: maybe(z.string()),
      optInConsent: maybe(Flag),
    }),
  ),
})
export type WireBooking = z.infer<typeof WireBooking>

/** Lists come in an envelope or bare. */
export const WireBookings = z.union([z.object({ total: maybe(z.number()), data: z.array(WireBooking) }), z.array(WireBooking)])
