import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'

/** What the importer knows of a line, whatever the file calls it; absent columns are empty. */
export type SourceRow = { line: number } & Record<Field, string>
type Field = keyof typeof columns

/** Field → the column names it goes by. */
const columns = {
  osm: ['osm'],
  osmType: ['osm_type'],
  osmId: ['osm_id'],
  name: ['name'],
  nameEn: ['name_en', 'name:en'],
  nameAr: ['name_ar', 'name:ar'],
  nameHe: ['name_he', 'name:he'],
  nameFr: ['name_fr', 'name:fr'],
  nameRu: ['name_ru', 'name:ru'],
  street: ['street', 'addr:street'],
  houseNumber: ['housenumber', 'addr:housenumber'],
  postcode: ['postcode', 'addr:postcode'],
  city: ['city', 'addr:city'],
  addrCountry: ['addr_country', 'addr:country'],
  country: ['country'],
  tz: ['tz', 'timezone'],
  tzMethod: ['tz_method'],
  lat: ['lat'],
  lon: ['lon'],
  phone: ['phone', 'contact:phone'],
  website: ['website', 'contact:website'],
  cuisine: ['cuisine'],
  openingHours: ['opening_hours'],
  capacity: ['capacity'],
  icon: ['icon', 'amenity'],
  shop: ['shop'],
} as const

/** The file is not there, not a table, or not a table of venues. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable'
}

export type SourceLine = { row: SourceRow } | { line: number; problem: string; text: string }

/** A quote that never closes must not swallow the file. */
const longestLine = 65_536

const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new SourceUnreadable(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be opened: ${error.message}`,
    )
  })
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0).catch((error: Error) => {
      throw new SourceUnreadable(`The file ${path} cannot be read: ${error.message}`)
    })
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

const notVenues = (path: string): string =>
  `${path} is not a table of venues: its first line must name the columns, "name" and "osm" or "osm_id" among them.`

const readHeader = (header: readonly string[], path: string): ((cells: readonly string[], line: number) => SourceRow) => {
  const names = header.map((name) => name.trim().toLowerCase())
  const places = Object.entries(columns).map(
    ([field, known]) => [field, names.findIndex((name) => known.some((one) => one === name))] as const,
  )
  const has = (field: Field): boolean => places.some(([name, index]) => name === field && index >= 0)
  if (!has('name') || !(has('osm') || has('osmId'))) throw new SourceUnreadable(notVenues(path))
  return (cells, line) => ({
    line,
    ...(Object.fromEntries(places.map(([field, index]) => [field, (index < 0 ? undefined : cells[index])?.trim() ?? ''])) as Record<
      Field,
      string
    >),
  })
}

const breaksIn = (record: readonly string[]): number => record.reduce((sum, cell) => sum + cell.split(/\r?\n|\r/).length - 1, 0)
/** After these nobody knows where the next line begins. */
const fatal = new Set<unknown>(['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED'])

type Skipped = { line: number; problem: string; text: string; fatal: boolean }

const tableParser = (skipped: Skipped[]) =>
  parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestLine,
    info: true,
    on_skip: (error) => {
      const line = Number(error?.['lines'] ?? 0)
      skipped.push({
        line,
        problem: error?.message ?? '',
        text: typeof error?.['raw'] === 'string' ? error['raw'].slice(0, 200) : '',
        fatal: fatal.has(error?.code),
      })
    },
  })

const refuseFatal = (path: string, skipped: readonly Skipped[]): void => {
  const last = skipped.find((one) => one.fatal)
  if (last) throw new SourceUnreadable(`${path} breaks off: ${last.problem}`)
}

/**
 * The lines of a CSV file, packed with gzip or not, one after the other; only a few are in memory at any moment. Throws
 * SourceUnreadable when the file, or the rest of it, cannot be read.
 */
export async function* readSource(path: string): AsyncGenerator<SourceLine> {
  const packed = await isGzip(path)
  const skipped: Skipped[] = []
  const parser = tableParser(skipped)
  const source = createReadStream(path)
  const done = (): void => undefined
  if (packed) pipeline(source, createGunzip(), parser, done)
  else pipeline(source, parser, done)
  let rowOf: ReturnType<typeof readHeader> | undefined
  let width = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = info.lines - breaksIn(record)
      refuseFatal(path, skipped)
      if (rowOf) yield* skipped.splice(0)
      if (!rowOf) {
        rowOf = readHeader(record, path)
        width = record.length
      } else if (record.length !== width)
        yield { line, problem: `${record.length} columns instead of ${width}`, text: record.join(',').slice(0, 200) }
      else yield { row: rowOf(record, line) }
    }
  } catch (error) {
    if (error instanceof SourceUnreadable) throw error
    throw new SourceUnreadable(`${path} breaks off: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!rowOf) throw new SourceUnreadable(skipped.length ? notVenues(path) : `${path} is empty.`)
  refuseFatal(path, skipped)
  yield* skipped
}
