import type { ShiftNote, ShiftNotesDay } from '@tablewire/contracts/booking/shift-notes'

export type NotedMeal = { mealId: string | null; name: string; note: ShiftNote | undefined }

/** The meals of a day with what was noted of each; the whole day where it has none, or somebody wrote of it; and meals that have left the book since. */
export const notedMeals = ({ meals, notes }: Pick<ShiftNotesDay, 'meals' | 'notes'>): NotedMeal[] => {
  const noteOf = (mealId: string | null) => notes.find((note) => note.mealId === mealId)
  const whole = noteOf(null)
  const gone = notes.filter(({ mealId, content }) => mealId !== null && content !== '' && !meals.some(({ id }) => id === mealId))
  return [
    ...(meals.length === 0 || whole?.content ? [{ mealId: null, name: '', note: whole }] : []),
    ...meals.map(({ id, name }) => ({ mealId: id, name, note: noteOf(id) })),
    ...gone.map((note) => ({ mealId: note.mealId, name: note.mealName, note })),
  ]
}

/** What is said of the day in one line: the first line of each note. */
export const inOneLine = (meals: readonly NotedMeal[]): { name: string; text: string }[] =>
  meals.flatMap(({ name, note }) => {
    const [first] = (note?.content ?? '').split('\n')
    return first ? [{ name, text: first }] : []
  })
