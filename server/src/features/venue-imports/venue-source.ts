import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { normalizeText } from '#src/features/columns/api.ts'
import { type SheetColumn, sheetColumnOf } from '#src/features/venues/api.ts'
import { readTable } from '#src/platform/table/read-table.ts'
import { type Layout, TableUnreadable } from '#src/platform/table/table-source.ts'

/** What the importer knows of a line, whatever the file calls it; absent columns are empty. */
export type SourceRow = { line: number } & Record<Field, string>
export type Field = keyof typeof columns

/** Field → the column names it goes by. */
const columns = {
  osm: ['osm'],
  osmType: ['osm_type'],
  osmId: ['osm_id'],
  id: ['hub_id'],
  externalId: ['external_id', 'externalid'],
  name: ['name'],
  nameEn: ['name_en', 'name:en'],
  nameAr: ['name_ar', 'name:ar'],
  nameHe: ['name_he', 'name:he'],
  nameFr: ['name_fr', 'name:fr'],
  nameRu: ['name_ru', 'name:ru'],
  address: ['address'],
  street: ['street', 'addr:street'],
  houseNumber: ['housenumber', 'addr:housenumber'],
  postcode: ['postcode', 'addr:postcode'],
  city: ['city', 'addr:city'],
  addrCountry: ['addr_country', 'addr:country'],
  country: ['country'],
  tz: ['tz', 'timezone'],
  tzMethod: ['tz_method'],
  currency: ['currency'],
  lat: ['lat'],
  lon: ['lon'],
  position: ['position'],
  phone: ['phone', 'contact:phone'],
  website: ['website', 'contact:website'],
  cuisine: ['cuisine'],
  openingHours: ['opening_hours'],
  capacity: ['capacity'],
  minCovers: ['min_covers'],
  maxCovers: ['max_covers'],
  active: ['active'],
  sdkAccess: ['sdk_access'],
  tripadvisorId: ['tripadvisor_id'],
  icon: ['icon', 'amenity'],
  shop: ['shop'],
} as const

/** What a column of the venues' export is read into, where it goes by another name; licences and who owns the tables come by no file. */
const ofSheet: Partial<Record<SheetColumn, Field>> = {
  id: 'id',
  name: 'name',
  externalId: 'externalId',
  city: 'city',
  country: 'country',
  address: 'address',
  postalCode: 'postcode',
  phone: 'phone',
  timezone: 'tz',
  currency: 'currency',
  minCovers: 'minCovers',
  maxCovers: 'maxCovers',
  active: 'active',
  sdkAccess: 'sdkAccess',
  tripadvisorId: 'tripadvisorId',
  latitude: 'lat',
  longitude: 'lon',
  openingHours: 'openingHours',
}

/** The file is not there, not a table, or not a table of venues. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable'
}

export type SourceLine = { row: SourceRow } | { line: number; problem: string; text: string }

/** Before anything is read: streams tell of a missing file in many ways. */
const requireFile = async (path: string): Promise<void> => {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new SourceUnreadable(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be opened: ${error.message}`,
    )
  })
  try {
    await file.read(Buffer.alloc(1), 0, 1, 0).catch((error: Error) => {
      throw new SourceUnreadable(`The file ${path} cannot be read: ${error.message}`)
    })
  } finally {
    await file.close()
  }
}

const notVenues = (path: string): string =>
  `${path} is not a table of venues: its first line must name the columns, "name" and "osm" or "osm_id" among them.`

/** Field → which cell of a row it is; undefined = the file has no such column. */
const placesIn = (header: readonly string[]): Record<Field, number | undefined> => {
  const names = header.map((name) => name.trim().toLowerCase())
  const place = (known: readonly string[]): number | undefined => {
    const at = names.findIndex((name) => known.includes(name))
    return at < 0 ? undefined : at
  }
  return Object.fromEntries(Object.entries(columns).map(([field, known]) => [field, place(known)])) as Record<Field, number | undefined>
}

/** What a column of our own export, in whatever language, is read into. */
export const ownField = (name: string): Field | undefined => {
  const own = sheetColumnOf(name)
  return own && ofSheet[own]
}

/** `cellOf` answers what a row says about a field, empty where it says nothing. */
export const rowOf = (line: number, cellOf: (field: Field) => string): SourceRow => ({
  line,
  ...(Object.fromEntries(Object.keys(columns).map((field) => [field, cellOf(field as Field)])) as Record<Field, string>),
})

/** In one line, from the column that has it whole or from street and number. */
export const addressOf = ({ address, street, houseNumber }: SourceRow): string => normalizeText([address || street, houseNumber].join(' '))

const plainCsv: Layout = { format: 'csv', encoding: 'utf-8', delimiter: ',', headerLine: 1 }

const headerOf = async (path: string, table: ReturnType<typeof readTable>): Promise<ReturnType<typeof placesIn>> => {
  const places = placesIn(await table.header())
  const has = (field: Field): boolean => places[field] !== undefined
  if (!has('name') || !(has('osm') || has('osmId'))) throw new SourceUnreadable(notVenues(path))
  return places
}

/**
 * The lines of a CSV file, packed with gzip or not, one after the other; only a few are in memory at any moment. Throws
 * SourceUnreadable when the file, or the rest of it, cannot be read.
 */
export async function* readSource(path: string): AsyncGenerator<SourceLine> {
  await requireFile(path)
  const table = readTable(() => createReadStream(path), plainCsv)
  let last = 1
  try {
    const places = await headerOf(path, table)
    for await (const line of table.rows()) {
      last = line.line
      if (!('cells' in line)) yield line
      else
        yield {
          row: rowOf(line.line, (field) => {
            const at = places[field]
            return at === undefined ? '' : (line.cells[at]?.trim() ?? '')
          }),
        }
    }
  } catch (error) {
    if (!(error instanceof TableUnreadable)) throw error
    if (error.flaw === 'empty') throw new SourceUnreadable(`${path} is empty.`)
    if (error.flaw === 'not_table') throw new SourceUnreadable(notVenues(path))
    throw new SourceUnreadable(`${path} breaks off; nothing was read after line ${last}: ${error.message}`)
  }
}
