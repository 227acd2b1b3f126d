import type { DiningTable, TableBlock, TableDay, TablePlan } from '@tablewire/contracts/booking/tables'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { laneOf } from '../reservation-flags.ts'

export type HouseTable = {
  readonly table: DiningTable
  /** Who sits there now. */
  readonly sits: ReservationRow | undefined
  /** Who comes next, after whoever sits. */
  readonly next: ReservationRow | undefined
  /** It takes nobody now, or from some later time on; in the order of time. */
  readonly blocks: readonly TableBlock[]
}

type House = {
  plan: Pick<TablePlan, 'tables'>
  day: Pick<TableDay, 'seats' | 'blocks'> & Partial<Pick<TableDay, 'away'>>
  rows: readonly ReservationRow[]
  now: number
}

/** Who sits where, who comes next and what takes nobody, for every table in its order of sale. */
export const houseTables = ({ plan, day, rows, now }: House): HouseTable[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const parties = new Map<string, ReservationRow[]>()
  for (const { reservationId, tableIds } of day.seats) {
    const row = byId.get(reservationId)
    if (row && laneOf(row) !== 'done') for (const id of tableIds) parties.set(id, [...(parties.get(id) ?? []), row])
  }
  // What is put away on that day takes nobody.
  const away = new Set(day.away)
  const standing = plan.tables.filter(({ id }) => !away.has(id))
  return standing.map((table) => {
    const here = (parties.get(table.id) ?? []).toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
    return {
      table,
      sits: here.find(({ status }) => status === 'seated'),
      next: here.find(({ status }) => status !== 'seated'),
      blocks: day.blocks.filter(({ tableId, until }) => tableId === table.id && Date.parse(until) > now),
    }
  })
}

/** Until when nobody has a table that is free now, and who comes to it then; undefined where nobody does, or somebody has it. */
export const freeUntilOf = (one: HouseTable, now: number): { at: number; by: ReservationRow | undefined } | undefined => {
  const { sits, next, blocks } = one
  if (sits || isBlocked(one, now)) return undefined
  const block = Math.min(...blocks.map(({ from }) => Date.parse(from)))
  const comes = next ? Date.parse(next.startsAt) : Infinity
  const at = Math.min(block, comes)
  return at === Infinity ? undefined : { at, by: comes <= block ? next : undefined }
}

export const isBlocked = ({ blocks }: HouseTable, now: number): boolean => blocks.some(({ from }) => Date.parse(from) <= now)

/** Parties of whom only their table is known, as a filter hides them. */
export const hiddenParties = ({ day, rows }: Pick<House, 'day' | 'rows'>): boolean => {
  const known = new Set(rows.map(({ id }) => id))
  return day.seats.some(({ reservationId, tableIds }) => tableIds.length > 0 && !known.has(reservationId))
}
