import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { changeable } from '@tablewire/contracts/booking/reservations.rules'
import type { TableSeat } from '@tablewire/contracts/booking/tables'
import { ApiError } from '#src/api/api-error.ts'
import { seatChoices } from '../offline/use-seat-choices.ts'
import { assignSeat } from '../seating/assign-seat.ts'
import { exchangeSeats } from '../seating/exchange-seats.ts'
import type { Seats } from '../seating/seats.ts'
import { whyOf } from '../seating/why-of.ts'

const none = (id: string): TableSeat => ({ reservationId: id, tableIds: [], name: '', locked: false, version: 0 })

/** One party let go over another one: they exchange their tables where they may; else it was refused. */
const exchangeIfOne = async (row: ReservationRow, tableId: string | undefined, refusal: unknown): Promise<void> => {
  if (!(refusal instanceof ApiError) || refusal.code !== 'tables.taken') throw refusal
  const told = await seatChoices(row.id)
  const choice = told.choices.find((one) => one.exchange && one.tableIds.some((id) => id === tableId))
  if (!choice?.exchange) throw refusal
  await exchangeSeats(row, told.seat.version, choice.exchange)
}

type Given = { row: ReservationRow; /** Undefined = none any more. */ tableId: string | undefined; seats: Seats; anchor: HTMLElement }

/** A party is let go over a table, or over those without one. Refused, what else there is opens beside it, with the reason. */
export const giveByHand = async ({ row, tableId, seats, anchor }: Given): Promise<void> => {
  const seat = seats.seatOf(row.id) ?? none(row.id)
  const tableIds = tableId === undefined ? [] : [tableId]
  if (!changeable(row.status) || seat.tableIds.join() === tableIds.join()) return
  try {
    await assignSeat(row, { seat }, { tableIds, locked: false, moves: [] }).catch((error: unknown) => exchangeIfOne(row, tableId, error))
  } catch (error) {
    seats.choose({ row, anchor, refused: { message: whyOf(error), tableIds } })
  }
}

/** The same for the hand that carries: true where it was over a table, or over those without one. */
export const dropOnTable = (target: string, row: ReservationRow, seats: Seats | undefined): boolean => {
  if (!target.startsWith('table:')) return false
  const anchor = document.querySelector<HTMLElement>(`[data-drop="${CSS.escape(target)}"]`)
  if (seats && anchor) void giveByHand({ row, seats, anchor, tableId: target.slice('table:'.length) || undefined })
  return true
}
