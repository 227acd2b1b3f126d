import { z } from 'zod/mini'
import type { Status } from '../booking/reservations.rules.ts'

export const importKinds = ['reservations', 'venues', 'users', 'reviews', 'onboarding'] as const
export const ImportKind = z.enum(importKinds)
export type ImportKind = z.infer<typeof ImportKind>

/** Its rows belong to one venue, or to those they name; the others to a company. */
export const goesToVenues = (kind: ImportKind): boolean => kind === 'reservations' || kind === 'reviews'
/** Its rows belong to a company; requests of onboarding stand between partners. */
export const goesToCompany = (kind: ImportKind): boolean => kind === 'venues' || kind === 'users'

/** What a column of somebody's file can become. `several`: the cells of several columns are put together (dates, names, notes) or added up (covers). */
export type Target = {
  name: string
  required?: true
  several?: true
  /** May be the same for all rows, without a column. */ constant?: true
  /** May be taken away: an empty cell can be told to. */ clearable?: true
}

const reservationTargets: readonly Target[] = [
  { name: 'id' },
  { name: 'number' },
  { name: 'venue' },
  { name: 'date', required: true, several: true },
  { name: 'time', required: true, constant: true },
  { name: 'partySize', required: true, several: true, constant: true },
  { name: 'status', constant: true },
  { name: 'reference' },
  { name: 'firstName' },
  { name: 'lastName', several: true },
  { name: 'email' },
  { name: 'phone' },
  { name: 'lang', constant: true },
  { name: 'area', constant: true },
  { name: 'channel', constant: true },
  { name: 'durationMinutes' },
  { name: 'createdAt', several: true },
  { name: 'leadDays' },
  { name: 'canceledAt', several: true },
  { name: 'cancelReason' },
  { name: 'notes', several: true },
  { name: 'tags', several: true, constant: true },
]

const venueTargets: readonly Target[] = [
  { name: 'name', required: true },
  { name: 'externalId', clearable: true },
  { name: 'id' },
  { name: 'osm' },
  { name: 'osmType' },
  { name: 'osmId' },
  { name: 'address', clearable: true },
  { name: 'street', clearable: true },
  { name: 'houseNumber' },
  { name: 'postcode', clearable: true },
  { name: 'city', constant: true, clearable: true },
  { name: 'country', constant: true },
  { name: 'addrCountry' },
  { name: 'tz', constant: true },
  { name: 'tzMethod' },
  { name: 'currency', constant: true },
  { name: 'lat', clearable: true },
  { name: 'lon', clearable: true },
  { name: 'position' },
  { name: 'phone', clearable: true },
  { name: 'website', clearable: true },
  { name: 'cuisine', constant: true, clearable: true },
  { name: 'minCovers', constant: true },
  { name: 'maxCovers', constant: true },
  { name: 'openingHours', constant: true, clearable: true },
  { name: 'capacity', constant: true },
  { name: 'active', constant: true },
  { name: 'sdkAccess', constant: true },
  { name: 'tripadvisorId', clearable: true },
  { name: 'icon', constant: true },
  { name: 'shop' },
  { name: 'nameEn' },
  { name: 'nameAr' },
  { name: 'nameHe' },
  { name: 'nameFr' },
  { name: 'nameRu' },
]

const userTargets: readonly Target[] = [
  { name: 'email' },
  { name: 'id' },
  { name: 'firstName' },
  { name: 'lastName', several: true },
  { name: 'username' },
  { name: 'roles', constant: true },
  { name: 'permissions', constant: true },
  { name: 'access', constant: true },
  { name: 'groups', constant: true },
  { name: 'venues', constant: true },
  { name: 'company' },
  { name: 'lang', constant: true },
  { name: 'city', constant: true },
  { name: 'country', constant: true },
  { name: 'state', constant: true },
]

const reviewTargets: readonly Target[] = [
  { name: 'venue' },
  { name: 'source', required: true, constant: true },
  { name: 'reviewId' },
  { name: 'publishedAt', required: true, several: true },
  { name: 'rating', constant: true },
  { name: 'scale', constant: true },
  { name: 'title' },
  { name: 'text', several: true },
  { name: 'lang', constant: true },
  { name: 'author', several: true },
  { name: 'visitedOn' },
  { name: 'reference' },
  { name: 'url' },
]

const onboardingTargets: readonly Target[] = [
  { name: 'name', required: true },
  { name: 'system', constant: true },
  { name: 'bookingChannel', constant: true },
  { name: 'requester', constant: true },
  { name: 'id' },
  { name: 'rmsVenueId' },
  { name: 'channelVenueId' },
  { name: 'address', several: true },
  { name: 'country', constant: true },
  { name: 'phone' },
  { name: 'url' },
  { name: 'requestReference' },
  { name: 'email' },
  { name: 'lang', constant: true },
  { name: 'notes', several: true },
  { name: 'internalNotes', several: true },
  { name: 'noneOfThese' },
]

