import { Book } from '@tablewire/contracts/estate/book'
import { z } from 'zod/mini'
import { truncate, normalizeText, withoutEntities } from '#src/features/columns/api.ts'
import { draftBook, habitsOf, type Hours, type HoursReader } from '#src/features/hours/api.ts'
import { checkBook } from '#src/features/venues/api.ts'
import type { Note, Outcome, Reason } from './findings.ts'
import { readPhone, readWebsite } from './read-contact.ts'
import { readPlace } from './read-place.ts'
import { isDining, readCovers, readCurrency, readFlag, readOwnId, readTexts } from './read-details.ts'
import { plainText, type VenueFields, withoutQuote } from './venue-columns.ts'
import { kindOf } from './venue-kind.ts'
import type { SourceRow } from './venue-source.ts'

/** A new venue as the file has it, in the words of the table `venues`. There is no mail address: nothing may ever write to these places. */
export type VenueDraft = VenueFields & { importKey: string; book: Book }

/** `node/123`, or undefined. */
export const osmIdOf = ({ osm, osmType, osmId }: SourceRow): string | undefined => {
  const id = osm === '' ? `${osmType === '' ? 'node' : osmType}/${osmId}` : osm
  return /^(node|way|relation)\/[1-9]\d{0,18}$/.test(id) ? id : undefined
}

/** The name of a row, or the first it has in another language. */
const nameIn = ({ name, nameEn, nameAr, nameHe, nameFr, nameRu }: SourceRow): string | undefined =>
  [name, nameEn, nameAr, nameHe, nameFr, nameRu].find((one) => normalizeText(one) !== '')

export const readName = (row: SourceRow, note: Note): string | undefined => {
  const found = nameIn(row)
  if (found === undefined) {
    note('rejected', 'name.missing', { field: 'name', found: row.name, done: 'not imported' })
    return undefined
  }
  const meant = withoutEntities(found)
  const name = truncate(plainText(meant), 160)
  const about = { field: 'name', found, done: `${name} taken` }
  const said = withoutQuote(found).normalize('NFC').trim()
  if (found !== row.name) note('repaired', 'name.other_language', { ...about, found: row.name })
  else if (meant !== found) note('repaired', 'text.entities', about)
  else if (plainText(meant).length > name.length) note('repaired', 'name.cut', about)
  else if (name !== said) note('repaired', name === said.replaceAll(/ +/g, ' ') ? 'name.spaces' : 'name.cleaned', about)
  return name
}

const readCapacity = ({ capacity }: SourceRow, note: Note): number | undefined => {
  if (capacity === '') return undefined
  const seats = /^\d{1,4}$/.test(capacity) ? Number(capacity) : 0
  if (seats >= 2) return seats
  note('dropped', 'capacity.invalid', { field: 'capacity', found: capacity, done: 'the usual number of seats taken' })
  return undefined
}

/** Where only one end is said, the other one gives way. */
const withParty = (book: Book, { min, max }: { min: number | undefined; max: number | undefined }): Book => ({
  ...book,
  party: {
    min: Math.min(min ?? book.party.min, max ?? Infinity),
    max: Math.max(max ?? book.party.max, min ?? 0),
  },
})

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
export const hoursOutcome = (reason: Reason): Outcome => {
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
  const externalId = readOwnId(row, note)
  const place = name === undefined || externalId === undefined ? undefined : readPlace(row, note)
  if (name === undefined || externalId === undefined || place === undefined) return undefined
  const hours = readHours(row.openingHours, { country: place.countryCode, latitude: place.latitude, longitude: place.longitude })
  const field = 'opening_hours'
  for (const { reason, done } of hours.findings) note(hoursOutcome(reason), reason, { field, found: row.openingHours, done })
  const dining = isDining(row, note)
  const party = { min: readCovers(row, 'minCovers', note), max: readCovers(row, 'maxCovers', note) }
  return {
    importKey,
    externalId,
    name,
    ...place,
    currency: readCurrency(row, note) ?? place.currency,
    phoneNumber: readPhone(row.phone, place.countryCode, note),
    ...readTexts(row, note),
    website: readWebsite(row.website, note),
    active: readFlag(row, 'active', note) ?? (dining && hours.state !== 'closed'),
    sdkAccess: readFlag(row, 'sdkAccess', note) ?? false,
    book: withParty(readBook(row, { hours, seats: readCapacity(row, note) }, note), party),
  }
}
