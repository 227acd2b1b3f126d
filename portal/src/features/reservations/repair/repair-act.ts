import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { TableRepair } from '@tablewire/contracts/booking/table-repair'
import type { TableSeat } from '@tablewire/contracts/booking/tables'
import { assignSeat } from '../seating/assign-seat.ts'

type Repair = { row: ReservationRow; seat: TableSeat; told: TableRepair; /** In words, for the notice. */ said: string }

/**
 * All who would meet a party that sits longer move in one act, and how long it stays is written with it; one undo takes back both. While somebody else is booked at its
 * table meanwhile, it is not written: the table is that party's then.
 */
export const repairTables = ({ row, seat, told: { moves, left, until }, said }: Repair): Promise<void> =>
  assignSeat(
    row,
    { seat, said },
    {
      tableIds: seat.tableIds,
      locked: seat.locked,
      moves: moves.map(({ reservationId, tableIds, version }) => ({ reservationId, tableIds, version })),
      ...(left.length === 0 ? { until } : {}),
    },
  )

/** The line that led here is gone with what it said: on to the next clash, else to who moved. */
export const focusAfterRepair = (id: string): void => {
  const look = (): void => {
    const next =
      document.querySelector<HTMLElement>('[data-clash] button') ?? document.querySelector<HTMLElement>(`[data-reservation="${id}"]`)
    next?.focus()
  }
  setTimeout(look, 80)
}
