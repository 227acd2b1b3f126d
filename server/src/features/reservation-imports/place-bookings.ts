import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Batch, Chunk, RowFinding, PlacementResult, RowPlacer, RowResult } from '#src/features/imports/api.ts'
import { insertImported } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { rehearse } from '#src/platform/db/attempt.ts'
import { type VenueRows, type BookingFile, openBookingFile, type ReadChunk } from './booking-file.ts'
import { type EditResults, placeEdits } from './edit-bookings.ts'
import { bookingValidator } from './validate-bookings.ts'
import { changesOfBooking, nameOfRow } from './new-booking-words.ts'

const unplaced = (line: number, outcome: 'rejected' | 'skipped', name: string): RowResult => ({
  line,
  outcome,
  subjectId: null,
  name,
  changes: [],
})

/** Rows that were settled while they were read: rejected, left out, or here twice. */
const settled = ({ reader }: BookingFile, chunk: Chunk, found: readonly RowFinding[]): RowResult[] => {
  const cellsAt = new Map(chunk.map((row) => [row.line, 'cells' in row ? row.cells : []]))
  return [...Map.groupBy(found, ({ line }) => line)].flatMap(([line, here]) => {
    const outcome = (['rejected', 'skipped'] as const).find((one) => here.some((finding) => finding.outcome === one))
    return outcome ? [unplaced(line, outcome, nameOfRow(reader, cellsAt.get(line) ?? []))] : []
  })
}

type Fresh = ReadonlyMap<number, string | null>
/** New bookings by what became of them; `fresh`: the lines that came in, or would, with the booking's id where there is one. */
const resultsOf = ({ reader }: BookingFile, desks: readonly VenueRows[], { fresh, lang }: { fresh: Fresh; lang: Lang }): RowResult[] =>
  desks.flatMap(({ venue, bookings }) =>
    bookings.map(({ cells, ...booking }) => {
      const name = nameOfRow(reader, cells)
      const subjectId = fresh.get(booking.line)
      if (subjectId === undefined) return unplaced(booking.line, 'skipped', name)
      return { line: booking.line, outcome: 'made', subjectId, name, changes: changesOfBooking(booking, { venue, reader, cells, lang }) }
    }),
  )

type Reading = { batch: Batch; file: BookingFile; chunk: Chunk; read: ReadChunk; found: readonly RowFinding[] }

const together = (
  { file, chunk, read, found }: Reading,
  { fresh, edits, lang }: { fresh: Fresh; edits: EditResults; lang: Lang },
): PlacementResult => ({
  results: [...settled(file, chunk, found), ...resultsOf(file, read.desks, { fresh, lang }), ...edits.results],
  found: [...found, ...edits.found],
  kept: edits.kept,
})

const editAll = (ctx: Ctx, { batch, file: { reader }, read: { edits } }: Reading): Promise<EditResults> =>
  placeEdits(ctx, { batch, reader, edits, lang: ctx.lang })

/** Tried are only the changes of bookings that are here; new ones are validated by what is known, which costs a tenth. */
const check = async (ctx: Ctx, reading: Reading, validate: ReturnType<typeof bookingValidator>): Promise<PlacementResult> => {
  const judged: RowFinding[] = []
  const fresh = new Map<number, null>()
  for (const at of reading.read.desks) for (const line of await validate(at, judged)) fresh.set(line, null)
  const edits = reading.read.edits.length ? await rehearse(ctx, (inner) => editAll(inner, reading)) : { results: [], found: [], kept: [] }
  const { found, ...placed } = together(reading, { fresh, edits, lang: ctx.lang })
  return { ...placed, found: [...found, ...judged] }
}

const place = async (ctx: Ctx, reading: Reading): Promise<PlacementResult> => {
  const { batch, read } = reading
  const fresh = new Map<number, string>()
  for (const { venue, bookings } of read.desks) {
    const target = { id: batch.id, venueId: venue.id, systemId: venue.systemId, bookVersion: venue.book.version, fileName: batch.fileName }
    for (const { line, id } of await insertImported(ctx, target, bookings)) fresh.set(line, id)
  }
  return together(reading, { fresh, edits: await editAll(ctx, reading), lang: ctx.lang })
}

/** Rows of reservations: new ones come in, those that are here are changed by the rules of the book. */
export const openBookings = async (ctx: Ctx, batch: Batch, header: readonly string[]): Promise<RowPlacer> => {
  const file = await openBookingFile(ctx, batch, header)
  const validate = bookingValidator(ctx, file.reader)
  return {
    read: async (inner, chunk) => {
      const found: RowFinding[] = []
      const reading: Reading = { batch, file, chunk, read: await file.read(inner, chunk, found), found }
      return { check: (outer) => check(outer, reading, validate), place: (within) => place(within, reading) }
    },
  }
}
