import type { Book, DayLimits } from '@tablewire/contracts/estate/book'
import type { DaysThatStood } from '@tablewire/contracts/estate/special-days.rules'
import { Problem } from '#src/platform/problem.ts'
import { checkBook } from './book-check.ts'

/** `book.inconsistent` with every place at which the book contradicts itself. */
export const requireConsistent = (book: Book, stood: DaysThatStood, limits: readonly DayLimits[] = []): void => {
  const found = checkBook(book, stood, limits)
  const [first] = found
  if (!first) return
  throw new Problem(
    'book.inconsistent',
    { ...first.values, detail: first.issue },
    Object.fromEntries(found.map(({ path, issue, values }) => [path, [{ issue, values }]])),
  )
}
