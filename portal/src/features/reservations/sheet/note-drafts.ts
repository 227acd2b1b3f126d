/** Words that are not saved yet, and of which version of the note they began: kept when the panel closes, and when another day is looked at. */
export type NoteDraft = { content: string; version: number }
export type NotePlace = { venueId: string; date: string; mealId: string | null }

const drafts = new Map<string, NoteDraft>()
const keyOfPlace = ({ venueId, date, mealId }: NotePlace): string => `${venueId} ${date} ${mealId ?? ''}`
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

export const draftAt = (place: NotePlace): NoteDraft | undefined => drafts.get(keyOfPlace(place))

export const keepNoteDraft = (place: NotePlace, draft: NoteDraft | undefined): void => {
  if (draft) drafts.set(keyOfPlace(place), draft)
  else drafts.delete(keyOfPlace(place))
  // Only with the tab they would go.
  if (drafts.size > 0) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}
