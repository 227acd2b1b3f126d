import { langs } from '@tablewire/contracts/kit/wire'
import { type Importer, ownSheetFields } from '#src/features/imports/api.ts'
import { broughtTo, reservationSheetPhrases } from '#src/features/reservations/api.ts'
import { wordsOf } from './list-words.ts'
import { openBookings } from './place-bookings.ts'
import { bookingsKept, bookingsLeft, bookingsSince, undoBookings } from './undo-bookings.ts'

export { exclusionReason } from './chosen-venue.ts'
export { type VenueFinder, venueFinder } from './venue-words.ts'

const sheets = langs.map((lang) => reservationSheetPhrases[lang].columns)

type OwnFields = Importer['ownFields']
/** Our own file says its venue three times; whoever took the id out has left the name, or the venue's own number. */
const ownFields: OwnFields = (batch, columns) => {
  const own = ownSheetFields(batch, columns, sheets)
  if (!own || own.fields['venue']) return own
  const names = new Set(columns.map(({ name }) => name.trim()))
  const header = sheets.flatMap(({ venueName, venueExternalId }) => [venueName, venueExternalId]).find((one) => names.has(one))
  if (header === undefined) return own
  return {
    ...own,
    fields: { ...own.fields, venue: { columns: [header], constant: null } },
    readOnly: own.readOnly.filter((one) => one !== header),
  }
}

/** Reservations of one venue, or of the venues a file names. */
export const reservationImporter: Importer = {
  // Enough to make a statement worth it, few enough to hold in memory, to take back, and to let others on.
  rowsAtOnce: 1000,
  open: openBookings,
  ownFields,
  wordsOf,
  changedSince: bookingsSince,
  keptAmong: bookingsKept,
  undo: undoBookings,
  leftAfterUndo: bookingsLeft,
  venuesOf: (ctx, { id, venueId }) => (venueId === null ? broughtTo(ctx, id) : Promise.resolve([venueId])),
}
