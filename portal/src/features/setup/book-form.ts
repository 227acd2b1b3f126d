import type { Book, Shift } from '@tablewire/contracts/estate/book'
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
