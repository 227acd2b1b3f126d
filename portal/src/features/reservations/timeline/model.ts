import type { DiningTable, TableBlock, TableDay, TablePlan } from '@tablewire/contracts/booking/tables'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { laneOf } from '../reservation-flags.ts'
import { expectedUntil, forgottenMs } from '../repair/clashes.ts'

export const quarterMs = 900_000
const halfHourMs = 2 * quarterMs

export type Stay = { readonly from: number; readonly until: number }

/** A party at one of its tables. */
export type Bar = Stay & {
  readonly row: ReservationRow
  readonly state: 'coming' | 'seated' | 'done'
  /** When its table should be free; later it sits longer than it was expected to. */
  readonly due: number
  /** All its tables by name, where they are more than one. */
  readonly joined: string | undefined
  /** The one of its bars that the keys lead to. */
  readonly first: boolean
  readonly locked: boolean
  /** Who is expected to sit there still when it comes. */
  readonly clash: ReservationRow | undefined
}
export type TableBars = { readonly table: DiningTable; readonly bars: readonly Bar[]; readonly blocks: readonly TableBlock[] }
/** A party without a table, and the row of the lane it stands in. */
export type Waiting = { readonly bar: Bar; readonly track: number }
export type TimelineModel = {
  readonly areas: readonly { readonly id: string; readonly name: string; readonly tables: readonly TableBars[] }[]
  readonly waiting: readonly Waiting[]
  readonly tracks: number
}

export type Evening = {
  readonly plan: Pick<TablePlan, 'tables'>
  readonly day: Pick<TableDay, 'seats' | 'blocks' | 'away'>
  readonly areas: readonly { readonly id: string; readonly name: string }[]
  /** Everybody of the day: a table may be taken by somebody of the meal before. */
  readonly rows: readonly ReservationRow[]
  /** Of these the lane tells who has none. */
  readonly ofMeal: readonly ReservationRow[]
  readonly endOf: (row: ReservationRow) => number
  readonly sinceOf: (row: ReservationRow) => number
  readonly now: number
}

const isHere = ({ status }: ReservationRow): boolean => laneOf({ status }) !== 'done' || status === 'completed'

const byStart = (a: Bar, b: Bar): number => a.from - b.from || b.row.partySize - a.row.partySize || (a.row.id < b.row.id ? -1 : 1)

const barOf = (row: ReservationRow, { endOf, sinceOf, now }: Evening): Omit<Bar, 'joined' | 'first' | 'locked' | 'clash'> => {
  const lane = laneOf(row)
  if (lane !== 'seated') {
    const starts = Date.parse(row.startsAt)
    const ends = Date.parse(row.endsAt)
    return { row, state: lane === 'done' ? 'done' : 'coming', from: starts, until: ends, due: ends }
  }
  const due = endOf(row)
  const over = now > due && now - due < forgottenMs
  return { row, state: 'seated', from: sinceOf(row), due, until: over ? now : due }
}

/** Who still sits at the table when the next one comes. */
const withClashes = (bars: readonly Bar[], now: number): Bar[] =>
  bars.map((bar) => {
    if (bar.state !== 'coming') return bar
    const sits = bars.find((other) => other.state === 'seated' && other.from < bar.from && expectedUntil(other.due, now) > bar.from)
    return sits ? { ...bar, clash: sits.row } : bar
  })

/** Those without a table one below the other, each as high up as there is room. */
const inTracks = (bars: readonly Bar[]): { waiting: Waiting[]; tracks: number } => {
  const ends: number[] = []
  const waiting = bars.toSorted(byStart).map((bar) => {
    const free = ends.findIndex((until) => until <= bar.from)
    const track = free < 0 ? ends.length : free
    ends[track] = bar.until
    return { bar, track }
  })
  return { waiting, tracks: ends.length }
}

/** The evening by tables: in each area in the order of sale, and those beside who have none. */
export const timelineOf = (evening: Evening, elsewhere: string): TimelineModel => {
  const { plan, day, rows, ofMeal, areas } = evening
  const known = new Set(plan.tables.map(({ id }) => id))
  const seats = new Map(day.seats.map((seat) => [seat.reservationId, seat]))
  const order = new Map(plan.tables.map(({ id }, index) => [id, index]))
  const at = new Map<string, Bar[]>(plan.tables.map(({ id }) => [id, []]))
  for (const row of rows) {
    const seat = seats.get(row.id)
    if (!seat || !isHere(row)) continue
    const here = seat.tableIds.filter((id) => known.has(id)).toSorted((a, b) => order.get(a)! - order.get(b)!)
    const base = barOf(row, evening)
    for (const [index, id] of here.entries()) {
      const joined = seat.tableIds.length > 1 ? seat.name : undefined
      at.get(id)!.push({ ...base, joined, first: index === 0, locked: seat.locked, clash: undefined })
    }
  }
  const lines = plan.tables
    .map((table) => ({
      table,
      bars: withClashes(at.get(table.id)!.toSorted(byStart), evening.now),
      blocks: day.blocks.filter(({ tableId }) => tableId === table.id),
    }))
    // Put away that day, it is only there for whoever was given it before.
    .filter(({ table, bars }) => bars.length > 0 || !day.away.includes(table.id))
  const named = new Set(areas.map(({ id }) => id))
  const without = ofMeal
    .filter((row) => laneOf(row) !== 'done' && !seats.get(row.id)?.tableIds.length)
    .map((row): Bar => ({ ...barOf(row, evening), joined: undefined, first: true, locked: false, clash: undefined }))
  return {
    areas: [...areas, { id: '', name: elsewhere }]
      .map(({ id, name }) => ({
        id,
        name,
        tables: lines.filter(({ table }) => (id === '' ? !named.has(table.areaId) : table.areaId === id)),
      }))
      .filter(({ tables }) => tables.length > 0),
    ...inTracks(without),
  }
}

/** What is shown: from before the first ones come until the last ones have left, in whole half hours. */
export const spanOf = (starts: readonly number[], ends: readonly number[]): Stay => {
  const first = Math.min(...starts)
  const last = Math.max(...ends, first + 4 * halfHourMs)
  return { from: Math.floor(first / halfHourMs) * halfHourMs, until: Math.ceil(last / halfHourMs) * halfHourMs }
}
export const quartersOf = ({ from, until }: Stay): number => Math.round((until - from) / quarterMs)
