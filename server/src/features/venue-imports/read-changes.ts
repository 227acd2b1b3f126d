import type { HoursReader } from '#src/features/hours/api.ts'
import type { BookRules } from '#src/features/venues/api.ts'
import { isZone } from '#src/platform/clock.ts'
import { normalizeText } from '#src/features/columns/api.ts'
import { isCountry } from '#src/features/columns/api.ts'
import type { Note } from './findings.ts'
import { readPhone, readWebsite } from './read-contact.ts'
import { isDining, readCovers, readCurrency, readFlag, readOwnId, readTexts } from './read-details.ts'
import { readPlace } from './read-place.ts'
import { hoursOutcome, readName } from './read-venue.ts'
import type { StoredVenue } from './stored-venues.ts'
import { withHours, withoutHours } from './venue-books.ts'
import { plainText, saidByVenue, type VenueFields } from './venue-columns.ts'
import { addressOf, type Field, type SourceRow } from './venue-source.ts'

/** What a row says that is not so here. */
export type RequestedChanges = { fields: Partial<VenueFields>; party: Partial<BookRules['party']>; hours: RequestedHours | undefined }
/** `text`: as the file writes them. */
export type RequestedHours = { text: string; apply: (rules: BookRules, follow: boolean) => BookRules }

export type ChangeReading = {
  here: StoredVenue
  /** Targets whose empty cells take away what is stored. */
  clears: ReadonlySet<string>
  readHours: HoursReader
  note: Note
  /** The row names the venue by the hub's own id: it is the product's own list, and says what is to be. */
  exact: boolean
}

/** The row without the cells that say what stands here already: whatever it looks like, it changes nothing. */
const withoutKnown = (row: SourceRow, { here }: ChangeReading): SourceRow => {
  const said = saidByVenue(here, here.rules)
  const known = [...said].filter(([target, stored]) => {
    const cell = row[target as Field]
    return cell !== '' && (cell === stored || plainText(cell) === plainText(stored))
  })
  return { ...row, ...Object.fromEntries(known.map(([target]) => [target, ''])) }
}

/** A venue that is here has a country and a zone: what is neither is told and changes nothing, where a new venue's would be found by its position. */
const withoutNonsense = (row: SourceRow, note: Note): SourceRow => {
  const unsound = (['country', 'tz'] as const).filter((field) => row[field] !== '' && !(field === 'tz' ? isZone : isCountry)(row[field]))
  for (const field of unsound) note('dropped', 'value.invalid', { field, found: row[field], done: 'left as it is' })
  return { ...row, ...Object.fromEntries(unsound.map((field) => [field, ''])) }
}

const degrees = (value: number | null): string => value?.toFixed(12) ?? ''
const filledUp = (row: SourceRow, here: StoredVenue): Pick<SourceRow, 'country' | 'tz' | 'lat' | 'lon'> => {
  const elsewhere = row.lat + row.lon === '' && row.position !== ''
  return {
    country: row.country + row.addrCountry === '' ? here.countryCode : row.country,
    tz: row.tz || here.timeZone,
    lat: elsewhere ? '' : row.lat || degrees(here.latitude),
    lon: elsewhere ? '' : row.lon || degrees(here.longitude),
  }
}

/** What the venue says itself stands in for what the row leaves open: a phone number needs a country, a zone a place. */
const placeOf = (whole: SourceRow, { here, note }: ChangeReading): Partial<VenueFields> => {
  const row = withoutNonsense(whole, note)
  const country = row.country + row.addrCountry
  const { tz, lat, lon } = row
  const both = lat + lon === '' ? row.position : ''
  if (country + tz + lat + lon + both === '') return {}
  const cells: Readonly<Record<string, string>> = { country, addr_country: country, tz, 'lat, lon': lat + lon, position: both }
  const place = readPlace({ ...row, ...filledUp(row, here) }, (outcome, reason, about) => {
    if (cells[about.field]) note(outcome, reason, about)
  })
  if (!place) return {}
  const { countryCode, timeZone, latitude, longitude } = place
  return {
    ...(country === '' ? {} : { countryCode }),
    ...(tz === '' ? {} : { timeZone }),
    ...(lat + both === '' || latitude === null ? {} : { latitude }),
    ...(lon + both === '' || longitude === null ? {} : { longitude }),
  }
}

