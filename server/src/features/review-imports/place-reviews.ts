import { sql } from 'kysely'
import {
  type Batch,
  type Chunk,
  type PlacementResult,
  type RowFinding,
  type RowPlacer,
  type RowReader,
  rowReader,
  type RowResult,
  SeenRows,
  unreadable,
} from '#src/features/imports/api.ts'
import { exclusionReason, type VenueFinder, venueFinder } from '#src/features/reservation-imports/api.ts'
import { insertImportedReviews, knownReviews, reservationsOf } from '#src/features/reviews/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Read, reviewReader, type Venue } from './read-review.ts'

type Row = Extract<Chunk[number], { cells: unknown }>
type Sorting = { batch: Batch; reader: RowReader; find: VenueFinder; known: Map<string, Venue> }

const nameOf = (reader: RowReader, cells: readonly string[]): string =>
  (['title', 'author', 'text'] as const)
    .map((target) => reader.textOf(cells, target).trim())
    .find(Boolean)
    ?.slice(0, 120) ?? ''
const without = (line: number, outcome: 'rejected' | 'skipped', name: string): RowResult => ({
  line,
  outcome,
  subjectId: null,
  name,
  changes: [],
})

const venuesOf = async (ctx: Ctx, { known }: Sorting, ids: readonly string[]): Promise<void> => {
  const missing = [...new Set(ids)].filter((id) => !known.has(id))
  if (missing.length === 0) return
  const { rows } = await sql<Venue>`
    select v.id, v.name, v.external_id, v.time_zone, v.archived_at is not null as archived from venues v
    where v.id = any(${missing}::uuid[]) and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  for (const venue of rows) known.set(venue.id, venue)
}

/** Which venue each row is of: the one of the import, or the one its own words name; or why it is of none. */
const sorted = async (ctx: Ctx, sorting: Sorting, rows: readonly Row[]): Promise<(Venue | RowFinding['reason'])[]> => {
  const { batch, reader, find, known } = sorting
  const words = rows.map(({ cells }) => reader.textOf(cells, 'venue'))
  if (batch.venueId !== null) {
    await venuesOf(ctx, sorting, [batch.venueId])
    const venue = known.get(batch.venueId)
    return words.map((word) => {
      if (!venue) return 'venue.unknown'
      return venue.archived ? 'venue.archived' : (exclusionReason(venue, word, batch.mapping) ?? venue)
    })
  }
  const meant = await find(words)
  await venuesOf(
    ctx,
    sorting,
    words.flatMap((word) => {
      const match = meant.get(word)!
      return 'id' in match ? [match.id] : []
    }),
  )
  return words.map((word) => {
    const match = meant.get(word)!
    if (!('id' in match)) return match.reason
    const venue = known.get(match.id)
    if (!venue) return 'venue.unknown'
    return venue.archived ? 'venue.archived' : venue
  })
}

const changesOf = ({ rating, scale, title, content, author, source, publishedAt, visitedOn }: Read): RowResult['changes'] =>
  (
    [
      ['source', source],
      ['publishedAt', publishedAt],
      ['rating', rating === null ? null : `${rating} / ${scale}`],
      ['title', title],
      ['text', content?.slice(0, 300) ?? null],
      ['author', author],
      ['visitedOn', visitedOn],
    ] as const
  ).flatMap(([field, after]) => (after === null ? [] : [{ field, before: null, after }]))

type ReadChunk = { reviews: Read[]; results: RowResult[]; found: RowFinding[] }
const keyOf = ({ venueId, source, externalId }: Read): string => `${venueId} ${source} ${externalId}`

/** Bookings by our references; a reference that is none of the venue's is left out and told. */
const withBookings = async (ctx: Ctx, reader: RowReader, { reviews }: ReadChunk) => {
  const named = reviews.flatMap(({ venueId, reference }) => (reference === '' ? [] : [{ venueId, reference }]))
  const bookings = await reservationsOf(ctx, named)
  const found: RowFinding[] = []
  const rows = reviews.map((review) => {
    const reservationId = bookings.get(`${review.venueId} ${review.reference}`) ?? null
    if (reservationId === null && review.reference !== '')
      found.push({
        line: review.line,
        outcome: 'dropped',
        reason: 'booking.unknown',
        columnName: reader.columnOf('reference'),
        value: review.reference,
      })
    return { ...review, reservationId }
  })
  return { rows, found }
}

const settled = (
  { reviews, results, found }: ReadChunk,
  { reader, come, more }: { reader: RowReader; come: ReadonlyMap<number, string | null>; more: readonly RowFinding[] },
): PlacementResult => {
  const here = reviews.filter(({ line }) => !come.has(line))
  return {
    results: [
      ...results,
      ...reviews.map((review): RowResult => {
        const name = nameOf(reader, review.cells)
        const id = come.get(review.line)
        return id === undefined
          ? without(review.line, 'skipped', name)
          : { line: review.line, outcome: 'made', subjectId: id, name, changes: changesOf(review) }
      }),
    ],
    found: [
      ...found,
      ...more.filter(({ line }) => come.has(line)),
      ...here.map((review): RowFinding => ({
        line: review.line,
        outcome: 'skipped',
        reason: 'row.known',
        columnName: '',
        value: review.externalId,
      })),
    ],
  }
}

/** Reviews of a file: new ones come in, those that are here stay as they are. */
export const openReviews = (ctx: Ctx, batch: Batch, header: readonly string[]): Promise<RowPlacer> => {
  const reader = rowReader(header, batch.mapping)
  const read = reviewReader({ reader, dateOrder: batch.mapping.dateOrder })
  const sorting: Sorting = { batch, reader, find: venueFinder(ctx, batch.mapping), known: new Map() }
  const seen = new SeenRows()
  const readChunk = async (inner: Ctx, chunk: Chunk): Promise<ReadChunk> => {
    const into: ReadChunk = { reviews: [], results: [], found: [] }
    const rows: Row[] = []
    for (const row of chunk) {
      if ('cells' in row) {
        rows.push(row)
        continue
      }
      into.found.push(unreadable(row))
      into.results.push(without(row.line, 'rejected', ''))
    }
    const venues = await sorted(inner, sorting, rows)
    for (const [index, row] of rows.entries()) {
      const venue = venues[index]!
      const { line, cells } = row
      if (typeof venue === 'string') {
        const value = reader.textOf(cells, 'venue').slice(0, 300)
        into.found.push({ line, outcome: 'rejected', reason: venue, columnName: reader.columnOf('venue'), value, cells })
        into.results.push(without(line, 'rejected', nameOf(reader, cells)))
        continue
      }
      const review = read(row, venue, into.found)
      const first = review && seen.add(keyOf(review), line)
      if (!review) into.results.push(without(line, 'rejected', nameOf(reader, cells)))
      else if (first === undefined) into.reviews.push(review)
      else {
        into.found.push({ line, outcome: 'skipped', reason: 'row.twice', columnName: '', value: String(first) })
        into.results.push(without(line, 'skipped', nameOf(reader, cells)))
      }
    }
    return into
  }
  return Promise.resolve({
    pass: async (inner, chunk) => void (await readChunk(inner, chunk)),
    read: async (inner, chunk) => {
      const chunkRead = await readChunk(inner, chunk)
      return {
        check: async (outer) => {
          const { found } = await withBookings(outer, reader, chunkRead)
          const known = await knownReviews(outer, chunkRead.reviews)
          const come = new Map(chunkRead.reviews.filter((review) => !known.has(keyOf(review))).map(({ line }) => [line, null]))
          return settled(chunkRead, { reader, come, more: found })
        },
        place: async (within) => {
          const { rows, found } = await withBookings(within, reader, chunkRead)
          const imported = rows.map(({ cells: _cells, reference: _reference, ...row }) => row)
          const written = await insertImportedReviews(within, batch.id, imported)
          return settled(chunkRead, { reader, come: new Map(written.map(({ line, id }) => [line, id])), more: found })
        },
      }
    },
  })
}
