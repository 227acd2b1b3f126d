import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { lateAfterMinutes } from '@tablewire/contracts/booking/reservations.rules'
import { isUnconfirmed } from '../reservation-flags.ts'
import { arrivalOf } from './service-rules.ts'

/** What a closing evening may hold open, in the order in which it is settled. */
export const openKinds = ['sitting', 'missing', 'unanswered', 'coming'] as const
export type OpenKind = (typeof openKinds)[number]

export type OpenLine = {
  readonly row: ReservationRow
  /** Nobody needs to think about it: the stay is over, or the party's time is long past. */
  readonly ripe: boolean
}

const lateMs = lateAfterMinutes * 60_000

const kindOf = (row: ReservationRow, now: number): OpenKind | undefined => {
  if (row.status === 'seated') return 'sitting'
  if (isUnconfirmed(row)) return 'unanswered'
  if (row.status !== 'confirmed') return undefined
  // Who is due since a moment, or said by how much he is late, is still to come.
  return arrivalOf(row, now).state === 'late' ? 'missing' : 'coming'
}

/** Every line that is still open, each in exactly one group: together they are what is left to do. */
export const openLines = (
  rows: readonly ReservationRow[],
  endOf: (row: ReservationRow) => number,
  now: number,
): Record<OpenKind, readonly OpenLine[]> => {
  const lines: Record<OpenKind, OpenLine[]> = { sitting: [], missing: [], unanswered: [], coming: [] }
  for (const row of rows.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))) {
    const kind = kindOf(row, now)
    if (kind === undefined) continue
    const ripe =
      kind === 'unanswered' ? Date.parse(row.startsAt) + lateMs <= now : kind === 'missing' || (kind === 'sitting' && endOf(row) <= now)
    lines[kind].push({ row, ripe })
  }
  return lines
}

type Evening = { endOf: (row: ReservationRow) => number; now: number; /** The meal is over: nobody is still to come. */ over: boolean }
/** How many lines somebody has to see to: whose stay is over, who never came, and once the meal is over each that is still open. */
export const countOpen = (rows: readonly ReservationRow[], { endOf, now, over }: Evening): number =>
  over
    ? rows.filter((row) => kindOf(row, now) !== undefined).length
    : Object.values(openLines(rows, endOf, now)).reduce((sum, lines) => sum + lines.filter(({ ripe }) => ripe).length, 0)
