import { Book } from '@tablewire/contracts/book'
import { z } from 'zod/mini'
import { cut, tidy } from './clean-text.ts'
import { draftBook, habitsOf, type Hours, type HoursReader } from '#src/features/hours/api.ts'
import { checkBook } from '#src/features/venues/api.ts'
import type { Note, Outcome, Reason } from './findings.ts'
import { readPhone, readWebsite } from './read-contact.ts'
import { readPlace } from './read-place.ts'
import { kindOf } from './venue-kind.ts'
import type { SourceRow } from './venue-source.ts'

/** A venue as the file has it, in the words of the table `venues`. There is no mail address: nothing may ever write to these places. */
export type VenueDraft = {
  importKey: string
  /** The number it goes by where the file comes from. */
  externalId: string | null
  name: string
  phoneNumber: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  countryCode: string
  timeZone: string
  currency: string
  latitude: number | null
  longitude: number | null
  website: string | null
  cuisine: string | null
  active: boolean
  book: Book
}

/** `node/123`, or undefined. */
export const osmIdOf = ({ osm, osmType, osmId }: SourceRow): string | undefined => {
  const id = osm === '' ? `${osmType === '' ? 'node' : osmType}/${osmId}` : osm
  return /^(node|way|relation)\/[1-9]\d{0,18}$/.test(id) ? id : undefined
}

const readName = (row: SourceRow, note: Note): string | undefined => {
  const others = [row.nameEn, row.nameAr, row.nameHe, row.nameFr, row.nameRu]
  const found = [row.name, ...others].find((name) => tidy(name) !== '')
  if (found === undefined) {
    note('rejected', 'name.missing', { field: 'name', found: row.name, done: 'not imported' })
    return undefined
  }
  const name = cut(tidy(found), 160)
  if (found !== row.name) note('repaired', 'name.other_language', { field: 'name', found: row.name, done: `${name} taken` })
  else if (name !== found) note('repaired', 'name.cleaned', { field: 'name', found, done: `${name} taken` })
  return name
}

const shorten = ([field, text]: readonly [string, string], most: number, note: Note): string | null => {
  const tidied = tidy(text)
  const short = cut(tidied, most)
  if (short !== tidied) note('repaired', 'address.cut', { field, found: text, done: `cut to ${most} characters` })
  return short === '' ? null : short
}

const readCapacity = ({ capacity }: SourceRow, note: Note): number | undefined => {
  if (capacity === '') return undefined
  const seats = /^\d{1,4}$/.test(capacity) ? Number(capacity) : 0
  if (seats >= 2) return seats
  note('dropped', 'capacity.invalid', { field: 'capacity', found: capacity, done: 'the usual number of seats taken' })
  return undefined
}

/** The book of the row, checked as every book is; hours it cannot hold are left out. */
const readBook = (row: SourceRow, { hours, seats }: { hours: Hours; seats: number | undefined }, note: Note): Book => {
  const habits = habitsOf[kindOf(row)]
  const sized = seats === undefined ? habits : { ...habits, capacity: seats }
  const book = draftBook(hours, sized)
  if (z.safeParse(Book, book).success && checkBook(book).length === 0) return book
  note('dropped', 'book.invalid', { field: 'opening_hours', found: row.openingHours, done: 'imported without hours' })
  return draftBook({ ...hours, week: hours.week.map(() => []), exceptions: [] }, sized)
}

const lost: ReadonlySet<Reason> = new Set([
  'hours.unreadable',
  'hours.no_times',
  'hours.seasons',
  'hours.uncertain',
  'hours.comment',
  'hours.school_holidays',
  'hours.holidays_unknown',
])
const outcomeOf = (reason: Reason): Outcome => {
  if (reason === 'hours.dated') return 'noted'
  return lost.has(reason) ? 'dropped' : 'repaired'
}

/** The key of a venue from OpenStreetMap, or undefined when the row is rejected. */
export const osmKeyOf = (row: SourceRow, note: Note): string | undefined => {
  const id = osmIdOf(row)
  if (id === undefined)
    note('rejected', 'row.no_id', { field: 'osm_id', found: row.osm || `${row.osmType}/${row.osmId}`, done: 'not imported' })
  return id === undefined ? undefined : `osm:${id}`
}

export type VenueReading = { importKey: string; readHours: HoursReader; note: Note }

/** The venue of a row, or undefined when the row is rejected; everything that is not as it says goes to `note`. */
export const readVenue = (row: SourceRow, { importKey, readHours, note }: VenueReading): VenueDraft | undefined => {
  const name = readName(row, note)
  const place = name === undefined ? undefined : readPlace(row, note)
  if (name === undefined || place === undefined) return undefined
  const hours = readHours(row.openingHours, { country: place.countryCode, latitude: place.latitude, longitude: place.longitude })
  const field = 'opening_hours'
  for (const { reason, done } of hours.findings) note(outcomeOf(reason), reason, { field, found: row.openingHours, done })
  const dining = kindOf(row) !== 'other'
  if (!dining)
    note('repaired', 'kind.not_dining', {
      field: 'icon, shop',
      found: [row.icon, row.shop].filter((one) => one !== '').join(', '),
      done: 'imported as inactive',
    })
  return {
    importKey,
    externalId: tidy(row.externalId).slice(0, 80) || null,
    name,
    ...place,
    phoneNumber: readPhone(row.phone, place.countryCode, note),
    address: shorten(['street', [row.street, row.houseNumber].join(' ')], 200, note),
    postalCode: shorten(['postcode', row.postcode], 20, note),
    city: shorten(['city', row.city], 120, note),
    website: readWebsite(row.website, note),
    cuisine: shorten(['cuisine', row.cuisine], 250, note),
    active: dining && hours.state !== 'closed',
    book: readBook(row, { hours, seats: readCapacity(row, note) }, note),
  }
}
