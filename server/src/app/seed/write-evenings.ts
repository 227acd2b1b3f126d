import { setImmediate as breathe } from 'node:timers/promises'
import type { Party } from '#src/features/availability/api.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { addRows, type Cast, type GuestIds, type Rows } from './evening-rows.ts'
import { eveningsOf, type Span } from './evenings.ts'
import { insertingRows } from './insert-rows.ts'
import type { OpenVenue } from './wishes.ts'

export type Writing = {
  venues: readonly OpenVenue[]
  span: Span
  cast: Cast
  guestIds: GuestIds
  taken: ReadonlyMap<string, Party[]>
  /** What must be in the database before: the first evenings are thought up meanwhile. */
  after?: Promise<unknown>
}

/** Rows per statement: enough to keep the database busy, few enough to think of the next ones meanwhile. */
const rowsAtOnce = 250

/** Writes what was booked in the span for these venues; answers how many reservations. */
export const writeEvenings = async (db: Db, { venues, span, cast, guestIds, taken, after }: Writing): Promise<number> => {
  const plain = db.withoutPlugins()
  let rows: Rows = { guests: [], reservations: [], events: [] }
  let written = 0
  let writing: Promise<unknown> = after ?? Promise.resolve()
  // A failure is reported where it is awaited; until then it must not count as nobody's.
  writing.catch(() => undefined)
  const flush = async (): Promise<void> => {
    const statement = insertingRows(rows)
    written += rows.reservations.length
    rows = { guests: [], reservations: [], events: [] }
    await writing
    writing = statement.execute(plain)
    writing.catch(() => undefined)
  }
  for (const venue of venues) {
    for (const booking of eveningsOf(venue, span, taken.get(venue.id))) addRows(rows, booking, { cast, guestIds })
    if (rows.reservations.length >= rowsAtOnce) await flush()
    await breathe()
  }
  if (rows.reservations.length) await flush()
  await writing
  return written
}
