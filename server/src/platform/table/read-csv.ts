import { pipeline, Readable } from 'node:stream'
import type { Encoding } from '@tablewire/contracts/import.rules'
import { parse } from 'csv-parse'
import { asUnreadable, asUtf8, type Source, TableUnreadable, unpacked } from './table-source.ts'

/** A record with the line it begins on, counted from 1; or one that is none. */
export type Line = { line: number; cells: string[] } | { line: number; problem: string; text: string }

/** A quote that never closes must not swallow the file. */
const longestLine = 65_536
/** After these nobody knows where the next line begins. */
const fatal = new Set<unknown>(['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED'])

type Skipped = { line: number; problem: string; text: string; fatal: boolean }

const csvParser = (delimiter: string, skipped: Skipped[]) => {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestLine,
    info: true,
    on_skip: (error) => {
      skipped.push({
        line: Number(error?.['lines'] ?? 0),
        problem: error?.message ?? '',
        text: typeof error?.['raw'] === 'string' ? error['raw'].slice(0, 200) : '',
        fatal: fatal.has(error?.code),
      })
      // Nothing follows that could be read: the rest, however long, is not waited for.
      if (fatal.has(error?.code)) parser.destroy(new TableUnreadable('broken', error?.message ?? ''))
    },
  })
  return parser
}

/** Lines a record takes beyond its first. */
export const breaksIn = (record: readonly string[]): number => {
  let breaks = 0
  for (const cell of record) if (cell.includes('\n') || cell.includes('\r')) breaks += cell.split(/\r?\n|\r/).length - 1
  return breaks
}

const refuseFatal = (skipped: readonly Skipped[]): void => {
  const last = skipped.find((one) => one.fatal)
  if (last) throw new TableUnreadable('broken', last.problem)
}
const told = ({ line, problem, text }: Skipped): Line => ({ line, problem, text })

/** Every record of a CSV file, packed with gzip or not, one after the other; only a few are in memory at any moment. */
export async function* readCsv(source: Source, { encoding, delimiter }: { encoding: Encoding; delimiter: string }): AsyncGenerator<Line> {
  const skipped: Skipped[] = []
  const parser = csvParser(delimiter, skipped)
  const bytes = Readable.from(asUtf8(unpacked(source), encoding), { objectMode: false })
  pipeline(bytes, parser, () => undefined)
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      refuseFatal(skipped)
      if (skipped.length) yield* skipped.splice(0).map(told)
      yield { line: info.lines - breaksIn(record), cells: record }
    }
  } catch (error) {
    throw asUnreadable(error)
  } finally {
    bytes.destroy()
  }
  refuseFatal(skipped)
  yield* skipped.map(told)
}