const targets: Readonly<Record<ImportKind, readonly Target[]>> = {
  reservations: reservationTargets,
  venues: venueTargets,
  users: userTargets,
  reviews: reviewTargets,
  onboarding: onboardingTargets,
}
export const targetsOf = (kind: ImportKind): readonly Target[] => targets[kind]

/** Fields whose words are translated one by one, theirs into ours. */
export const valueFields = ['status', 'channel', 'area', 'venue'] as const
export const ValueField = z.enum(valueFields)
export type ValueField = z.infer<typeof ValueField>

/** Statuses a reservation of a file can come in; holds belong to the moment. */
export const importedStatuses = [
  'confirmed',
  'seated',
  'completed',
  'no_show',
  'canceled',
  'rejected',
  'pending_confirmation',
] as const satisfies readonly Status[]

/** In what order day, month and year stand where a date is written in numbers. */
export const dateOrders = ['YMD', 'DMY', 'MDY'] as const
export const DateOrder = z.enum(dateOrders)
export type DateOrder = z.infer<typeof DateOrder>

const name = z.string().check(z.minLength(1), z.maxLength(200))
export const Mapping = z.object({
  /**
   * Target → the columns it is read from, or the same text for all rows. What no column is read into, and what a cell leaves empty, stays as it is
   * here; `clears`: an empty cell takes away what is stored (of targets that may be taken away).
   */
  fields: z.record(
    z.string().check(z.maxLength(40)),
    z.object({
      columns: z.array(name).check(z.maxLength(6)),
      constant: z.nullable(z.string().check(z.maxLength(300))),
      clears: z.optional(z.boolean()),
    }),
  ),
  dateOrder: DateOrder,
  /** Field → their word → ours: a status, the id of a channel, an area or a venue; empty = none, and of a venue: its rows stay out. In a file for one venue, a word that names another house: that venue = its rows come in all the same. */
  values: z.record(z.string().check(z.maxLength(40)), z.record(z.string().check(z.maxLength(300)), z.string().check(z.maxLength(100)))),
})
export type Mapping = z.infer<typeof Mapping>

const isGiven = (mapping: Mapping, target: string): boolean => {
  const source = mapping.fields[target]
  return source !== undefined && (source.columns.length > 0 || (source.constant ?? '') !== '')
}

/** Any of these names a venue that is here already: then a file need not say its name again. */
const venueIds = ['id', 'externalId', 'osm', 'osmId']
/** Either names a booking that is here already: then a file need not say all of it again. */
const bookingIds = ['id', 'number']
/** The fields without which nothing can be imported and that nothing is read into yet. A date may bring its time along. */
export const missingTargets = (about: { kind: ImportKind; venueId: string | null }, mapping: Mapping): string[] => {
  const isAnyGiven = (names: readonly string[]): boolean => names.some((target) => isGiven(mapping, target))
  if (about.kind === 'users') return isAnyGiven(['email', 'id']) ? [] : ['email']
  const named = about.kind === 'venues' && isAnyGiven(venueIds)
  const changes = about.kind === 'reservations' && isAnyGiven(bookingIds)
  // Of a file for one venue, a column with names of houses is no more than looked at.
  const mustName = about.venueId === null
  return targetsOf(about.kind)
    .filter(({ name: target, required }) => ((required && !changes) || (target === 'venue' && mustName)) && !isGiven(mapping, target))
    .map((target) => target.name)
    .filter((target) => target !== 'time' && !(named && target === 'name'))
}

/** What may become of a row that found no place. */
export const RowChoice = z.enum(['accept', 'move', 'skip'])
export type RowChoice = z.infer<typeof RowChoice>
/** Findings that people decide about row by row. */
export const conflictReasons: readonly string[] = [
  'change.no_place',
  'area.full',
  'hours.outside',
  'day.closed',
  'row.moved',
  'row.left_out',
]
/** What may stand between the cells of a row. */
export const delimiters = [',', ';', '\t', '|'] as const
export const Delimiter = z.enum(delimiters)
export type Delimiter = z.infer<typeof Delimiter>

/** How the letters of a text file may be written, as the Encoding Standard names it; the most frequent first. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'iso-8859-5',
  'x-mac-cyrillic',
  'ibm866',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'iso-8859-6',
  'windows-1257',
  'iso-8859-13',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export const Encoding = z.enum(encodings)
export type Encoding = z.infer<typeof Encoding>

/** How many of the file's columns are read into something. */
export const mappedColumns = ({ fields }: Pick<Mapping, 'fields'>): Set<string> =>
  new Set(Object.values(fields).flatMap(({ columns }) => columns))
