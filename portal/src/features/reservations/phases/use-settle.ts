import type { Reservation, ReservationRow } from '@tablewire/contracts/booking/reservations'
import { randomKey } from '#src/api/random-key.ts'
import { ownSteps } from '../acts/own-steps.ts'
import { undoManager } from '../acts/undo-manager.ts'
import type { Moves } from '../use-moves.ts'
import { usePhaseT } from './use-phase-t.ts'

export type Settle = (rows: readonly ReservationRow[], move: 'complete' | 'no-show') => void

/** Settles many lines as one act: each by itself at the server, all taken back together; what was refused stays open, and its notice says why. */
export const useSettle = ({ send }: Pick<Moves, 'send'>): Settle => {
  const t = usePhaseT()
  const all = async (rows: readonly ReservationRow[], each: (row: ReservationRow) => Promise<Reservation>): Promise<Reservation[]> => {
    const results = await Promise.allSettled(rows.map(each))
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  }
  const settle = async (rows: readonly ReservationRow[], move: 'complete' | 'no-show'): Promise<void> => {
    const done = await all(rows, (row) => send({ row, move, body: {}, key: randomKey() }))
    if (done.length === 0) return
    const text = t(`settled.${move}`, { count: done.length })
    undoManager.done({
      text: done.length < rows.length ? `${text} ${t('settled.left', { count: rows.length - done.length })}` : text,
      label: t('settled.undo'),
      takeBack: async () => {
        const back = await all(done, (row) =>
          send({ row, move: 'reopen', body: { version: ownSteps.newest(row.id, row.version) }, key: randomKey(), undoing: true }),
        )
        return t('settled.back', { count: back.length })
      },
      cannot: '',
    })
  }
  return (rows, move) => void settle(rows, move)
}