const emptied: Partial<Record<Field, keyof VenueFields>> = {
  externalId: 'externalId',
  address: 'address',
  street: 'address',
  postcode: 'postalCode',
  city: 'city',
  lat: 'latitude',
  lon: 'longitude',
  phone: 'phoneNumber',
  website: 'website',
  cuisine: 'cuisine',
  tripadvisorId: 'tripadvisorId',
}

/** What empty cells take away, where they were told to. */
const clearedBy = (row: SourceRow, clears: ReadonlySet<string>): Partial<VenueFields> =>
  Object.fromEntries(
    Object.entries(emptied)
      .filter(([target, name]) => clears.has(target) && row[name === 'address' ? name : (target as Field)] === '')
      .map(([, name]) => [name, null]),
  )

const hoursOf = (row: SourceRow, { here, note, readHours }: ChangeReading): { hours: RequestedHours | undefined; closed: boolean } => {
  const text = row.openingHours
  if (text === '') return { hours: undefined, closed: false }
  const hours = readHours(text, { country: here.countryCode, latitude: here.latitude, longitude: here.longitude })
  for (const { reason, done } of hours.findings) note(hoursOutcome(reason), reason, { field: 'opening_hours', found: text, done })
  if (hours.state !== 'known') return { hours: undefined, closed: hours.state === 'closed' }
  return { hours: { text, apply: (rules, follow) => withHours(rules, hours, { seats: here.seats, follow }) }, closed: false }
}

/** Said by the row, or by what kind of place a map says it is; a place that is shut for good is not active. */
const activeOf = (row: SourceRow, { exact, note }: ChangeReading, closed: boolean): boolean | undefined => {
  const said = readFlag(row, 'active', note)
  if (said !== undefined || exact) return said
  if (row.icon + row.shop === '') return closed ? false : undefined
  return isDining(row, note) && !closed
}

const noteSeats = ({ capacity }: SourceRow, { here, note }: ChangeReading): void => {
  if (/^\d{1,4}$/.test(capacity) && Number(capacity) !== here.seats)
    note('noted', 'seats.kept', { field: 'capacity', found: capacity, done: `${here.seats} seats stay` })
}

type NonNullFields<T> = { [K in keyof T]?: NonNullable<T[K]> }
const given = <T extends object>(fields: T): NonNullFields<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as NonNullFields<T>

/** The name, where the row has one in any language and it is another one. */
const nameOf = (row: SourceRow, { here, note }: ChangeReading): string | undefined => {
  if (row.name !== '' && plainText(row.name) === plainText(here.name)) return undefined
  const others = [row.name, row.nameEn, row.nameAr, row.nameHe, row.nameFr, row.nameRu]
  return others.some((one) => normalizeText(one) !== '') ? readName(row, note) : undefined
}

/** What a row changes of a venue that is here. Undefined = the row is rejected. What cannot be read is noted, and what stands here stays. */
export const readChanges = (whole: SourceRow, reading: ChangeReading): RequestedChanges | undefined => {
  const { here, clears, note } = reading
  const row = withoutKnown({ ...whole, address: addressOf(whole), street: '', houseNumber: '' }, reading)
  const externalId = readOwnId(row, note)
  if (externalId === undefined) return undefined
  const place = placeOf(row, reading)
  const { hours, closed } = hoursOf(row, reading)
  noteSeats(row, reading)
  const name = nameOf(whole, reading)
  const active = whole.active !== '' && row.active === '' ? undefined : activeOf(row, reading, closed)
  const fields = {
    ...place,
    ...given({ name, externalId, currency: readCurrency(row, note), active, sdkAccess: readFlag(row, 'sdkAccess', note) }),
    ...given(readTexts(row, note)),
    ...given({ phoneNumber: readPhone(row.phone, place.countryCode ?? here.countryCode, note), website: readWebsite(row.website, note) }),
    ...clearedBy({ ...whole, address: addressOf(whole) }, clears),
  }
  const changed = Object.entries(fields).filter(([key, value]) => value !== here[key as keyof VenueFields])
  const empties = clears.has('openingHours') && whole.openingHours === '' && here.rules.openingHours.length > 0
  return {
    fields: Object.fromEntries(changed) as Partial<VenueFields>,
    party: given({ min: readCovers(row, 'minCovers', note), max: readCovers(row, 'maxCovers', note) }),
    hours: empties ? { text: '', apply: withoutHours } : hours,
  }
}
