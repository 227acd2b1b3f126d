import type { shiftNotes } from '@tablewire/contracts/booking/shift-notes'
import type { Handlers } from '#src/platform/http/mount.ts'
import { readNoteHistory, readNotes } from './read-notes.ts'
import { saveNote } from './save-note.ts'

export const shiftNotesHandlers: Handlers<typeof shiftNotes> = {
  list: (ctx, { params, query }) => readNotes(ctx, params.id, query.date),
  history: (ctx, { params, query }) => readNoteHistory(ctx, params.id, { date: query.date, mealId: query.mealId ?? null }),
  save: (ctx, { params, body }) => saveNote(ctx, params.id, body),
}
