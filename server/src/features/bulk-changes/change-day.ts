import { isDeepStrictEqual } from 'node:util'
import type { Book } from '@tablewire/contracts/estate/book'
import { checkHours } from '@tablewire/contracts/estate/special-days.rules'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { updateBook, type VenueWithBook, venuesWithBooks } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { type ChangeOf, changedSince, type Finding, type ValueChange, type Kind, unchanged } from './bulk-kind.ts'
import { bookFinding, lockedBook, requireOwnBook } from './change-book.ts'

type Days = Pick<Book, 'closures' | 'specialDays'>
type Dates = { fromOn: string; toOn: string }
type Change = ChangeOf<'day'>

const shifted = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()
const overlaps = (one: Dates, { fromOn, toOn }: Dates): boolean => one.fromOn <= toOn && one.toOn >= fromOn

/** What is left of an entry beside these dates: nothing, its beginning, its end or both. */
const beside = <T extends Dates & { id: string }>(entry: T, { fromOn, toOn }: Dates): T[] => [
  ...(entry.fromOn < fromOn ? [{ ...entry, toOn: shifted(fromOn, -1) }] : []),
  ...(entry.toOn > toOn ? [{ ...entry, id: entry.fromOn < fromOn ? newId() : entry.id, fromOn: shifted(toOn, 1) }] : []),
]

/** What a venue has on these dates itself; a closed area is no other day. */
const takenOn = ({ closures, specialDays }: Days, dates: Dates): Days => ({
  closures: closures.filter((one) => one.areaId === null && overlaps(one, dates)),
  specialDays: specialDays.filter((one) => overlaps(one, dates)),
})

const entriesOf = ({ name, fromOn, toOn, openingHours }: Change['day']): Days => {
  const entry = { id: newId(), name, fromOn, toOn }
  if (!openingHours.length) return { closures: [{ ...entry, from: null, to: null, areaId: null }], specialDays: [] }
  return { closures: [], specialDays: [{ ...entry, openingHours, shifts: null }] }
}
const withoutIds = ({ closures, specialDays }: Days) =>
  [closures, specialDays].map((entries) => entries.map(({ id: _id, ...entry }) => entry))

type Places = Record<keyof Days, number[]>
/** Which entries leave the book, from which places, which ones come, and what the lists become. */
type Swap = { out: Days & { places: Places }; in: Days; days: Days }

/** What is left of an entry stands in its place: of two that hold a date the first one counts, on the dates around as well. */
const swapIn = <T extends Dates & { id: string }>(entries: readonly T[], { out, day, coming }: { out: T[]; day: Dates; coming: T[] }) => {
  const left = new Map(out.map((one) => [one.id, beside(one, day)]))
  return {
    places: out.map((one) => entries.indexOf(one)),
    in: [...[...left.values()].flat(), ...coming],
    list: [...entries.flatMap((one) => left.get(one.id) ?? [one]), ...coming],
  }
}

/** Undefined where the book has the day already. */
const swapAt = (book: Book, { day }: Change): Swap | undefined => {
  const out = takenOn(book, day)
  const entries = entriesOf(day)
  if (isDeepStrictEqual(withoutIds(out), withoutIds(entries))) return undefined
  const closures = swapIn(book.closures, { out: out.closures, day, coming: entries.closures })
  const specialDays = swapIn(book.specialDays, { out: out.specialDays, day, coming: entries.specialDays })
  return {
    out: { ...out, places: { closures: closures.places, specialDays: specialDays.places } },
    in: { closures: closures.in, specialDays: specialDays.in },
    days: { closures: closures.list, specialDays: specialDays.list },
  }
}

type Back<T> = { now: readonly T[]; after: readonly T[]; before: readonly T[]; places: readonly number[] }
/** The entries of before, each in the place it had; a change made before places were kept has none, and they go to the end. */
const putBack = <T extends { id: string }>({ now, after, before, places }: Back<T>): T[] => {
  const list = now.filter(({ id }) => !after.some((one) => one.id === id))
  for (const [nth, one] of before.entries()) list.splice(places[nth] ?? list.length, 0, one)
  return list
}

const findingAt = (venue: VenueWithBook, change: Change): Finding => {
  const swap = swapAt(venue.book, change)
  const taken = swap && [...swap.out.closures, ...swap.out.specialDays]
  if (taken?.length && change.existing === 'keep')
    return { ...unchanged, problem: new Problem('bulk_change.day_taken', { name: taken.map(({ name }) => name).join(', ') }) }
  return bookFinding(venue.book, () => {
    requireOwnBook(venue)
    return { ...venue.book, ...swap?.days }
  })
}

/** Who has booked these days, by the venue's own calendar. */
const bookedOn = async (ctx: Ctx, { fromOn, toOn }: Dates, ids: readonly string[]) => {
  const { rows } = await sql<{ venueId: string; reservations: number; covers: number }>`
    select venue_id, count(*)::integer as reservations, sum(party_size)::integer as covers from placed_bookings
    where venue_id = any(${[...ids]}::uuid[]) and service_on between ${fromOn}::date and ${toOn}::date
      and status in ('pending_confirmation', 'requires_payment', 'confirmed') group by venue_id`.execute(ctx.db)
  return new Map(rows.map(({ venueId, ...guests }) => [venueId, guests]))
}

/** One closure, or one day with hours of its own, in many books. Whoever has booked the day stays and is told; nobody is canceled. */
export const addDay: Kind<Change> = {
  right: ['update', 'settings-restaurant'],
  require: async (_ctx, { day }) => {
    const faults = checkHours('change.day', day)
    if (!faults.length) return
    throw new Problem('request.invalid', {}, Object.fromEntries(faults.map(({ path, issue, values }) => [path, [{ issue, values }]])))
  },
  survey: async (ctx, change, ids) => {
    const [venues, booked] = await Promise.all([venuesWithBooks(ctx, ids), bookedOn(ctx, change.day, ids)])
    return new Map(
      venues.map((venue): [string, Finding] => {
        const finding = findingAt(venue, change)
        const guests = booked.get(venue.id)
        return [venue.id, guests && finding.outcome === 'changed' ? { ...finding, guests } : finding]
      }),
    )
  },
  apply: async (ctx, change, id): Promise<ValueChange | undefined> => {
    const venue = await lockedBook(ctx, id)
    const { book } = venue
    const swap = swapAt(book, change)
    // Somebody gave it the day, or another one, since it was looked at.
    if (!swap || findingAt(venue, change).outcome === 'unchanged') return undefined
    await updateBook(ctx, { venueId: id, book: { ...book, ...swap.days } })
    return { before: swap.out, after: swap.in }
  },
  undo: async (ctx, _change, { id, before, after }) => {
    const { book } = await lockedBook(ctx, id)
    const { closures, specialDays } = after as Days
    const former = before as Days & { places?: Places }
    const stands = <T extends { id: string }>(wanted: readonly T[], now: readonly T[]): boolean =>
      wanted.every((one) => now.some((other) => isDeepStrictEqual(other, one)))
    const since = [
      ...(stands(closures, book.closures) ? [] : ['closures']),
      ...(stands(specialDays, book.specialDays) ? [] : ['specialDays']),
    ]
    if (since.length) throw changedSince(since)
    const places = former.places ?? { closures: [], specialDays: [] }
    const days: Days = {
      closures: putBack({ now: book.closures, after: closures, before: former.closures, places: places.closures }),
      specialDays: putBack({ now: book.specialDays, after: specialDays, before: former.specialDays, places: places.specialDays }),
    }
    await updateBook(ctx, { venueId: id, book: { ...book, ...days }, former: former.specialDays })
  },
}
