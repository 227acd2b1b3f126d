export { mealAt, type MealOfDay, mealsOn, mealView } from './meals.ts'
export { notesOf } from './note-rows.ts'
export { ownVenue } from './read-notes.ts'
