import { pipeline, Readable } from 'node:stream'
import type { Encoding } from '@tablewire/contracts/import/import.rules'
import { parse } from 'csv-parse'
import { asUnreadable, asUtf8, type Source, TableUnreadable, unpacked } from './table-source.ts'

/** A record with the line it begins on, counted from 1; or one that is none. */
export type Line = { line: number; cells: string[] } | { line: number; problem: string; text: string }

/** A quote that never closes must not swallow the file. */
const longestLine = 65_536
/** Syntax errors after which the parser cannot find the next line. */
const fatal = new Set<unknown>(['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED'])

/** `records`: how many there were before. */
type SkippedLine = { line: number; records: number; problem: string; text: string; fatal: boolean }

const csvParser = (delimiter: string, onSkip: (one: SkippedLine) => void) =>
  parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestLine,
    info: true,
    on_skip: (error) => {
      onSkip({
        line: Number(error?.['lines'] ?? 0),
        records: Number(error?.['records'] ?? 0),
        problem: error?.message ?? '',
        text: typeof error?.['raw'] === 'string' ? error['raw'].slice(0, 200) : '',
        fatal: fatal.has(error?.code),
      })
    },
  })

/** Lines a record takes beyond its first. */
export const breaksIn = (record: readonly string[]): number => {
  let breaks = 0
  for (const cell of record) if (cell.includes('\n') || cell.includes('\r')) breaks += cell.split(/\r?\n|\r/).length - 1
  return breaks
}

const lineOf = ({ line, problem, text }: SkippedLine): Line => ({ line, problem, text })

/** The parser is told that the file ends at a break: what comes after is not awaited, and what was read before must come through. */
class Break {
  /** Why nothing more can be read. */
  error: Error | undefined
  /** Records before it. */
  records = Infinity
  /** The bytes end in the middle of something. */
  torn = false

  at({ records, problem }: SkippedLine): void {
    if (this.error !== undefined) return
    this.error = new TableUnreadable('broken', problem)
    this.records = records
  }

  async *until(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array | string> {
    try {
      for await (const chunk of bytes) {
        yield chunk
        if (this.error !== undefined) return
      }
    } catch (error) {
      this.torn = this.error === undefined
      const known = asUnreadable(error)
      this.error ??= known instanceof Error ? known : new Error(String(known))
    }
  }
}

/**
 * Every record of a CSV file, packed with gzip or not, one after the other; only a few are in memory at any moment. Of one that breaks off, all that stand
 * before the break, and then it throws.
 */
export async function* readCsv(source: Source, { encoding, delimiter }: { encoding: Encoding; delimiter: string }): AsyncGenerator<Line> {
  const [skipped, end]: [SkippedLine[], Break] = [[], new Break()]
  const parser = csvParser(delimiter, (one) => void (one.fatal ? end.at(one) : skipped.push(one)))
  const bytes = Readable.from(end.until(asUtf8(unpacked(source), encoding)), { objectMode: false })
  pipeline(bytes, parser, () => undefined)
  // One behind: where the bytes end in the middle, the last record may be half of one.
  let last: Line | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number; records: number } }>) {
      if (info.records > end.records) break
      if (last) yield last
      last = undefined
      if (skipped.length) yield* skipped.splice(0).map(lineOf)
      last = { line: info.lines - breaksIn(record), cells: record }
    }
  } catch (error) {
    throw asUnreadable(error)
  } finally {
    bytes.destroy()
  }
  if (last && !end.torn) yield last
  if (end.error !== undefined) throw end.error
  yield* skipped.map(lineOf)
}
