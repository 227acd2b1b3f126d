import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, LocalDate } from '../kit/wire.ts'
import { Status } from './reservations.rules.ts'
import { Meal, ShiftNote } from './shift-notes.ts'

/** When somebody comes. Of an hour that the clock shows twice, `offset` says which. */
const Coming = { startsAt: Instant, startsLocal: z.string(), offset: z.nullable(z.string()) }

export const SheetParty = z.object({
  id: Id,
  reference: z.string(),
  ...Coming,
  status: Status,
  partySize: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  /** Of its tables, as they are called now; null = it has none, or the venue works without. */
  tableName: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** What the house knows of the guest; empty for who may not see guests. */
  allergies: z.array(z.string()),
  guestTags: z.array(z.string()),
  walkIn: z.boolean(),
  /** How late he says that he will be. */
  lateMinutes: z.nullable(z.int()),
  /** Earlier visits and no-shows; null = nobody knows who he is. */
  visits: z.nullable(z.int()),
  noShows: z.nullable(z.int()),
})
export type SheetParty = z.infer<typeof SheetParty>

/** A party as the kitchen knows it. */
const KitchenParty = {
  ...Coming,
  partySize: z.int(),
  lastName: z.string(),
  areaName: z.nullable(z.string()),
  tableName: z.nullable(z.string()),
  note: z.nullable(z.string()),
}

/** What the kitchen reads: no telephone and no address of a guest, also not where somebody wrote one into a note. */
export const Kitchen = z.object({
  quarters: z.array(z.object({ ...Coming, covers: z.int(), parties: z.int() })),
  /** Parties in which somebody may not eat something, and what is said of it, each with how many parties. */
  allergyParties: z.int(),
  allergyWords: z.array(z.object({ word: z.string(), parties: z.int() })),
  allergies: z.array(z.object({ ...KitchenParty, words: z.array(z.string()) })),
  large: z.array(z.object(KitchenParty)),
})
export type Kitchen = z.infer<typeof Kitchen>

/** Covers that a meal will come to, by how the last weeks went on from the same distance; null = too little is known. */
export const Forecast = z.nullable(
  z.object({
    expected: z.int(),
    /** By how much it would have been wrong in those weeks, on average. */
    error: z.int(),
    /** Of how many weeks, and of which day of the week they were (1 = Monday). */
    weeks: z.int(),
    weekday: z.int(),
  }),
)
export type Forecast = z.infer<typeof Forecast>

export const ServiceSheet = z.object({
  venueId: Id,
  venueName: z.string(),
  timezone: z.string(),
  date: LocalDate,
  meals: z.array(Meal),
  /** Null = the whole day. */
  meal: z.nullable(Meal),
  drawnAt: Instant,
  parties: z.array(SheetParty),
  /** There are more than are listed; the sums count all. */
  more: z.boolean(),
  sums: z.object({ parties: z.int(), covers: z.int(), unconfirmed: z.int(), noShows: z.int(), canceled: z.int() }),
  kitchen: Kitchen,
  notes: z.array(ShiftNote),
  forecast: Forecast,
})
export type ServiceSheet = z.infer<typeof ServiceSheet>

/** `target`: covers the house wants of the meal; null = none said. */
export const MealForecast = z.object({
  mealId: z.nullable(Id),
  name: z.string(),
  booked: z.int(),
  target: z.nullable(z.int()),
  forecast: Forecast,
})
export type MealForecast = z.infer<typeof MealForecast>

/** Of one party of a day: since when it sits, and what the house knows of its guest; the latter null or empty for who may not see guests. */
export const PartyKnown = z.object({
  id: Id,
  seatedAt: z.nullable(Instant),
  /** Earlier visits and no-shows; null also where nobody knows who he is. */
  visits: z.nullable(z.int()),
  noShows: z.nullable(z.int()),
  allergies: z.array(z.string()),
  guestTags: z.array(z.string()),
})
export type PartyKnown = z.infer<typeof PartyKnown>

export const serviceSheets = defineArea('serviceSheets', {
  get: {
    method: 'GET',
    path: '/v1/venues/:id/service-sheet',
    summary: 'Who comes to a meal of a venue in order of arrival, and what the kitchen needs of it; without a meal the whole day.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({ date: LocalDate, mealId: z.optional(Id) }),
    result: ServiceSheet,
    envelope: 'data',
    errors: ['venue.not_found', 'shift_note.meal_unknown'],
  },
  guests: {
    method: 'GET',
    path: '/v1/venues/:id/service-guests',
    summary: 'Since when each party of a day sits, and what the house knows of its guest: earlier visits and no-shows, allergies and tags.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({ date: LocalDate }),
    result: z.array(PartyKnown),
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  forecast: {
    method: 'GET',
    path: '/v1/venues/:id/covers-forecast',
    summary: 'Covers booked for each meal of a day, and how many it will come to by the last eight of these days of the week.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({ date: LocalDate }),
    result: z.array(MealForecast),
    envelope: 'data',
    errors: ['venue.not_found'],
  },
})
