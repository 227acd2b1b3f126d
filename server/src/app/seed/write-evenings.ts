import { setImmediate as breathe } from 'node:timers/promises'
import type { Party } from '#src/features/availability/api.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { addRows, type Cast, type GuestIds, type Rows } from './evening-rows.ts'
import { eveningsOf, type Span } from './evenings.ts'
import { insertRows } from './insert-rows.ts'
import type { OpenVenue } from './wishes.ts'

export type Writing = { venues: readonly OpenVenue[]; span: Span; cast: Cast; guestIds: GuestIds; taken: ReadonlyMap<string, Party[]> }

/** Rows per statement: enough to keep the database busy, few enough to think of the next ones meanwhile. */
const rowsAtOnce = 300

/** Writes what was booked in the span for these venues; answers how many reservations. The database writes while the next evenings are thought up. */
export const writeEvenings = async (db: Db, { venues, span, cast, guestIds, taken }: Writing): Promise<number> => {
  let rows: Rows = { guests: [], reservations: [], events: [] }
  let written = 0
  let writing: Promise<void> = Promise.resolve()
  const flush = async (): Promise<void> => {
    await writing
    written += rows.reservations.length
    writing = insertRows(db, rows)
    // The next await of `writing` reports a failure; until then it must not count as nobody's.
    writing.catch(() => undefined)
    rows = { guests: [], reservations: [], events: [] }
    await breathe()
  }
  for (const venue of venues) {
    for (const booking of eveningsOf(venue, span, taken.get(venue.id))) addRows(rows, booking, { cast, guestIds })
    if (rows.reservations.length >= rowsAtOnce) await flush()
  }
  await flush()
  await writing
  return written
}
