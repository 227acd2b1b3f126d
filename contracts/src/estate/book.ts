import { z } from 'zod/mini'
import { Id, line, LocalDate, LocalTime, note, text, whole } from '../kit/wire.ts'

/** ISO weekday, 1 = Monday … 7 = Sunday, in the venue's zone. */
export const Weekday = whole(1, 7)
const OpenPeriod = { from: LocalTime, to: LocalTime }
const Lines = (max: number) => z.optional(note(max))
/** One text for guests in each language; what is missing or empty falls back to English (SE4). */
const langTexts = (max: number) => z.strictObject({ en: Lines(max), es: Lines(max), fr: Lines(max), de: Lines(max), nl: Lines(max) })
export const LangTexts = langTexts(2000)
export type LangTexts = z.infer<typeof LangTexts>

/** What guests read: the way there, what canceling means, the rules of the house, and what parties do that are too large to book. */
export const bookTextNames = ['arrival', 'cancellation', 'policies', 'largeParty'] as const
export const BookTexts = z.object({
  cancellation: z.optional(LangTexts),
  policies: z.optional(LangTexts),
  arrival: z.optional(LangTexts),
  largeParty: z.optional(LangTexts),
})

const Arrivals = { covers: z.nullable(whole(0, 5000)), parties: z.nullable(whole(0, 1000)) }
const arrivalLimits = {
  /** Arrivals allowed per interval, null = no limit. */
  pacing: z.object(Arrivals),
  /** Other limits at single intervals of the shift. */
  pacingAt: z.array(z.object({ at: LocalTime, ...Arrivals })).check(z.maxLength(100)),
}
const TargetCovers = z.nullable(whole(0, 100_000))

/**
 * A meal service. Starts are offered every `intervalMinutes` from `from` up to `lastSeating` (or before `to`);
 * `to` at or before `from` means the next day. All times are wall clock in the venue's zone.
 */
export const Shift = z.object({
  id: Id,
  name: text(60),
  days: z.array(Weekday).check(z.minLength(1), z.maxLength(7)),
  ...OpenPeriod,
  lastSeating: z.nullable(LocalTime),
  intervalMinutes: whole(5, 240),
  /** Length of stay by party size: the first entry whose `partyMax` fits; the last serves all larger parties. */
  durations: z.array(z.object({ partyMax: whole(1, 1000), minutes: whole(15, 720) })).check(z.minLength(1), z.maxLength(20)),
  ...arrivalLimits,
  /** Covers the house wants of such a meal; shown beside what is booked, it closes nothing. Null or missing = none. */
  targetCovers: z.optional(TargetCovers),
  /** Covers per interval kept from outside channels until the pressure release (VE4). */
  keptBackCovers: whole(0, 5000),
  /** Parties of this size and above need the venue's confirmation; null = never. */
  requestFromParty: z.nullable(whole(1, 1000)),
  /** Areas served in this shift; null = all. */
  areaIds: z.nullable(z.array(Id)),
  /** Offered to outside channels at all. */
  online: z.boolean(),
})
export type Shift = z.infer<typeof Shift>

export const Area = z.object({
  id: Id,
  name: text(80),
  description: note(500),
  /** Name and description as guests of a language read them; without one, `name` and `description`. */
  names: z.optional(langTexts(80)),
  descriptions: z.optional(langTexts(500)),
  /** Covers that may sit here at the same moment. */
  capacity: whole(0, 5000),
  /** Used when a guest chose none; exactly one area of a book. */
  byDefault: z.boolean(),
  /** Used when Google names none; at most one area of a book, and none needs to be. */
  rwgDefault: z.optional(z.boolean()),
  online: z.boolean(),
  /** What the venue's own reservation system calls it; empty = it knows none. */
  externalId: z.optional(line(200)),
})
export type Area = z.infer<typeof Area>

/** Whole days, or from–to of each day, local; `areaId` null closes the venue. */
export const Closure = z.object({
  id: Id,
  name: text(80),
  fromOn: LocalDate,
  toOn: LocalDate,
  from: z.nullable(LocalTime),
  to: z.nullable(LocalTime),
  areaId: z.nullable(Id),
})

/** Days with hours of their own; `shifts` null keeps the weekly shifts, cut to those hours. */
export const SpecialDay = z.object({
  id: Id,
  name: text(80),
  fromOn: LocalDate,
  toOn: LocalDate,
  openingHours: z.array(z.object(OpenPeriod)).check(z.maxLength(8)),
  shifts: z.nullable(z.array(Shift).check(z.maxLength(20))),
})

/** What holds for a shift on one service date instead of its own target and arrivals; the rest of the shift stays as it is. */
export const DayLimits = z.object({ id: Id, on: LocalDate, shiftId: Id, targetCovers: TargetCovers, ...arrivalLimits })
export type DayLimits = z.infer<typeof DayLimits>

/** The built-in book of a venue (SE2). `version` rises with every change; a write must name the version it read. */
export const Book = z.object({
  version: whole(0, 2_000_000_000),
  openingHours: z.array(z.object({ day: Weekday, ...OpenPeriod })).check(z.maxLength(60)),
  shifts: z.array(Shift).check(z.maxLength(60)),
  areas: z.array(Area).check(z.minLength(1), z.maxLength(100)),
  closures: z.array(Closure).check(z.maxLength(500)),
  specialDays: z.array(SpecialDay).check(z.maxLength(200)),
  /** At most one for a shift and date. Missing in a write = as they are; those of past dates and of shifts that are no more go with the next write. */
  dayLimits: z.optional(z.array(DayLimits).check(z.maxLength(400))),
  /** Party sizes for outside channels. Staff are not bound. */
  party: z.object({ min: whole(1, 1000), max: whole(1, 1000) }),
  /** Shortest time between booking and meal for outside channels. */
  noticeMinutes: whole(0, 525_600),
  /** Minutes before the shift's start after which outside channels may no longer book into it; null = none. */
  cutOffMinutes: z.nullable(whole(0, 10_080)),
  /** How many days ahead outside channels may book. */
  horizonDays: whole(1, 730),
  holdingTimeSeconds: whole(30, 3600),
  /** Guests and channels may cancel until this long before the meal. */
  cancellationWindowMinutes: whole(0, 525_600),
  /** Hours before the meal at which kept-back covers are released; null = never kept back (VE4). */
  pressureReleaseHours: z.nullable(whole(0, 8760)),
  /** True = a channel must ask for areas first and name one. */
  bookableAreas: z.boolean(),
  texts: z.optional(BookTexts),
})
export type Book = z.infer<typeof Book>

/** What was not, or not exactly, understood in opening hours that somebody wrote (syntax of OpenStreetMap). */
export const HoursReason = z.enum([
  'hours.unreadable',
  'hours.respelled',
  'hours.no_times',
  'hours.open_end',
  'hours.comment',
  'hours.uncertain',
  'hours.sun',
  'hours.seasons',
  'hours.dated',
  'hours.school_holidays',
  'hours.holidays_unknown',
  'hours.closed',
])
export type HoursReason = z.infer<typeof HoursReason>
