import type { TableSeat } from '@tablewire/contracts/booking/tables'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { toast } from '#src/kit/toasts.ts'
import type { MoveTime } from '../phases/use-move-time.ts'
import { assignSeat } from '../seating/assign-seat.ts'
import { exchangeSeats } from '../seating/exchange-seats.ts'
import { whyOf } from '../seating/why-of.ts'
import { type Carry, carryStore } from './carry-store.ts'
import { isSame, startOf } from './carrying.ts'
import { reasonWords } from './reason-words.ts'
import { useTimelineT } from './use-timeline-t.ts'

const seatless = (reservationId: string): TableSeat => ({ reservationId, tableIds: [], name: '', locked: false, version: 0 })
const same = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id))

type DropOf = { zone: string; seatOf: (id: string) => TableSeat | undefined; nameOf: (row: Carry['row']) => string; moveTime: MoveTime }

/** A party let go at another table gets it, at another time its booking moves, at both in one act; where it may not, the reasons are said. */
export const useDrop = ({ zone, seatOf, nameOf, moveTime }: DropOf) => {
  const t = useTimelineT()
  return async (carry: Carry): Promise<void> => {
    const { row, from, fit, tableId } = carry
    const seat = seatOf(row.id) ?? seatless(row.id)
    if (isSame(carry, seat.tableIds)) return
    if (fit.verdict === 'not') {
      const why = fit.reasons.map((reason) => reasonWords(t, reason, zone)).join(' · ')
      toast.warning(t('refused', { name: nameOf(row), why }))
      return
    }
    const tableIds = tableId === undefined ? [] : [...fit.tableIds]
    const elsewhere = !same(tableIds, seat.tableIds)
    // Where it was let go it stays in sight until the server has agreed.
    const sent = { ...carry, sent: true }
    carryStore.set(sent)
    try {
      if (from !== startOf(row))
        await moveTime({
          row,
          startsAt: new Date(from).toISOString(),
          ...(elsewhere ? { tables: { tableIds, version: seat.version } } : {}),
        })
      else if (fit.exchange) {
        const { id: reservationId, name: guestName } = fit.exchange
        await exchangeSeats(row, seat.version, {
          reservationId,
          guestName,
          version: (seatOf(reservationId) ?? seatless(reservationId)).version,
        })
      } else {
        await loadPhrases('reservations/seating')
        await assignSeat(row, { seat }, { tableIds, locked: false, moves: [] })
      }
    } catch (error) {
      toast.error(whyOf(error))
    } finally {
      // Another one may be carried by now.
      if (carryStore.get() === sent) carryStore.set(undefined)
    }
  }
}
