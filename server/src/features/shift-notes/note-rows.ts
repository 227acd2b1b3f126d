import type { ShiftNote } from '@tablewire/contracts/booking/shift-notes'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    shiftNotes: {
      id: string
      venueId: string
      serviceOn: string
      mealId: string | null
      mealName: string
      version: number
      content: string
      authorId: string | null
      authorName: string
      writtenAt: InstantColumn
    }
  }
}

/** Columns of ShiftNote, from `s` shift_notes. */
export const noteColumns: RawBuilder<ShiftNote> = sql`s.meal_id as "mealId", s.meal_name as "mealName", s.content, s.version, s.author_name as "authorName", s.written_at as "writtenAt"`

/** As they read now; of a venue the caller was let in to. */
export const notesOf = async (ctx: Ctx, venueId: string, date: string): Promise<ShiftNote[]> => {
  const { rows } = await sql<ShiftNote>`
    select distinct on (s.meal_id) ${noteColumns} from shift_notes s where s.venue_id = ${venueId} and s.service_on = ${date}
    order by s.meal_id, s.version desc`.execute(ctx.db.withoutPlugins())
  return rows
}
