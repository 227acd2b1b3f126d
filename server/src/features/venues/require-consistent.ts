import type { Book } from '@tablewire/contracts/estate/book'
import { Problem } from '#src/platform/problem.ts'
import { checkBook } from './book-check.ts'

/** `book.inconsistent` with every place at which the book contradicts itself. */
export const requireConsistent = (book: Book): void => {
  const found = checkBook(book)
  const [first] = found
  if (!first) return
  throw new Problem(
    'book.inconsistent',
    { ...first.values, detail: first.issue },
    Object.fromEntries(found.map(({ path, issue, values }) => [path, [{ issue, values }]])),
  )
}
