import type { Shift } from '@tablewire/contracts/estate/book'
import { draftBook, type Habits, habitsOf, type Hours } from '#src/features/hours/api.ts'
import type { BookRules } from '#src/features/venues/api.ts'

/** Same content, whatever the ids given to its parts. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, index) => isSame(one, b[index]))
  const keys = Object.keys(a)
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  return keys.length === Object.keys(b).length && keys.every((key) => key === 'id' || isSame(one[key], other[key]))
}

/** A shift of the new hours, run as the one of that name was, else as the first one. */
const asBefore = (shift: Shift, before: readonly Shift[]): Shift => {
  const same = before.find(({ name }) => name === shift.name)
  const like = same ?? before[0]
  if (!like) return shift
  const { intervalMinutes, durations, pacing, keptBackCovers, requestFromParty, areaIds, online } = like
  return { ...shift, id: same?.id ?? shift.id, intervalMinutes, durations, pacing, keptBackCovers, requestFromParty, areaIds, online }
}

const habitsHere = ({ shifts }: BookRules, seats: number): Habits => {
  const usual = habitsOf.restaurant
  return { ...usual, capacity: seats || usual.capacity, intervalMinutes: shifts[0]?.intervalMinutes ?? usual.intervalMinutes }
}

/**
 * The book with other opening hours. Shifts follow them where no person has set them (`follow`) or there are none; closures and special days only where
 * the hours name days of their own.
 */
export const withHours = (rules: BookRules, hours: Hours, { seats, follow }: { seats: number; follow: boolean }): BookRules => {
  const drafted = draftBook(hours, habitsHere(rules, seats))
  const free = follow || !rules.shifts.length
  const dated = free && hours.exceptions.length > 0
  return {
    ...rules,
    openingHours: drafted.openingHours,
    ...(free ? { shifts: drafted.shifts.map((shift) => asBefore(shift, rules.shifts)) } : {}),
    ...(dated ? { closures: drafted.closures, specialDays: drafted.specialDays } : {}),
  }
}

/** Nothing is open any more; what people set up for when it opens again stays. */
export const withoutHours = (rules: BookRules): BookRules => ({ ...rules, openingHours: [] })
