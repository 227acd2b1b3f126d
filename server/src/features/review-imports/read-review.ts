import type { Mapping } from '@tablewire/contracts/import/import.rules'
import type { FindingReason } from '@tablewire/contracts/phrases/findings'
import { dayClock } from '#src/features/availability/api.ts'
import { normalizeText, readDate, type ReadDate, truncate } from '#src/features/columns/api.ts'
import { contentKey, type RowFinding, type RowReader } from '#src/features/imports/api.ts'
import { type ImportedReview, ownSource } from '#src/features/reviews/api.ts'
import { readRating } from './read-rating.ts'

export type Venue = { id: string; name: string; externalId: string | null; timeZone: string; archived: boolean }
export type Read = Omit<ImportedReview, 'reservationId'> & { reference: string; cells: readonly string[] }
type Row = { line: number; cells: readonly string[] }

const most = { title: 300, text: 20_000, author: 200, id: 200, reference: 40 }
const noon = 12 * 60
const sourceShape = /^[a-z0-9][a-z0-9._-]{0,59}$/
const languageShape = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,2}$/
const isFar = (date: string): boolean => date < '1990' || date >= '2101'

/** Lines stay; what cannot be stored or seen does not. */
const prose = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\ufffd/gu, ' ')
    .trim()

/** `Google Maps` as it is called in the address of a filter. */
const sourceOf = (word: string): string | undefined => {
  const source = word.trim().toLowerCase().replaceAll(/\s+/g, '-')
  return sourceShape.test(source) && source !== ownSource ? source : undefined
}

type Reading = { reader: RowReader; dateOrder: Mapping['dateOrder'] }

const instantOf = (read: ReadDate, { timeZone }: Venue): string | undefined => {
  if (read.ms !== null) return new Date(read.ms).toISOString()
  const ms = dayClock(timeZone, read.date)(read.minutes ?? noon)
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

type Fault = { reason: FindingReason; target: string }
/** When it was published, by the venue's clock where the file says no zone; or why that cannot be told. */
const publishedOf = ({ reader, dateOrder }: Reading, { cells }: Row, venue: Venue): { at: string } | Fault => {
  const read = readDate(reader.textOf(cells, 'publishedAt'), dateOrder)
  if (!read) return { reason: 'date.unreadable', target: 'publishedAt' }
  if (isFar(read.date)) return { reason: 'date.far', target: 'publishedAt' }
  const at = instantOf(read, venue)
  return at === undefined ? { reason: 'time.skipped', target: 'publishedAt' } : { at }
}

/** One row for its venue; undefined = refused, and why stands in `found`. */
export const reviewReader = ({ reader, dateOrder }: Reading) => {
  const reading = { reader, dateOrder }
  return (row: Row, venue: Venue, found: RowFinding[]): Read | undefined => {
    const { line, cells } = row
    const textOf = (target: string): string => reader.textOf(cells, target)
    const note = (outcome: 'rejected' | 'dropped' | 'repaired', reason: FindingReason, target: string): undefined => {
      const about = { line, outcome, reason, columnName: reader.columnOf(target) || target, value: textOf(target).slice(0, 300) }
      found.push(outcome === 'rejected' ? { ...about, cells } : about)
    }
    /** Undefined where it is empty or was left out. */
    const fitting = (target: string, fits: (text: string) => boolean, reason: FindingReason): string | null => {
      const text = normalizeText(textOf(target))
      if (text === '') return null
      if (fits(text)) return text
      note('dropped', reason, target)
      return null
    }
    const shortened = (target: string, text: string, longest: number): string | null => {
      if (text.length > longest) note('repaired', 'text.cut', target)
      return truncate(text, longest) || null
    }
    const source = sourceOf(textOf('source'))
    if (source === undefined) return note('rejected', 'source.invalid', 'source')
    const published = publishedOf(reading, row, venue)
    if ('reason' in published) return note('rejected', published.reason, published.target)
    const rated = readRating(textOf('rating'), textOf('scale'))
    if (!rated) return note('rejected', 'rating.invalid', 'rating')
    const content = shortened('text', prose(textOf('text')), most.text)
    if (rated.rating === null && content === null) return note('rejected', 'review.empty', 'text')
    const visited = textOf('visitedOn') === '' ? undefined : readDate(textOf('visitedOn'), dateOrder)
    if (textOf('visitedOn') !== '' && !visited) note('dropped', 'date.unreadable', 'visitedOn')
    return {
      line,
      cells,
      venueId: venue.id,
      source,
      // Without an id of its source a row is itself by all it says: the same file brings nothing twice.
      externalId: truncate(normalizeText(textOf('reviewId')), most.id) || contentKey(cells),
      ...rated,
      title: shortened('title', normalizeText(textOf('title')), most.title),
      content,
      lang: fitting('lang', (text) => languageShape.test(text), 'value.invalid')?.replace('_', '-') ?? null,
      author: shortened('author', normalizeText(textOf('author')), most.author),
      url: fitting('url', (text) => text.length <= 2000 && /^https:\/\/[^\s]+$/.test(text), 'website.invalid'),
      visitedOn: visited && !isFar(visited.date) ? visited.date : null,
      reference: truncate(normalizeText(textOf('reference')), most.reference),
      publishedAt: published.at,
    }
  }
}
