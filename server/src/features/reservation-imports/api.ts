import { langs } from '@tablewire/contracts/kit/wire'
import { type Importer, ownSheetFields } from '#src/features/imports/api.ts'
import { broughtTo, reservationSheetPhrases } from '#src/features/reservations/api.ts'
import { wordsOf } from './list-words.ts'
import { openBookings } from './place-bookings.ts'
import { bookingsKept, bookingsLeft, bookingsSince, undoBookings } from './undo-bookings.ts'

const sheets = langs.map((lang) => reservationSheetPhrases[lang].columns)

/** Reservations of one venue, or of the venues a file names. */
export const reservationImporter: Importer = {
  // Enough to make a statement worth it, few enough to hold in memory, to take back, and to let others on.
  rowsAtOnce: 1000,
  open: openBookings,
  ownFields: (batch, columns) => ownSheetFields(batch, columns, sheets),
  wordsOf,
  changedSince: bookingsSince,
  keptAmong: bookingsKept,
  undo: undoBookings,
  leftAfterUndo: bookingsLeft,
  venuesOf: (ctx, { id, venueId }) => (venueId === null ? broughtTo(ctx, id) : Promise.resolve([venueId])),
}
