import type { Book, Shift } from '@tablewire/contracts/book'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { ShiftPath } from './setting-place.ts'

export type BookForm = UseFormReturn<Book>
/** A path that was put together, as the form wants it. */
export const at = (path: string): FieldPath<Book> => path as FieldPath<Book>

/** Replaces parts of the book in the form, as if they had been typed. */
export const change = (form: BookForm, parts: Partial<Book>): void => {
  for (const [name, value] of Object.entries(parts)) form.setValue(at(name), value as never, { shouldDirty: true })
}

export const shiftAt = (book: Book, path: ShiftPath): Shift | undefined => {
  const [root, first, , second] = path.split('.')
  return root === 'shifts' ? book.shifts[Number(first)] : book.specialDays[Number(first)]?.shifts?.[Number(second)]
}

const placeOf = (owner: string, venueId: string): string => `tablewire:draft-base:${owner}:${venueId}`

/** The book somebody began to change, kept beside what he typed: with it, a change made meanwhile by somebody else can be told from his own. */
export const keepBase = (owner: string, venueId: string, book: Book): void => {
  try {
    localStorage.setItem(placeOf(owner, venueId), JSON.stringify(book))
  } catch {
    // Full or forbidden storage: after a reload the newest book stands in for it.
  }
}

export const baseOf = (owner: string, venueId: string, version: number): Book | undefined => {
  try {
    const base = JSON.parse(localStorage.getItem(placeOf(owner, venueId)) ?? 'null') as Book | null
    return base?.version === version ? base : undefined
  } catch {
    return undefined
  }
}
