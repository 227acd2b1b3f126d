import { type SeatChoice, tables, type TableSeat } from '@tablewire/contracts/booking/tables'
import { api } from '#src/api/client.ts'
import { queryClient } from '#src/api/query.ts'
import { randomKey } from '#src/api/random-key.ts'
import { loadPhrases, phrasesNow } from '#src/i18n/phrases.ts'
import { toast } from '#src/kit/toasts.ts'
import { ownSteps } from '../acts/own-steps.ts'
import { undoManager } from '../acts/undo-manager.ts'
import type reservationWords from '../en.json'
import { type SeatedRow, seatWords } from './assign-seat.ts'
import { nameOf } from './seated-name.ts'
import { forgetChoices } from './use-seat-name.ts'
import { whyOf } from './why-of.ts'

type Other = NonNullable<SeatChoice['exchange']>
type Pair = { id: string; version: number; with: string; withVersion: number }

const chainOf = (id: string): string => `seat ${id}`
const send = async (pair: Pair): Promise<[TableSeat, TableSeat]> => {
  const body = {
    reservationId: pair.with,
    version: ownSteps.newest(chainOf(pair.id), pair.version),
    withVersion: ownSteps.newest(chainOf(pair.with), pair.withVersion),
  }
  try {
    const { seats } = await api(tables.exchange, { params: { id: pair.id }, body }, { idempotencyKey: randomKey() })
    for (const { reservationId, version } of seats) ownSteps.made({ id: chainOf(reservationId), version })
    return [seats[0]!, seats[1]!]
  } finally {
    forgetChoices()
    void queryClient.invalidateQueries({ queryKey: ['tables'] })
  }
}

/** Two parties take each other’s tables, with the way back. Refused, it throws, and all stays as it was. */
export const exchangeSeats = async (
  row: SeatedRow,
  version: number,
  { reservationId, guestName, version: withVersion }: Other,
): Promise<void> => {
  await loadPhrases('reservations/seating')
  const t = seatWords()
  const [own, other] = await send({ id: row.id, version, with: reservationId, withVersion })
  const names = { name: nameOf(row), other: guestName || '–' }
  undoManager.done({
    text: t('exchanged', { ...names, table: own.name, otherTable: other.name }),
    label: phrasesNow<typeof reservationWords>('reservations')('undo'),
    of: row.id,
    takeBack: async () => {
      try {
        await send({ id: row.id, version: own.version, with: reservationId, withVersion: other.version })
        return t('exchanged.back', names)
      } catch (error) {
        toast.error(whyOf(error))
        throw error
      }
    },
    cannot: '',
  })
}
