import { type BookRules, hoursInWords } from '#src/features/venues/api.ts'
import { normalizeText } from '#src/features/columns/api.ts'

/** What a venue says about itself, in the names of its columns; an import writes these and nothing else. */
export type VenueFields = {
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
  sdkAccess: boolean
  tripadvisorId: string | null
}

type Described = { column: string; type: 'text' | 'double precision' | 'boolean'; target: string; audited: string }
const text = (column: string, target: string, audited = target): Described => ({ column, type: 'text', target, audited })

/** Each in the database, among the targets of a mapping, and in the audit of what people change. */
export const venueColumns: Readonly<Record<keyof VenueFields, Described>> = {
  name: text('name', 'name'),
  externalId: text('external_id', 'externalId'),
  phoneNumber: text('phone_number', 'phone', 'phoneNumber'),
  address: text('address', 'address'),
  postalCode: text('postal_code', 'postcode', 'postalCode'),
  city: text('city', 'city'),
  countryCode: text('country_code', 'country', 'countryCode'),
  timeZone: text('time_zone', 'tz', 'timezone'),
  currency: text('currency', 'currency'),
  latitude: { column: 'latitude', type: 'double precision', target: 'lat', audited: 'latitude' },
  longitude: { column: 'longitude', type: 'double precision', target: 'lon', audited: 'longitude' },
  website: text('website', 'website'),
  cuisine: text('cuisine', 'cuisine'),
  active: { column: 'active', type: 'boolean', target: 'active', audited: 'active' },
  sdkAccess: { column: 'sdk_access', type: 'boolean', target: 'sdkAccess', audited: 'sdkAccess' },
  tripadvisorId: text('tripadvisor_id', 'tripadvisorId'),
}
export const venueFieldNames = Object.keys(venueColumns) as (keyof VenueFields)[]

export const inText = (value: string | number | boolean | null): string | null => (value === null ? null : String(value))

/** Everything of a venue that a file may say, by target and in the words of its export. */
export const saidByVenue = (venue: VenueFields, rules: BookRules): ReadonlyMap<string, string> =>
  new Map([
    ...venueFieldNames.map((name): [string, string] => [venueColumns[name].target, inText(venue[name]) ?? '']),
    ['minCovers', String(rules.party.min)],
    ['maxCovers', String(rules.party.max)],
    ['openingHours', hoursInWords(rules)],
  ])

/** The sign our own tables put before what a spreadsheet would take for a formula. */
export const withoutQuote = (cell: string): string => cell.replace(/^'+(?=[=+@\t\r-])/, '')

/** The same words, whatever a table makes of blanks, of signs nobody sees, and of what looks like a formula. */
export const plainText = (cell: string): string =>
  normalizeText(withoutQuote(cell.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')))
