import { setImmediate as breathe } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Party } from '#src/features/availability/api.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { addRows, type SeedActors, type GuestIds, type Rows } from './evening-rows.ts'
import { eveningsOf, type Span } from './evenings.ts'
import { insertingRows } from './insert-rows.ts'
import type { OpenVenue } from './booking-requests.ts'
import type { Booking } from './seating.ts'

export type EveningsInput = {
  venues: readonly OpenVenue[]
  span: Span
  cast: SeedActors
  guestIds: GuestIds
  taken: ReadonlyMap<string, Party[]>
  /** Says what stands in them in another language. */
  say?: (booking: Booking) => Booking
}
/** Some evenings, ready to be written. */
export type EveningsChunk = { statement: RawBuilder<unknown>; reservations: number }

/** Rows per statement: enough to keep the database busy, few enough to think of the next ones meanwhile. */
const rowsAtOnce = 250

/** The span's bookings of these venues, in chunks; yields to the event loop in between. */
export async function* thinkEvenings({
  venues,
  span,
  cast,
  guestIds,
  taken,
  say = (booking) => booking,
}: EveningsInput): AsyncGenerator<EveningsChunk> {
  let rows: Rows = { guests: [], reservations: [], events: [] }
  // The first venue goes at once: the database should not stand idle.
  let wanted = 1
  for (const venue of venues) {
    for (const booking of eveningsOf(venue, span, taken.get(venue.id))) addRows(rows, say(booking), { cast, guestIds })
    if (rows.reservations.length >= wanted) {
      yield { statement: insertingRows(rows), reservations: rows.reservations.length }
      rows = { guests: [], reservations: [], events: [] }
      wanted = rowsAtOnce
    }
    await breathe()
  }
  if (rows.reservations.length) yield { statement: insertingRows(rows), reservations: rows.reservations.length }
}

/** Writes them once `after` is done, generating the next chunk while the database writes; returns the number of reservations. */
export const writeEvenings = async (
  db: Db,
  portions: AsyncIterable<EveningsChunk> | Iterable<EveningsChunk>,
  after?: Promise<unknown>,
): Promise<number> => {
  const plain = db.withoutPlugins()
  let written = 0
  let writing = after ?? Promise.resolve()
  // A failure is reported where it is awaited; until then it must not count as an unhandled rejection.
  writing.catch(() => undefined)
  for await (const { statement, reservations } of portions) {
    await writing
    writing = statement.execute(plain)
    writing.catch(() => undefined)
    written += reservations
  }
  await writing
  return written
}
