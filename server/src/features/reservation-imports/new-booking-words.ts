import type { RowChange } from '@tablewire/contracts/import/import-findings'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { RowReader } from '#src/features/imports/api.ts'
import { type ImportedReservation, reservationSheetPhrases } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { plainText } from '#src/platform/table/plain-text.ts'

/** What people know a row by: the number it brings, and its guest. */
export const nameOfRow = ({ textOf }: RowReader, cells: readonly string[]): string => {
  const guest = `${textOf(cells, 'firstName')} ${textOf(cells, 'lastName')}`
  return [textOf(cells, 'number') || textOf(cells, 'reference'), guest]
    .map(plainText)
    .filter((text) => text !== '')
    .join(' · ')
}

type About = { venue: VenueWithBook; reader: RowReader; cells: readonly string[]; lang: Lang }

/** Everything a new booking begins with, in the words of our own file; its length only where the row says it. */
export const changesOfBooking = (booking: ImportedReservation, { venue, reader, cells, lang }: About): RowChange[] => {
  const { startsLocal, partySize, areaId, status, contact, notes, tags, channelReference, cancelReason } = booking
  const said: readonly (readonly [field: string, value: string | null | undefined])[] = [
    ['date', startsLocal.slice(0, 10)],
    ['time', startsLocal.slice(11, 16)],
    ['durationMinutes', reader.textOf(cells, 'durationMinutes')],
    ['partySize', String(partySize)],
    ['status', reservationSheetPhrases[lang].status[status]],
    ['area', venue.book.areas.find(({ id }) => id === areaId)?.name],
    ['firstName', contact.firstName],
    ['lastName', contact.lastName],
    ['email', contact.email],
    ['phone', contact.phone],
    ['lang', contact.lang],
    ['notes', notes],
    ['tags', tags.join(', ')],
    ['reference', channelReference],
    ['cancelReason', cancelReason],
  ]
  return said.flatMap(([field, after]) => (after ? [{ field, before: null, after }] : []))
}
