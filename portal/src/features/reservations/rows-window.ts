import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { missingPage, type RowsWindow as Window } from '#src/api/rows-window.ts'
import { ownZone, wallClock } from '#src/kit/zone-clock.ts'
import { coversOf } from './reservation-flags.ts'
import type { Sort } from './reservation-search.ts'

/** The head over a run of rows: its day, its hour, and how many come. */
export type RowGroup = {
  readonly day: string
  readonly hour: string
  /** By the reader's clock, not by that of the venues. */
  readonly own: boolean
  readonly parties: number
  readonly covers: number
  /** Rows of those who do not come. */
  readonly off: number
  readonly complete: boolean
}
export type Grouping = 'hour' | 'own-hour' | 'none'

/** Rows in the order of time only: creation dates belong to no service. Hours need one clock; among several zones that is the reader's own. */
export const groupingOf = (sort: Sort, { severalZones }: { severalZones: boolean }): Grouping => {
  if (sort.endsWith('createdAt')) return 'none'
  return severalZones ? 'own-hour' : 'hour'
}

/** Day and hour a row stands under: `2026-11-20T19`. */
const keyOf = (row: ReservationRow, grouping: Grouping): string =>
  grouping === 'own-hour' ? wallClock(ownZone(), Date.parse(row.startsAt)).slice(0, 13) : row.serviceOn + row.startsLocal.slice(10, 13)

/** Index of the first row → its group. A group whose end nobody has scrolled to is not complete, and its numbers are not shown. */
export const groupsOf = ({ rows, total }: RowsWindow, grouping: Grouping): ReadonlyMap<number, RowGroup> => {
  const groups = new Map<number, RowGroup>()
  if (grouping === 'none') return groups
  let start = -1
  for (const [index, row] of rows.entries()) {
    if (!row) {
      start = -1
      continue
    }
    const before = rows[index - 1]
    const key = keyOf(row, grouping)
    if (index === 0 || (before && keyOf(before, grouping) !== key)) start = index
    if (start < 0) continue
    const after = rows[index + 1]
    const known = groups.get(start) ?? {
      day: key.slice(0, 10),
      hour: `${key.slice(11)}:00`,
      own: grouping === 'own-hour',
      parties: 0,
      covers: 0,
      off: 0,
    }
    const complete = index === total - 1 || (after !== undefined && keyOf(after, grouping) !== key)
    const coming = coversOf(row) > 0 ? 1 : 0
    groups.set(start, {
      ...known,
      parties: known.parties + coming,
      covers: known.covers + coversOf(row),
      off: known.off + 1 - coming,
      complete,
    })
  }
  return groups
}

export type RowsWindow = Window<ReservationRow>

export const indexOfId = ({ rows }: RowsWindow, id: string): number => rows.findIndex((row) => row?.id === id)

const comparing = (sort: Sort) => {
  const field = sort.endsWith('createdAt') ? 'createdAt' : 'startsAt'
  const sign = sort.startsWith('-') ? -1 : 1
  return (a: ReservationRow, b: ReservationRow): number => {
    const byTime = Date.parse(a[field]) - Date.parse(b[field])
    return sign * (byTime === 0 ? (a.id < b.id ? -1 : 1) : byTime)
  }
}

/** The place of a row among the rows that are known; between two known ones lie only places nobody has seen yet. */
const placeFor = ({ rows }: RowsWindow, row: ReservationRow, sort: Sort): number => {
  const compare = comparing(sort)
  let place = 0
  for (const [index, other] of rows.entries()) if (other && compare(other, row) < 0) place = index + 1
  return place
}

export const dropRow = (before: RowsWindow, id: string): RowsWindow => {
  const index = indexOfId(before, id)
  return index < 0 ? before : { total: before.total - 1, rows: before.rows.toSpliced(index, 1) }
}

/** Takes a row in, moves it or only refreshes it. */
const takeRow = (before: RowsWindow, row: ReservationRow, sort: Sort): RowsWindow => {
  const index = indexOfId(before, row.id)
  const known = before.rows[index]
  if (known && known.version > row.version) return before
  if (known && known.startsAt === row.startsAt && known.createdAt === row.createdAt)
    return { ...before, rows: before.rows.with(index, row) }
  const rest = dropRow(before, row.id)
  return { total: rest.total + 1, rows: rest.rows.toSpliced(placeFor(rest, row, sort), 0, row) }
}

/** True where both neighbours of a place are known: then so is what stands between them. */
const isKnownPlace = ({ rows, total }: RowsWindow, place: number): boolean =>
  (place === 0 || rows[place - 1] !== undefined) && (place >= total || rows[place] !== undefined)

export type Change = { readonly row: ReservationRow; readonly belongs: boolean }

/**
 * The list after a reservation changed. `sure` is false where it may already have been counted at a place nobody has scrolled to: then only
 * the server can say the total.
 */
export const applyChange = (before: RowsWindow, { row, belongs }: Change, sort: Sort): { window: RowsWindow; sure: boolean } => {
  const listed = indexOfId(before, row.id) >= 0
  const whole = missingPage(before, 0, before.total) === undefined
  if (listed || whole) return { window: belongs ? takeRow(before, row, sort) : dropRow(before, row.id), sure: true }
  if (!isKnownPlace(before, placeFor(before, row, sort))) return { window: before, sure: false }
  // An older reservation may have come here from a place out of sight.
  return { window: belongs ? takeRow(before, row, sort) : before, sure: row.version <= 2 }
}
