import type { ShiftNote, ShiftNotesDay } from '@tablewire/contracts/booking/shift-notes'
import { sql } from 'kysely'
import { isOfChannels, venueWithBook, type VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { mealsOn, mealView } from './meals.ts'
import { noteColumns, notesOf } from './note-rows.ts'

/** What a house tells its own people is no channel's and no system's. */
export const ownVenue = async (ctx: Ctx, venueId: string): Promise<VenueWithBook> => {
  if (isOfChannels(ctx)) throw new Problem('venue.not_found')
  return venueWithBook(ctx, venueId)
}

export const readNotes = async (ctx: Ctx, venueId: string, date: string): Promise<ShiftNotesDay> => {
  const venue = await ownVenue(ctx, venueId)
  const notes = await notesOf(ctx, venue.id, date)
  return { venueId: venue.id, date, meals: mealsOn(venue, date).map(mealView), notes }
}

const historyMost = 100

export const readNoteHistory = async (
  ctx: Ctx,
  venueId: string,
  { date, mealId }: { date: string; mealId: string | null },
): Promise<ShiftNote[]> => {
  const venue = await ownVenue(ctx, venueId)
  const { rows } = await sql<ShiftNote>`
    select ${noteColumns} from shift_notes s
    where s.venue_id = ${venue.id} and s.service_on = ${date} and s.meal_id is not distinct from ${mealId}::uuid
    order by s.version desc limit ${historyMost}`.execute(ctx.db.withoutPlugins())
  return rows
}
