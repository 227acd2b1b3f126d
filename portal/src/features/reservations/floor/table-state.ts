import type { FloorLayout } from '@tablewire/contracts/booking/floor'
import { arranged } from '@tablewire/contracts/booking/floor-plan.rules'
import type { TableBlock, TablePlan } from '@tablewire/contracts/booking/tables'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { arrivalOf } from '../phases/service-rules.ts'
import type { HouseTable } from '../seating/house-tables.ts'

/** Within this time a table that is free is kept for who comes. */
const soonMs = 30 * 60_000

/** What a table is just now: the first that is true of it. */
export type TableState =
  | { kind: 'seated' | 'overrun'; party: ReservationRow; until: number }
  | { kind: 'blocked'; block: TableBlock }
  | { kind: 'late' | 'due' | 'soon' | 'later'; party: ReservationRow }
  | { kind: 'free' }

export const stateOf = ({ sits, next, blocks }: HouseTable, now: number, endOf: (row: ReservationRow) => number): TableState => {
  if (sits) {
    const until = endOf(sits)
    return { kind: until < now ? 'overrun' : 'seated', party: sits, until }
  }
  const block = blocks.find(({ from }) => Date.parse(from) <= now)
  if (block) return { kind: 'blocked', block }
  if (!next) return { kind: 'free' }
  const { state } = arrivalOf(next, now)
  if (state !== 'coming') return { kind: state, party: next }
  return { kind: Date.parse(next.startsAt) - now <= soonMs ? 'soon' : 'later', party: next }
}

/** A house that nobody has drawn yet stands in rows. */
export const undrawn = ({ tables, joins }: Pick<TablePlan, 'tables' | 'joins'>): FloorLayout => {
  const rooms = [...Map.groupBy(tables, ({ areaId }) => areaId)].map(([areaId, here]) => ({ areaId, ...arranged(here, joins) }))
  return {
    id: '',
    name: '',
    days: [],
    rooms: rooms.map(({ areaId, room }) => ({ areaId, ...room })),
    places: rooms.flatMap(({ places }) => places),
    away: [],
    things: [],
  }
}
