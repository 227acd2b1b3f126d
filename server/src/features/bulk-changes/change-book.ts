import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Book } from '@tablewire/contracts/estate/book'
import {
  areaInUse,
  areasInUse,
  checkBook,
  lockBook,
  updateBook,
  type VenueWithBook,
  venuesWithBooks,
  venueWithBook,
} from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { withParts } from './book-parts.ts'
import { type ChangeOf, changedSince, type Finding, type ValueChange, type Kind, refused, unchanged, type Values } from './bulk-kind.ts'

type Field = keyof Book
const changedFields = (before: Book, after: Book): Field[] =>
  (Object.keys(after) as Field[]).filter((field) => !isDeepStrictEqual(before[field], after[field]))

/** Only what changes can be more than a book holds; of thousands of books, reading each whole is most of a preview. */
const fits = (field: Field, book: Book): boolean => Book.shape[field].safeParse(book[field]).success

/** What the book would become, or why it cannot. */
export const bookFinding = (before: Book, next: () => Book): Finding => {
  try {
    const after = next()
    const fields = changedFields(before, after)
    if (!fields.length) return unchanged
    const [wrong] = checkBook(after, [before.specialDays])
    if (wrong) return refused(new Problem('book.inconsistent', { ...wrong.values, detail: wrong.issue }))
    return fields.every((field) => fits(field, after)) ? { outcome: 'changed', fields } : refused(new Problem('bulk_change.book_full'))
  } catch (error) {
    if (error instanceof Problem) return refused(error)
    throw error
  }
}

/** Where another system counts the tables, nobody goes by the book. */
export const requireOwnBook = ({ remote }: VenueWithBook): void => {
  if (remote) throw new Problem('bulk_change.own_system')
}

/** The venue with its book, which nobody else changes until the transaction ends. */
export const lockedBook = async (ctx: Ctx, id: string): Promise<VenueWithBook> => {
  await lockBook(ctx, id)
  return venueWithBook(ctx, id)
}

/** A whole field is told by its print: what the book holds now is compared, not shown. */
const printOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
const printsOf = (book: Book, fields: readonly string[]): Values =>
  Object.fromEntries(fields.map((field) => [field, printOf(book[field as Field])]))

/** With the book that is copied, once the change has begun. */
type Copy = ChangeOf<'book'> & { book?: Book }

const sourceOf = async (ctx: Ctx, { from, book }: Copy): Promise<Book> => {
  if (book) return book
  const source = await venueWithBook(ctx, from)
  requireOwnBook(source)
  return source.book
}

/** The book of one venue for others. Its reservations stay; those that find no place in the new book wait for somebody to decide, as ever. */
export const copyBook: Kind<Copy> = {
  right: ['update', 'settings-restaurant'],
  require: async (ctx, change) => void (await sourceOf(ctx, change)),
  settle: async (ctx, change) => ({ book: await sourceOf(ctx, change) }),
  survey: async (ctx, change, ids) => {
    const source = await sourceOf(ctx, change)
    // Only who copies areas takes any away.
    const inUse = change.parts.includes('areas') ? await areasInUse(ctx, ids) : []
    const findingAt = (venue: VenueWithBook): Finding =>
      bookFinding(venue.book, () => {
        requireOwnBook(venue)
        const next = venue.id === change.from ? venue.book : withParts({ from: source, to: venue.book, parts: change.parts })
        const gone = venue.book.areas.filter(({ id }) => !next.areas.some((area) => area.id === id))
        const held = gone.find(({ id }) => inUse.some(({ venueId, areaId }) => venueId === venue.id && areaId === id))
        if (held) throw areaInUse(held)
        return next
      })
    return new Map((await venuesWithBooks(ctx, ids)).map((venue) => [venue.id, findingAt(venue)]))
  },
  apply: async (ctx, change, id): Promise<ValueChange | undefined> => {
    const venue = await lockedBook(ctx, id)
    const next = withParts({ from: await sourceOf(ctx, change), to: venue.book, parts: change.parts })
    const fields = changedFields(venue.book, next)
    if (!fields.length) return undefined
    await updateBook(ctx, { venueId: id, book: next })
    // Read again: the print is of what stands there, not of what was sent.
    const { book } = await venueWithBook(ctx, id)
    return { before: Object.fromEntries(fields.map((field) => [field, venue.book[field]])), after: printsOf(book, fields) }
  },
  undo: async (ctx, _change, { id, before, after }) => {
    const { book } = await lockedBook(ctx, id)
    const now = printsOf(book, Object.keys(after))
    const since = Object.keys(after).filter((field) => now[field] !== after[field])
    if (since.length) throw changedSince(since)
    const former: Book = { ...book, ...before }
    await updateBook(ctx, { venueId: id, book: former, former: former.specialDays })
  },
}
