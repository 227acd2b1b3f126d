export type Week = { booked: number; final: number }
export const weeksBack = 8
/** Of fewer nothing is said. */
export const weeksLeast = 4

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
const pickup = ({ booked, final }: Week): number => final - booked

/**
 * What is booked, and what else came in those weeks from the same distance on: the week in the middle, as one wild evening says nothing of the next.
 * Its error is how far it would have been off in each of those weeks, told by the others.
 */
export const forecastOf = (booked: number, all: readonly Week[]): { expected: number; error: number; weeks: number } | null => {
  // The house was closed, or did not serve this meal.
  const weeks = all.filter((week) => week.booked > 0 || week.final > 0)
  if (weeks.length < weeksLeast) return null
  const endsAt = (now: number, known: readonly Week[]): number => Math.max(0, now + median(known.map(pickup)))
  const errors = weeks.map((week) =>
    Math.abs(
      endsAt(
        week.booked,
        weeks.filter((other) => other !== week),
      ) - week.final,
    ),
  )
  const error = errors.reduce((sum, one) => sum + one, 0) / errors.length
  return { expected: Math.round(endsAt(booked, weeks)), error: Math.ceil(error), weeks: weeks.length }
}
