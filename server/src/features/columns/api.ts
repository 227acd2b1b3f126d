import type { ImportKind, Mapping, Target } from '@tablewire/contracts/import/import.rules'
import type { SampledColumn } from '#src/platform/table/recognise-table.ts'
import { type Content, isMeasured, shareOf } from './column-content.ts'
import { targetsNamed } from './column-names.ts'

export { truncate, normalizeText, withoutEntities } from './clean-text.ts'
export { countryCodes, countryIn, isCountry } from './country-words.ts'
export { positionIn } from './position-in.ts'
export { phoneIn } from './read-phone.ts'
export { isColumnName } from './column-names.ts'
export { dateOrderOf, readDate, type ReadDate, readTime } from './read-date.ts'

type Fields = Mapping['fields']

/** What must stand in a column for a target, whatever the column is called. */
const contentOf: Readonly<Record<ImportKind, Readonly<Record<string, Content>>>> = {
  venues: {
    phone: 'phone',
    website: 'web',
    lat: 'degrees',
    lon: 'degrees',
    position: 'position',
    tz: 'zone',
    country: 'country',
    addrCountry: 'country',
    capacity: 'count',
  },
  reservations: { date: 'date', time: 'clock', partySize: 'count', email: 'email', phone: 'phone', durationMinutes: 'count' },
  users: { email: 'email', country: 'country' },
  reviews: { publishedAt: 'date', visitedOn: 'date', url: 'web' },
  onboarding: { email: 'email', phone: 'phone', url: 'web', country: 'country' },
}

/** Targets a column is taken for by its content alone, in this order, and how many of its values must be so. */
const byContent: Readonly<Record<ImportKind, readonly (readonly [target: string, content: Content, share: number])[]>> = {
  venues: [
    ['tz', 'zone', 0.8],
    ['website', 'web', 0.8],
    ['openingHours', 'hours', 0.6],
    ['position', 'position', 0.9],
    ['country', 'country', 0.9],
    ['phone', 'abroad', 0.8],
  ],
  reservations: [
    ['email', 'email', 0.8],
    ['date', 'date', 0.9],
    ['time', 'time', 0.9],
    ['phone', 'abroad', 0.8],
    ['partySize', 'count', 1],
  ],
  users: [['email', 'email', 0.8]],
  reviews: [
    ['publishedAt', 'date', 0.9],
    ['url', 'web', 0.8],
  ],
  onboarding: [
    ['email', 'email', 0.8],
    ['url', 'web', 0.8],
    ['phone', 'abroad', 0.8],
  ],
}

/** Of a column that is called so: as many of its values must be what the name says. */
const leastShare = 0.3

const dateParts = [
  /^(arrivaldate|visitdate|bookingdate|reservationdate|date)?(year|jahr|año|année|jaar)$/,
  /^(arrivaldate|visitdate|bookingdate|reservationdate|date)?(month|monat|mes|mois|maand)$/,
  /^(arrivaldate|visitdate|bookingdate|reservationdate|date)?(dayofmonth|day|tag|día|jour|dag)$/,
]
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

/** Year, month and day in columns of their own. */
const splitDate = (columns: readonly SampledColumn[]): string[] | undefined => {
  const found = dateParts.map((part) => columns.find(({ name }) => part.test(plain(name)))?.name)
  return found.every((name) => name !== undefined) ? (found as string[]) : undefined
}

type Claim = { target: string; column: SampledColumn; score: number }

/** How well a column fits a target it is called like; undefined where its values say something else. */
const claimOf = (kind: ImportKind, column: SampledColumn, { target, score }: Pick<Claim, 'target' | 'score'>): Claim | undefined => {
  const content = contentOf[kind][target]
  const share = content && column.values.length ? shareOf(column.values, content) : undefined
  if (share !== undefined && share < leastShare) return undefined
  return { target, column, score: score + (share ?? 0.5) / 2 - Number(column.filled === 0) }
}

/** A column that counts everybody, else those that are counted apart. */
const apart = /^(adults|children|babies|infants|erwachsene|kinder|adultos|niños|adultes|enfants|volwassenen|kinderen)$/
const partyColumns = (columns: readonly SampledColumn[]): string[] =>
  columns.filter(({ name, values }) => apart.test(plain(name)) && shareOf(values, 'count') >= leastShare).map(({ name }) => name)

/** Where positions are and nobody says so: two neighbours that are measured in degrees, first the latitude. */
const degreesIn = (columns: readonly SampledColumn[], all: readonly SampledColumn[]): [string, string] | undefined => {
  const isPart = (column: SampledColumn | undefined): boolean =>
    column !== undefined && columns.includes(column) && isMeasured(column.values) && shareOf(column.values, 'degrees') === 1
  const at = all.findIndex((column, index) => isPart(column) && isPart(all[index + 1]))
  return at < 0 ? undefined : [all[at]!.name, all[at + 1]!.name]
}

/** What is looked for, and where. */
type Recognising = { kind: ImportKind; targets: readonly Target[]; columns: readonly SampledColumn[] }

/** What columns seem to be, by what they are called and what stands in them. */
export const recogniseColumns = ({ kind, targets, columns }: Recognising): Fields => {
  const fields: Fields = {}
  const taken = new Set<string>()
  const known = new Set(targets.map(({ name }) => name))
  const free = (): SampledColumn[] => columns.filter(({ name }) => !taken.has(name))
  const take = (target: string, chosen: readonly string[]): void => {
    if (!chosen.length || fields[target] || !known.has(target)) return
    fields[target] = { columns: [...chosen], constant: null }
    for (const name of chosen) taken.add(name)
  }
  const claims = columns.flatMap((column) =>
    [...targetsNamed(kind, column.name)]
      .flatMap(([target, score]) => claimOf(kind, column, { target, score }) ?? [])
      .filter(({ target }) => known.has(target)),
  )
  if (kind === 'reservations' && !claims.some(({ target, column }) => target === 'partySize' && !apart.test(plain(column.name))))
    take('partySize', partyColumns(columns))
  if (!claims.some(({ target, score }) => target === 'date' && score > 1)) take('date', splitDate(columns) ?? [])
  for (const { target, column } of claims.toSorted((a, b) => b.score - a.score)) if (!taken.has(column.name)) take(target, [column.name])
  const rest = free().filter(({ values }) => values.length > 0)
  if (!['lat', 'lon', 'position'].some((target) => fields[target])) {
    const degrees = degreesIn(rest, columns)
    if (degrees) for (const [index, target] of ['lat', 'lon'].entries()) take(target, [degrees[index]!])
  }
  for (const [target, content, least] of byContent[kind]) {
    const column = free().find(({ values }) => values.length > 0 && shareOf(values, content) >= least)
    if (column && (content !== 'count' || column.values.length > 2)) take(target, [column.name])
  }
  return fields
}
