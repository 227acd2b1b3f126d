import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { phrasesNow } from '#src/i18n/phrases.ts'
import type reservationWords from '../en.json'
import { guestName } from '../guest-name.ts'

export const nameOf = (row: Pick<ReservationRow, 'guest' | 'source'>): string =>
  guestName(row) || phrasesNow<typeof reservationWords>('reservations')('guest.unknown')
