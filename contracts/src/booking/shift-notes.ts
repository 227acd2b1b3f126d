import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, LocalDate, LocalTime, note, whole } from '../kit/wire.ts'

/** A shift of the book on a day; `to` at or before `from` lies on the next one. */
export const Meal = z.object({ id: Id, name: z.string(), from: LocalTime, to: LocalTime })
export type Meal = z.infer<typeof Meal>

/** What the team shall know of a meal, or of a day that has none. */
export const ShiftNote = z.object({
  /** Null = the whole day. */
  mealId: z.nullable(Id),
  /** As the meal was called when this was written. */
  mealName: z.string(),
  /** Empty where it was taken back. */
  content: z.string(),
  version: z.int(),
  authorName: z.string(),
  writtenAt: Instant,
})
export type ShiftNote = z.infer<typeof ShiftNote>

export const ShiftNotesDay = z.object({ venueId: Id, date: LocalDate, meals: z.array(Meal), notes: z.array(ShiftNote) })
export type ShiftNotesDay = z.infer<typeof ShiftNotesDay>

export const shiftNoteMost = 2000

const MealOfDay = { date: LocalDate, mealId: z.optional(Id) }

export const shiftNotes = defineArea('shiftNotes', {
  list: {
    method: 'GET',
    path: '/v1/venues/:id/shift-notes',
    summary: 'The meals of a day at a venue, and what was noted of each.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({ date: LocalDate }),
    result: ShiftNotesDay,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  history: {
    method: 'GET',
    path: '/v1/venues/:id/shift-note-history',
    summary: 'Every text that a note had, the newest first, with who wrote it.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object(MealOfDay),
    result: z.array(ShiftNote),
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  save: {
    method: 'PUT',
    path: '/v1/venues/:id/shift-notes',
    summary: 'Write the note of a meal, or of the whole day. What it said before stays in its history.',
    can: ['update', 'reservation-list'],
    audit: 'shift_note.updated',
    params: IdParams,
    body: z.object({
      date: LocalDate,
      /** Null = the whole day. */
      mealId: z.nullable(Id),
      content: note(shiftNoteMost),
      /** The version that was read; 0 = there was none. Refused where somebody wrote since. */
      version: whole(0, 2_000_000_000),
    }),
    result: ShiftNote,
    envelope: 'data',
    errors: ['venue.not_found', 'venue.archived', 'shift_note.meal_unknown', 'shift_note.changed_meanwhile'],
  },
})
