import { z } from 'zod/mini'
import type { Status } from './reservations.rules.ts'

export const ImportKind = z.enum(['reservations', 'venues'])
export type ImportKind = z.infer<typeof ImportKind>

/** What a column of somebody's file can become. `several`: the cells of several columns are put together (dates, names, notes) or added up (covers). */
export type Target = {
  name: string
  required?: true
  several?: true
  /** May be the same for all rows, without a column. */ constant?: true
}

const reservationTargets: readonly Target[] = [
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
  { name: 'externalId' },
  { name: 'osm' },
  { name: 'osmType' },
  { name: 'osmId' },
  { name: 'street' },
  { name: 'houseNumber' },
  { name: 'postcode' },
  { name: 'city', constant: true },
  { name: 'country', constant: true },
  { name: 'addrCountry' },
  { name: 'tz', constant: true },
  { name: 'tzMethod' },
  { name: 'lat' },
  { name: 'lon' },
  { name: 'phone' },
  { name: 'website' },
  { name: 'cuisine', constant: true },
  { name: 'openingHours', constant: true },
  { name: 'capacity', constant: true },
  { name: 'icon', constant: true },
  { name: 'shop' },
  { name: 'nameEn' },
  { name: 'nameAr' },
  { name: 'nameHe' },
  { name: 'nameFr' },
  { name: 'nameRu' },
]

export const targetsOf = (kind: ImportKind): readonly Target[] => (kind === 'venues' ? venueTargets : reservationTargets)

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
  /** Target → the columns it is read from, or the same text for all rows. */
  fields: z.record(
    z.string().check(z.maxLength(40)),
    z.object({ columns: z.array(name).check(z.maxLength(6)), constant: z.nullable(z.string().check(z.maxLength(300))) }),
  ),
  dateOrder: DateOrder,
  /** Field → their word → ours: a status, the id of a channel, an area or a venue; empty = none, and of a venue: its rows stay out. */
  values: z.record(z.string().check(z.maxLength(40)), z.record(z.string().check(z.maxLength(300)), z.string().check(z.maxLength(100)))),
})
export type Mapping = z.infer<typeof Mapping>

const isGiven = (mapping: Mapping, target: string): boolean => {
  const source = mapping.fields[target]
  return source !== undefined && (source.columns.length > 0 || (source.constant ?? '') !== '')
}

/** What this import may read columns into: a venue only where the file says which. */
export const targetsFor = ({ kind, venueId }: { kind: ImportKind; venueId: string | null }): readonly Target[] =>
  kind === 'reservations' && venueId !== null ? reservationTargets.filter(({ name: target }) => target !== 'venue') : targetsOf(kind)

/** The fields without which nothing can be imported and that nothing is read into yet. A date may bring its time along. */
export const missingTargets = (about: { kind: ImportKind; venueId: string | null }, mapping: Mapping): string[] =>
  targetsFor(about)
    .filter(({ name: target, required }) => (required || target === 'venue') && !isGiven(mapping, target))
    .map((target) => target.name)
    .filter((target) => target !== 'time')

/** What may become of a row that found no place. */
export const RowChoice = z.enum(['accept', 'move', 'skip'])
export type RowChoice = z.infer<typeof RowChoice>
/** Findings that people decide about row by row. */
export const conflictReasons: readonly string[] = ['area.full', 'hours.outside', 'day.closed', 'row.moved', 'row.left_out']
/** What may stand between the cells of a row. */
export const delimiters = [',', ';', '\t', '|'] as const
export const Delimiter = z.enum(delimiters)
export type Delimiter = z.infer<typeof Delimiter>

/** How many of the file's columns are read into something. */
export const mappedColumns = (mapping: Mapping): Set<string> => new Set(Object.values(mapping.fields).flatMap(({ columns }) => columns))
