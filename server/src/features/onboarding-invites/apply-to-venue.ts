import { lockBook, updateBook, updateVenue, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { attempt } from '#src/platform/db/attempt.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Answer } from './read-answer.ts'
import { dayLine, weekdays } from './week-hours.ts'

/** What the restaurant corrects, at the venue itself; false = hours that its book does not take as they are, which people have to see to. */
export const applyToVenue = async (ctx: Ctx, venueId: string, answer: Answer): Promise<{ hoursTaken: boolean }> => {
  const { name, address, postalCode, city } = answer
  await updateVenue(ctx, {
    params: { id: venueId },
    body: { name, address, ...(postalCode ? { postalCode } : {}), ...(city ? { city } : {}) },
  })
  await lockBook(ctx, venueId)
  const { book } = await venueWithBook(ctx, venueId)
  const same = weekdays.every((day) => dayLine(book.openingHours, day) === dayLine(answer.hours, day))
  if (same) return { hoursTaken: true }
  try {
    await attempt(ctx, (inner) => updateBook(inner, { venueId, book: { ...book, openingHours: answer.hours } }))
    return { hoursTaken: true }
  } catch (error) {
    if (error instanceof Problem) return { hoursTaken: false }
    throw error
  }
}
