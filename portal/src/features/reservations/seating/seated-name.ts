import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { phrasesNow } from '#src/i18n/phrases.ts'
import type reservationWords from '../en.json'
import { guestName } from '../guest-name.ts'
import { isWalkInName } from '../reservation-flags.ts'

export const nameOf = (row: Pick<ReservationRow, 'guest' | 'source'>): string =>
  guestName(row) || phrasesNow<typeof reservationWords>('reservations')('guest.unknown')

/** Where there is room for one word: the name a booking is asked for by. */
export const shortName = (row: Pick<ReservationRow, 'guest' | 'source'>): string =>
  guestName(row) === `${row.guest.firstName} ${row.guest.lastName}`.trim() ? row.guest.lastName.trim() || nameOf(row) : nameOf(row)

/** In a notice: who gave no name at the door is told from the next one by how many they are. */
export const toldName = (row: Pick<ReservationRow, 'guest' | 'source' | 'partySize'>): string =>
  row.source === 'walk_in' && isWalkInName(`${row.guest.firstName} ${row.guest.lastName}`.trim())
    ? `${nameOf(row)} (${row.partySize})`
    : nameOf(row)
