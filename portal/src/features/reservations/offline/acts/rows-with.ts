import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { after, type Move } from '@tablewire/contracts/booking/reservations.rules'
import type { Act, ActName } from './act.ts'

/** The step that a call is. */
export const moveOf: Partial<Record<ActName, Move>> = {
  'reservations.seat': 'seat',
  'reservations.complete': 'complete',
  'reservations.noShow': 'no-show',
  'reservations.reopen': 'reopen',
}
const callsOfMoves: Partial<Record<Move, ActName>> = {
  seat: 'reservations.seat',
  complete: 'reservations.complete',
  'no-show': 'reservations.noShow',
  reopen: 'reservations.reopen',
}
export const callOf = (move: Move): ActName | undefined => callsOfMoves[move]

/** A party as these acts leave it; the same one where none is about it. */
export const rowWith = <Row extends ReservationRow>(acts: readonly Act[], row: Row): Row =>
  acts.reduce((now, { call, params, body }) => {
    if (params.id !== row.id) return now
    const status = moveOf[call] && after(moveOf[call], now.status)
    if (status) return { ...now, status }
    if (call !== 'reservations.update' && call !== 'reservations.late') return now
    // What a kept act may change, and nothing that says how.
    const { notes = now.notes, tags = now.tags, lateMinutes = now.lateMinutes } = body as Partial<ReservationRow>
    return { ...now, notes, tags, ...(lateMinutes === undefined ? {} : { lateMinutes }) }
  }, row)

/** Those who came in by the door meanwhile. */
export const madeRows = (acts: readonly Act[]): ReservationRow[] =>
  acts.flatMap(({ call, row }) => (call === 'reservations.create' && row ? [rowWith(acts, row)] : []))

/** Rows of before as these acts leave them, with those who came; `belongs`: to what is asked. */
export const rowsWith = (
  acts: readonly Act[],
  rows: readonly ReservationRow[],
  belongs: (row: ReservationRow) => boolean,
): ReservationRow[] => {
  const known = new Set(rows.map(({ id }) => id))
  const came = madeRows(acts).filter((row) => !known.has(row.id) && belongs(row))
  const all = rows.map((row) => rowWith(acts, row))
  return came.length === 0 ? all : [...all, ...came].toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
}
