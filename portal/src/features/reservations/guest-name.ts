import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { isWalkInName } from './reservation-flags.ts'

/** A guest who gave no name at the door is called so in the reader's own language, whoever booked. */
export const guestName = ({ guest, source }: Pick<ReservationRow, 'guest' | 'source'>): string => {
  const name = `${guest.firstName} ${guest.lastName}`.trim()
  return source === 'walk_in' && isWalkInName(name) ? phrasesNow('reservations')('walkIn') : name
}
