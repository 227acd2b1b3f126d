import { z } from 'zod/mini'
import { Id, Instant, LocalDate } from '../kit/wire.ts'

/** Why a start is closed. The order is the order in which the rules are asked. */
export const ruleNames = [
  'venue_inactive',
  'channel_paused',
  'party_min',
  'party_max',
  'past',
  'notice',
  'cut_off',
  'horizon',
  'closure',
  'opening_hours',
  'no_shift',
  'shift_offline',
  'area_closed',
  'pacing_covers',
  'pacing_parties',
  'pressure_release',
  'channel_covers',
  'area_capacity',
  // No table that is free, or becomes free when others sit elsewhere, takes the party; where the venue works with tables.
  'tables',
  // The venue's own system has nothing at that time, or does not answer.
  'system_closed',
  'system_silent',
] as const
export const RuleName = z.enum(ruleNames)
export type RuleName = z.infer<typeof RuleName>

/** One rule's verdict on one start: the setting behind it, its limit, what was used, and what would open the start. */
export const Verdict = z.object({
  rule: RuleName,
  /** Where in the book the rule stands, e.g. `shifts/<id>/pacing`, or in the plan of tables (`tables/<id>/online`); null when it is not a setting. */
  setting: z.nullable(z.string()),
  limit: z.nullable(z.number()),
  used: z.nullable(z.number()),
  opens: z.object({
    /** `never` = only another date helps; `at` = by itself at that instant; `online_table` = selling that table online, `join` = joining two free ones; the others name what has to change. */
    by: z.enum(['at', 'smaller_party', 'larger_party', 'cancellation', 'setting', 'other_area', 'online_table', 'join', 'never']),
    at: z.optional(Instant),
    partySize: z.optional(z.int()),
    /** With `cancellation`: so many covers, or so many parties, have to cancel. */
    covers: z.optional(z.int()),
    parties: z.optional(z.int()),
  }),
})
export type Verdict = z.infer<typeof Verdict>

export const Slot = z.object({
  startsAt: Instant,
  endsAt: Instant,
  /** Venue-local `YYYY-MM-DDTHH:mm`. */
  startsLocal: z.string(),
  shiftId: z.nullable(Id),
  open: z.boolean(),
  /** `request` = the venue confirms each booking itself. */
  type: z.enum(['book', 'request']),
  /** Covers left at this start over pacing and the best area; null = unlimited. */
  coversLeft: z.nullable(z.int()),
  areas: z.array(z.object({ areaId: Id, coversLeft: z.int() })),
  /** Where the venue's own system wants a card: the deposit in minor units, 0 = as a guarantee only. */
  payment: z.optional(z.object({ card: z.boolean(), amount: z.int() })),
  /** Only with `explain`. Empty when open. */
  closedBy: z.optional(z.array(Verdict)),
})
export type Slot = z.infer<typeof Slot>

/** What guests choose at a venue whose own system offers a choice: seconds to stay, and what for. */
export const Offered = z.object({
  requiresDuration: z.boolean(),
  durations: z.array(z.object({ value: z.int(), label: z.string() })),
  bookingTypes: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type Offered = z.infer<typeof Offered>

export const DayAvailability = z.object({
  venueId: Id,
  date: LocalDate,
  timezone: z.string(),
  partySize: z.int(),
  bookVersion: z.int(),
  slots: z.array(Slot),
  /** Where the venue's own system owns the tables: when it was asked. Not `known`: it does not answer; `stale`: neither does it now. */
  told: z.optional(z.object({ known: z.boolean(), stale: z.boolean(), at: z.nullable(Instant) })),
  offered: z.optional(Offered),
  /** Rules that close the whole day, when there is no slot at all; only with `explain`. */
  closedBy: z.optional(z.array(Verdict)),
})
export type DayAvailability = z.infer<typeof DayAvailability>
