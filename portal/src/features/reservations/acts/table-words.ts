import type { Reservation } from '@tablewire/contracts/booking/reservations'
import type { Say } from '../use-t.ts'

/** A change of time, or sitting down, may cost a party its table, or somebody who was forgotten there: nobody sees it who does not look for it. */
export const tableWords = (t: Say, { tablesMoved, tablesLost = [] }: Pick<Reservation, 'tablesMoved' | 'tablesLost'>): string[] => {
  const own = ({ before, now }: NonNullable<Reservation['tablesMoved']>): string =>
    now.name === '' ? t('form.tableLost', { table: before.name }) : t('form.tableMoved', { table: now.name })
  const lost = tablesLost.map(({ guestName, before }) => t('form.tableOf', { name: guestName || t('guest.unknown'), table: before }))
  return [...(tablesMoved ? [own(tablesMoved)] : []), ...lost]
}
