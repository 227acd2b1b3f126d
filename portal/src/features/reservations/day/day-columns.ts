import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { lateMinutes } from '../reservation-flags.ts'

type Interval = ServiceDay['intervals'][number]
/** One column of the service view. `interval` is undefined for parties outside every shift. */
export type DayColumn = {
  readonly startsLocal: string
  readonly shiftName: string | undefined
  readonly interval: Interval | undefined
  readonly rows: readonly ReservationRow[]
}

const quarter = (local: string): string => local.slice(0, 14) + String(Math.floor(Number(local.slice(14, 16)) / 15) * 15).padStart(2, '0')
const minutesBetween = (a: string, b: string): number => (Date.parse(`${b}Z`) - Date.parse(`${a}Z`)) / 60_000

/** An interval ends where the next of its shift begins; the last one is as long as the one before. */
const lengthOf = (intervals: readonly Interval[], index: number): number => {
  const before = intervals[index - 1]
  const here = intervals[index]!
  const next = intervals[index + 1]
  if (next && next.shiftId === here.shiftId) return minutesBetween(here.startsLocal, next.startsLocal)
  return before && before.shiftId === here.shiftId ? minutesBetween(before.startsLocal, here.startsLocal) : 15
}

/** Late ones first, they need a word now; then by time, large parties before small ones. */
const byUrgency = (now: number) => (a: ReservationRow, b: ReservationRow) =>
  (lateMinutes(b, now) ?? 0) - (lateMinutes(a, now) ?? 0) || Date.parse(a.startsAt) - Date.parse(b.startsAt) || b.partySize - a.partySize

/** Every party in the column it arrives in; whoever comes outside the shifts gets a column of his quarter of an hour. */
export const dayColumns = (service: ServiceDay, rows: readonly ReservationRow[], now: number): DayColumn[] => {
  const { intervals, shifts } = service
  const columns = new Map<string, { interval: Interval | undefined; rows: ReservationRow[] }>()
  for (const interval of intervals) columns.set(interval.startsLocal, { interval, rows: [] })
  for (const row of rows) {
    const index = intervals.findLastIndex(({ startsLocal }) => startsLocal <= row.startsLocal)
    const found = intervals[index]
    const inside = found && minutesBetween(found.startsLocal, row.startsLocal) < lengthOf(intervals, index)
    const key = inside ? found.startsLocal : quarter(row.startsLocal)
    const column = columns.get(key) ?? { interval: undefined, rows: [] }
    column.rows.push(row)
    columns.set(key, column)
  }
  return [...columns]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([startsLocal, column]) => ({
      startsLocal,
      shiftName: shifts.find(({ id }) => id === column.interval?.shiftId)?.name,
      interval: column.interval,
      rows: column.rows.toSorted(byUrgency(now)),
    }))
}

export const columnGap = 8
/** What the board leaves free at its ends. */
export const boardEdge = 12
/** Room for a time and its numbers; for a card that says whole names. */
const [emptyWidth, cardWidth, cardWidthMax] = [64, 164, 260]

/**
 * Where each column stands: one that shows no card takes its head's room, so that the whole service fits where it can. What is left over goes to the
 * cards, and then to all.
 */
export const placeColumns = (shown: readonly boolean[], availablePx: number): { starts: number[]; widths: number[]; width: number } => {
  const least = shown.map((cards): number => (cards ? cardWidth : emptyWidth))
  const spent = 2 * boardEdge + columnGap * Math.max(0, shown.length - 1)
  const left = Math.max(0, availablePx - spent - least.reduce((sum, one) => sum + one, 0))
  const cards = shown.filter((one) => one).length
  const more = cards === 0 ? 0 : Math.min(cardWidthMax - cardWidth, left / cards)
  const rest = (left - more * cards) / Math.max(1, shown.length)
  const widths = least.map((one, index) => Math.floor(one + rest + (shown[index] ? more : 0)))
  const starts: number[] = []
  let at = boardEdge
  for (const width of widths) {
    starts.push(at)
    at += width + columnGap
  }
  return { starts, widths, width: at - columnGap + boardEdge }
}

/**
 * The column the day opens at: parties at the table first, if what comes now is on the same screen; then now; on another day the first party.
 */
export const opensAtColumn = ({
  starts,
  now,
  seated,
  first,
  availablePx,
}: {
  starts: readonly number[]
  now: number | undefined
  seated: number
  first: number
  availablePx: number
}): number => {
  if (now === undefined) return Math.max(0, first)
  const before = Math.max(0, now - 1)
  const together = seated >= 0 && seated < before && starts[now]! - starts[seated]! < availablePx * 0.6
  return together ? seated : before
}

/** Where the line of the present stands: the column, and how far into it (0–1). Undefined on another day. */
export const nowInColumns = (columns: readonly DayColumn[], nowLocal: string): { index: number; part: number } | undefined => {
  const first = columns[0]
  const last = columns.at(-1)
  if (!first || !last || nowLocal < first.startsLocal || minutesBetween(last.startsLocal, nowLocal) > 60) return undefined
  const index = columns.findLastIndex(({ startsLocal }) => startsLocal <= nowLocal)
  const start = columns[index]!.startsLocal
  const length = Math.max(15, Math.min(60, minutesBetween(start, columns[index + 1]?.startsLocal ?? start)))
  return { index, part: Math.min(1, minutesBetween(start, nowLocal) / length) }
}
