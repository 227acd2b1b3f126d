import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { after, lateAfterMinutes, type Move, movesFrom, type Status } from '@tablewire/contracts/booking/reservations.rules'
import { laneOf } from '../reservation-flags.ts'
import type { Lane } from '../reservation-search.ts'

const minuteMs = 60_000

type Stay = Pick<ReservationRow, 'startsAt' | 'endsAt'>

/** When the table is free again: a party stays as long as it booked, counted from when it sat down, where that is known; longer where somebody said so. */
export const expectedEnd = ({ startsAt, endsAt }: Stay, seatedAt?: string | null, until?: string | null): number =>
  Math.max(seatedAt ? Date.parse(seatedAt) + Date.parse(endsAt) - Date.parse(startsAt) : Date.parse(endsAt), until ? Date.parse(until) : 0)

/** Whole minutes until then; less than nothing once it is over. */
export const minutesLeft = (end: number, now: number): number =>
  end >= now ? Math.ceil((end - now) / minuteMs) : -Math.floor((now - end) / minuteMs)

export type Arrival = { readonly state: 'late' | 'due' | 'coming'; readonly minutes: number; readonly announced: number | undefined }

/**
 * How a party that is not there yet stands to the clock, by instants: `due` from its time on, `late` a quarter of an hour after it. Who said that he is late
 * is late only after the time he named.
 */
export const arrivalOf = (
  { status, startsAt, lateMinutes }: Pick<ReservationRow, 'status' | 'startsAt' | 'lateMinutes'>,
  now: number,
): Arrival => {
  const announced = lateMinutes ?? undefined
  const minutes = Math.floor((now - Date.parse(startsAt)) / minuteMs)
  if (minutes < 0 || status !== 'confirmed') return { state: 'coming', minutes: -minutes, announced }
  const isLate = minutes >= Math.max(lateAfterMinutes, announced ?? 0)
  return { state: isLate ? 'late' : 'due', minutes, announced }
}

const byStart = (a: ReservationRow, b: ReservationRow): number =>
  Date.parse(a.startsAt) - Date.parse(b.startsAt) || b.partySize - a.partySize || (a.id < b.id ? -1 : 1)

export type Evening = {
  readonly expected: readonly ReservationRow[]
  readonly seated: readonly ReservationRow[]
  readonly done: readonly ReservationRow[]
}
type EndOf = (row: ReservationRow) => number

/** The three lanes: who comes next, what frees next, and what is over, the latest first. */
export const eveningOfRows = (rows: readonly ReservationRow[], endOf: EndOf): Evening => {
  const inLane = (lane: Lane): ReservationRow[] => rows.filter((row) => laneOf(row) === lane)
  return {
    expected: inLane('expected').toSorted(byStart),
    seated: inLane('seated').toSorted((a, b) => endOf(a) - endOf(b) || byStart(a, b)),
    done: inLane('done').toSorted((a, b) => byStart(b, a)),
  }
}

export type Freed = { readonly at: number; readonly covers: number; readonly ids: readonly string[] }
const quarterMs = 15 * minuteMs
const frameMs = 2 * 60 * minuteMs

/** What frees in the next two hours, by quarters of an hour; what is overdue counts to the one that runs. */
export const freeingSoon = (seated: readonly ReservationRow[], endOf: EndOf, now: number): Freed[] => {
  const found = new Map<number, Freed>()
  const running = Math.floor(now / quarterMs) * quarterMs
  for (const row of seated) {
    const at = Math.max(running, Math.floor(endOf(row) / quarterMs) * quarterMs)
    if (at >= now + frameMs) continue
    const before = found.get(at) ?? { at, covers: 0, ids: [] }
    found.set(at, { at, covers: before.covers + row.partySize, ids: [...before.ids, row.id] })
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at)
}

/** In the order in which a host means it: whoever is carried out of the expected ones did not come. */
const carried: readonly Move[] = ['seat', 'complete', 'no-show', 'reopen', 'confirm', 'reject']

/** The step that leads a party from where it stands into a lane; undefined where none does. */
export const moveInto = (lane: Lane, status: Status): Move | undefined => {
  if (laneOf({ status }) === lane) return undefined
  const legal = movesFrom(status)
  return carried.find((move) => {
    const to = legal.includes(move) ? after(move, status) : undefined
    return to !== undefined && laneOf({ status: to }) === lane
  })
}
