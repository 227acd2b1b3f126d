import type { Meal } from '@tablewire/contracts/booking/shift-notes'
import { shiftsOn } from '#src/features/availability/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'

/** `target`: covers the house wants of it. `fromMinutes` and `toMinutes` count from midnight of the service day; `firstMs` is its first start, where the clock shows one. */
export type MealOfDay = Meal & { fromMinutes: number; toMinutes: number; target: number | null; firstMs: number | undefined }

/** The meals of a service day in their order. */
export const mealsOn = ({ book, timeZone }: Pick<VenueWithBook, 'book' | 'timeZone'>, date: string): MealOfDay[] =>
  shiftsOn(book, date, timeZone).map(({ shift: { id, name, from, to, targetCovers }, period, starts }) => ({
    id,
    name,
    from,
    to,
    fromMinutes: period.from,
    toMinutes: period.to,
    target: targetCovers ?? null,
    firstMs: starts[0]?.ms,
  }))

/**
 * To which of them a party belongs that comes so many minutes after midnight of its service day: the one that began last of those that are on. Outside of
 * all, the one before, or the first: nobody who is expected stands on no sheet.
 */
export const mealAt = <One extends Pick<MealOfDay, 'fromMinutes' | 'toMinutes'>>(meals: readonly One[], minutes: number): One | undefined =>
  meals.findLast((meal) => meal.fromMinutes <= minutes && minutes < meal.toMinutes) ??
  meals.findLast((meal) => meal.fromMinutes <= minutes) ??
  meals[0]

export const mealView = ({ id, name, from, to }: Meal): Meal => ({ id, name, from, to })
