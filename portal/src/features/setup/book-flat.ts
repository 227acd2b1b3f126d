import type { Area, Book, DayLimits, Shift } from '@tablewire/contracts/estate/book'
import type { Closure, SpecialDay } from './calendar.ts'

/** A book as one line per thing that people change: each shift, area, closure and special day by its id, everything else by its name. */
export type Flat = Record<string, unknown>
const lists = ['shifts', 'areas', 'closures', 'specialDays', 'dayLimits'] as const
type List = (typeof lists)[number]

const orderKeyOf = (list: List): string => `${list}:order`
export const flatOf = (book: Book, others: readonly Book[] = []): Flat => {
  const flat: Flat = {}
  for (const [name, value] of Object.entries(book)) {
    if (name === 'version') continue
    if (!lists.includes(name as List)) flat[name] = value
  }
  flat['texts'] = book.texts ?? {}
  for (const list of lists) {
    flat[orderKeyOf(list)] = (book[list] ?? []).map(({ id }) => id)
    // What one of them lacks is named in all of them, so that it is seen as taken away and not as unknown.
    for (const { id } of [book, ...others].flatMap((one) => (one[list] ?? []) as { id: string }[])) flat[`${list}:${id}`] = null
    for (const one of book[list] ?? []) flat[`${list}:${one.id}`] = one
  }
  return flat
}

/** Back into a book; things that only one of two added stand at the end of their list. */
export const bookOf = (flat: Flat, version: number): Book => {
  const book: Flat = { version }
  for (const [name, value] of Object.entries(flat)) if (!name.includes(':')) book[name] = value
  for (const list of lists) {
    const order = flat[orderKeyOf(list)] as string[]
    const there = Object.keys(flat).filter((name) => name.startsWith(`${list}:`) && name !== orderKeyOf(list))
    const placeOf = (name: string): number => order.indexOf(name.slice(list.length + 1)) + 1 || order.length + 1
    book[list] = there
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .flatMap((name) => (flat[name] === null ? [] : [flat[name] as Shift | Area | Closure | SpecialDay | DayLimits]))
  }
  return book as Book
}
