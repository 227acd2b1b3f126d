import tzlookup from '@photostructure/tz-lookup'
import { iso1A2Code } from '@rapideditor/country-coder'
import { Temporal } from 'temporal-polyfill'
import { isCountry } from '@tablewire/contracts/kit/places.rules'
import { isZone } from '#src/platform/clock.ts'
import { currencyOf } from '#src/platform/country-currency.ts'
import { countryCodes, countryIn } from '#src/features/columns/api.ts'
import type { Note } from './findings.ts'
import { type Position, readPosition } from './read-position.ts'
import type { SourceRow } from './venue-source.ts'

export type ReadPlace = Position & { countryCode: string; timeZone: string; currency: string }

/** In Node since 18; TypeScript's library does not name it yet. */
type Locale = Intl.Locale & { getTimeZones(): readonly string[] | undefined }

/** Zones a country keeps, as this machine's calendar data has them. */
const zonesOf = (() => {
  const known = new Map<string, readonly string[]>()
  return (country: string): readonly string[] => {
    let zones = known.get(country)
    if (!zones) known.set(country, (zones = (new Intl.Locale(`und-${country}`) as Locale).getTimeZones() ?? []))
    return zones
  }
})()

const countriesOf = (zone: string): readonly string[] => countryCodes.filter((country) => zonesOf(country).includes(zone))

/** Some of the same rules: the offsets of every week of three years. */
const rulesOf = (zone: string): string => {
  const start = Temporal.Instant.from('2026-01-05T12:00:00Z')
  return Array.from({ length: 156 }, (_, week) => start.add({ hours: week * 168 }).toZonedDateTimeISO(zone).offset).join()
}

/** Where all zones of a country keep the same time, one of them; undefined where they differ. */
const onlyZone = (() => {
  const known = new Map<string, string | undefined>()
  return (country: string): string | undefined => {
    if (!known.has(country)) {
      const zones = zonesOf(country)
      known.set(country, new Set(zones.map(rulesOf)).size === 1 ? zones[0] : undefined)
    }
    return known.get(country)
  }
})()

const readCountry = ({ country, addrCountry, tz }: SourceRow, position: Position, note: Note): string | undefined => {
  const positioned = countryIn(country)?.code
  const addressed = countryIn(addrCountry)?.code
  if (positioned !== undefined) {
    if (addressed !== undefined && addressed !== positioned)
      note('noted', 'country.contradicts', {
        field: 'addr_country',
        found: addrCountry,
        done: `${positioned} taken, from the position`,
        taken: positioned,
      })
    return positioned
  }
  if (addressed !== undefined) {
    note('repaired', 'country.from_address', { field: 'country', found: country, done: `${addressed} taken`, taken: addressed })
    return addressed
  }
  const byPosition = countryAt(position)
  if (byPosition !== undefined) {
    note('repaired', 'country.from_position', { field: 'country', found: country, done: `${byPosition} taken`, taken: byPosition })
    return byPosition
  }
  const byZone = countriesOf(tz)
  if (byZone.length !== 1) {
    note('rejected', 'country.unknown', { field: 'country', found: country, done: 'not imported' })
    return undefined
  }
  note('repaired', 'country.from_zone', { field: 'country', found: country, done: `${byZone[0]} taken`, taken: byZone[0]! })
  return byZone[0]
}

/** The country a position lies in, where it keeps a currency of its own or another one's. */
const countryAt = ({ latitude, longitude }: Position): string | undefined => {
  const code = latitude === null || longitude === null ? null : iso1A2Code([longitude, latitude], { level: 'territory' })
  return code !== null && isCountry(code) ? code : undefined
}

/** The zone a position lies in, if it is one of these: near a border the neighbour's says nothing. */
const zoneAt = ({ latitude, longitude }: Position, among: readonly string[]): string | undefined => {
  const zone = latitude === null || longitude === null ? undefined : tzlookup(latitude, longitude)
  return zone !== undefined && among.includes(zone) ? zone : undefined
}

/** Büsingen am Hochrhein, a German village inside Switzerland; a nearest-city search gives its zone to half of Germany. */
const inBuesingen = ({ latitude, longitude }: Position): boolean =>
  latitude !== null && longitude !== null && Math.abs(latitude - 47.697) < 0.03 && Math.abs(longitude - 8.69) < 0.03

const readZone = (
  { tz, tzMethod }: SourceRow,
  { country, latitude, longitude }: Position & { country: string },
  note: Note,
): string | undefined => {
  if (tz !== '' && isZone(tz)) {
    if (tz === 'Europe/Busingen' && !inBuesingen({ latitude, longitude })) {
      note('repaired', 'zone.enclave', { field: 'tz', found: tz, done: 'Europe/Berlin taken', taken: 'Europe/Berlin' })
      return 'Europe/Berlin'
    }
    if (tzMethod.startsWith('nearest') && onlyZone(country) === undefined)
      note('noted', 'zone.guessed', { field: 'tz', found: tz, done: 'taken as it is' })
    return tz
  }
  const zone = onlyZone(country)
  const byPosition = zone === undefined ? zoneAt({ latitude, longitude }, zonesOf(country)) : undefined
  if (byPosition !== undefined) {
    note('repaired', 'zone.from_position', { field: 'tz', found: tz, done: `${byPosition} taken`, taken: byPosition })
    return byPosition
  }
  if (zone === undefined) note('rejected', 'zone.unknown', { field: 'tz', found: tz, done: 'not imported' })
  else note('repaired', 'zone.from_country', { field: 'tz', found: tz, done: `${zone} taken`, taken: zone })
  return zone
}

/** Where a venue is, and with it zone and currency; undefined when the row has to be rejected. */
export const readPlace = (row: SourceRow, note: Note): ReadPlace | undefined => {
  const position = readPosition(row, note)
  const country = readCountry(row, position, note)
  if (country === undefined) return undefined
  const timeZone = readZone(row, { country, ...position }, note)
  return timeZone === undefined ? undefined : { countryCode: country, timeZone, currency: currencyOf(country)!, ...position }
}
