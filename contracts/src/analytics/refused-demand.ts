import { z } from 'zod/mini'
import { ruleNames } from '../booking/availability.ts'
import { Id, Instant, LocalDate, queryInt, queryList } from '../kit/wire.ts'

/** `unknown`: it was not looked into, as too many asked at once. */
export const refusedBy = [...ruleNames, 'unknown'] as const
export const RefusedBy = z.enum(refusedBy)
export type RefusedBy = z.infer<typeof RefusedBy>

/** Rules that say the house was not open for it: only these may be said to be covers that other opening times would have found. */
export const notOpenRules: readonly RefusedBy[] = ['closure', 'opening_hours', 'no_shift']
/** Hours of the venue's clock, their end not included. */
export const refusedMeals = { breakfast: [5, 11], lunch: [11, 16], dinner: [16, 24] } as const
export const RefusedMeal = z.enum(['breakfast', 'lunch', 'dinner'])
export type RefusedMeal = z.infer<typeof RefusedMeal>

/** By the day that was asked for. */
export const RefusedQuery = z.object({
  from: LocalDate,
  to: LocalDate,
  /** The day the reader takes for today. */
  today: z.optional(LocalDate),
  venueId: z.optional(queryList(Id)),
  companyId: z.optional(Id),
  /** All venues of a brand (group). */
  brandId: z.optional(Id),
  channelId: z.optional(queryList(Id)),
  partySize: z.optional(queryList(queryInt(1, 1000))),
  /** Only these, for the searches as they were asked. */
  rule: z.optional(RefusedBy),
})

/** `searches` = guests who asked, `covers` = how many they would have been. */
const counts = { searches: z.int(), covers: z.int() }
const Sample = z.object({
  venueId: Id,
  venueName: z.string(),
  zone: z.string(),
  day: LocalDate,
  askedAt: Instant,
  channelId: Id,
  channelName: z.nullable(z.string()),
  partySize: z.int(),
  areaId: z.nullable(Id),
  /** The moment asked for; null where it was a day. */
  wantedAt: z.nullable(Instant),
  /** The start whose rule it is; null where it is the whole day's. */
  startAt: z.nullable(Instant),
  rule: RefusedBy,
  /** What the rule allowed and what was used of it; null for who is not of the house. */
  limit: z.nullable(z.int()),
  used: z.nullable(z.int()),
})
export type RefusedSample = z.infer<typeof Sample>

export const RefusedDemand = z.object({
  span: z.object({ from: LocalDate, to: LocalDate }),
  /** Of days before, nothing is known. */
  since: LocalDate,
  venues: z.int(),
  ...counts,
  rules: z.array(z.object({ rule: RefusedBy, ...counts })),
  /** Hour of the venue's clock; null where the guest named no time. */
  hours: z.array(z.object({ hour: z.nullable(z.int()), ...counts })),
  /** ISO day of the week, 1 = Monday. */
  weekdays: z.array(z.object({ weekday: z.int(), ...counts })),
  channels: z.array(z.object({ channelId: Id, name: z.nullable(z.string()), ...counts })),
  /** Who asked while the house was not open: most covers first. Summed from the rows, nothing is estimated. */
  notOpen: z.array(z.object({ weekday: z.int(), meal: z.nullable(RefusedMeal), ...counts })),
  /** Some of them as they were asked, at most twenty of a venue's day are kept: the latest first. */
  samples: z.array(Sample),
})
export type RefusedDemand = z.infer<typeof RefusedDemand>
