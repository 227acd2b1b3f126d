import { z } from 'zod/mini'

/** The native interface of the sandbox's reservation system: its own words, moments in seconds where there are many of them. */
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))

export const WirePing = z.object({ product: maybe(z.string()), release: maybe(z.string()) })

export const WireOpenings = z.object({
  days: z.array(
    z.object({
      date: z.string(),
      covers: z.int(),
      stay_minutes: z.number(),
      stays: maybe(z.array(z.object({ minutes: z.number(), called: z.optional(z.unknown()) }))),
      stay_must_be_chosen: maybe(z.boolean()),
      occasions: maybe(z.array(z.object({ key: z.string(), called: z.unknown() }))),
      openings: z.array(z.object({ at: z.number(), of: z.number(), left: z.number(), prepay: maybe(z.number()) })),
    }),
  ),
})
export type WireOpenings = z.infer<typeof WireOpenings>

export const WireState = z.enum(['asked', 'awaiting_payment', 'booked', 'turned_down', 'off', 'missing', 'at_table', 'left'])
export type WireState = z.infer<typeof WireState>

export const WireBooking = z.object({
  code: z.string(),
  state: WireState,
  restaurant: z.string(),
  room: maybe(z.string()),
  covers: z.int(),
  starts_at: z.string(),
  remark: maybe(z.string()),
  guest: z.object({
    given_name: z.string(),
    family_name: z.string(),
    mail: maybe(z.string()),
    mobile: maybe(z.string()),
    language: maybe(z.string()),
    newsletter: z.boolean(),
  }),
  client_key: maybe(z.string()),
  origin: maybe(z.object({ id: maybe(z.string()) })),
  made_at: maybe(z.string()),
  stay_minutes: maybe(z.number()),
  occasion: maybe(z.string()),
  called_off: maybe(z.object({ by: maybe(z.string()), why: maybe(z.string()) })),
  pay_at: maybe(z.string()),
})
export type WireBooking = z.infer<typeof WireBooking>

export const WireBookings = z.object({ bookings: z.array(WireBooking), next: z.nullable(z.string()) })
export const WireRestaurants = z.object({
  restaurants: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      town: maybe(z.string()),
      country: maybe(z.string()),
      zone: maybe(z.string()),
      street: maybe(z.string()),
      open_for_business: z.boolean(),
    }),
  ),
  next: z.nullable(z.string()),
})
export const WireRooms = z.object({
  rooms: z.array(z.object({ id: z.string(), name: z.string(), seats: maybe(z.number()), usual: z.boolean() })),
})
