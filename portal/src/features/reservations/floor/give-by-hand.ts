import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { changeable } from '@tablewire/contracts/booking/reservations.rules'
import type { TableSeat } from '@tablewire/contracts/booking/tables'
import { ApiError } from '#src/api/api-error.ts'
import { seatChoices } from '../offline/use-seat-choices.ts'
import { assignSeat } from '../seating/assign-seat.ts'
import { exchangeSeats } from '../seating/exchange-seats.ts'
import type { Seats } from '../seating/seats.ts'
import { whyOf } from '../seating/why-of.ts'
import { isTableTarget, judgeStore, tableOfTarget } from './room-carry.ts'

const none = (id: string): TableSeat => ({ reservationId: id, tableIds: [], name: '', locked: false, version: 0 })

/** One party let go over another one: they exchange their tables where they may; else it was refused. */
const exchangeIfOne = async (row: ReservationRow, tableIds: readonly string[], refusal: unknown): Promise<void> => {
  if (!(refusal instanceof ApiError) || refusal.code !== 'tables.taken') throw refusal
  const told = await seatChoices(row.id)
  const choice = told.choices.find((one) => one.exchange && one.tableIds.some((id) => tableIds.includes(id)))
  if (!choice?.exchange) throw refusal
  await exchangeSeats(row, told.seat.version, choice.exchange)
}

type Given = { row: ReservationRow; /** Empty = none any more. */ tableIds: readonly string[]; seats: Seats; anchor: HTMLElement }

/** A party is given tables, or none. Refused, what else there is opens beside it, with the reason. */
export const giveByHand = async ({ row, tableIds, seats, anchor }: Given): Promise<void> => {
  const seat = seats.seatOf(row.id) ?? none(row.id)
  if (!changeable(row.status) || seat.tableIds.toSorted().join() === tableIds.toSorted().join()) return
  try {
    const wanted = { tableIds: [...tableIds], locked: false, moves: [] }
    await assignSeat(row, { seat }, wanted).catch((error: unknown) => exchangeIfOne(row, tableIds, error))
  } catch (error) {
    seats.choose({ row, anchor, refused: { message: whyOf(error), tableIds } })
  }
}

/** The same for the hand that carries: true where it was over a table, or over those without one. What the room knows to be impossible is not tried. */
export const dropOnTable = (target: string, row: ReservationRow, seats: Seats | undefined): boolean => {
  if (!isTableTarget(target)) return false
  const anchor = document.querySelector<HTMLElement>(`[data-drop="${CSS.escape(target)}"]`)
  if (!seats || !anchor) return true
  const tableId = tableOfTarget(target)
  const judged = judgeStore.get()?.(row.id, tableId)
  const tableIds = judged?.fit.tableIds ?? (tableId === undefined ? [] : [tableId])
  if (judged?.fit.verdict === 'not' && changeable(row.status))
    seats.choose({ row, anchor, refused: { message: `${judged.why}.`, tableIds } })
  else void giveByHand({ row, seats, anchor, tableIds })
  return true
}
