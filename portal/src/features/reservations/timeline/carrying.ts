import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { type Carry, carryStore, type Place } from './carry-store.ts'
import { type Asking, type Fit, fitAt, type House, type Verdict } from './fit.ts'
import type { Bar, Stay } from './model.ts'

/** What is known of the evening while a party is carried through it. */
export type Ground = { readonly house: House; readonly tableIds: readonly string[]; readonly seatOf: (id: string) => readonly string[] }

const askingOf = ({ row, locked }: Bar, { seatOf }: Ground): Asking => ({
  id: row.id,
  partySize: row.partySize,
  tableIds: seatOf(row.id),
  areaId: row.areaId,
  locked,
})

/** Who sits keeps his time; nobody comes before now by being carried there. */
const fixedTime = ({ state }: Bar): boolean => state === 'seated'

const free: Fit = { verdict: 'may', tableIds: [], name: '', reasons: [] }

export const startOf = (row: ReservationRow): number => Date.parse(row.startsAt)
const longOf = ({ startsAt, endsAt }: ReservationRow): number => Date.parse(endsAt) - Date.parse(startsAt)

export type Lifted = { readonly bar: Bar; readonly ground: Ground; readonly now: number; readonly by: Carry['by'] }

const questionOf = ({ bar, ground }: Lifted, from: number) => ({
  house: ground.house,
  asking: {
    ...askingOf(bar, ground),
    exchanges: from === startOf(bar.row) && bar.state !== 'done' ? bar.state : undefined,
  },
  stay: { from, until: Math.max(from + longOf(bar.row), bar.state === 'seated' ? bar.due : 0) },
})

const drawnAt = (bar: Bar, from: number): Stay =>
  fixedTime(bar) ? { from: bar.from, until: bar.until } : { from, until: from + longOf(bar.row) }

/** Among those without a table. */
const inLane = (bar: Bar, { tableIds, locked }: Asking): Fit => {
  if (locked) return { ...free, verdict: 'not', reasons: [{ code: 'locked' }] }
  return tableIds.length > 0 && bar.state === 'seated' ? { ...free, verdict: 'warn', reasons: [{ code: 'seated' }] } : free
}

/** What becomes of it there. */
export const judged = (lifted: Lifted, { tableId, from }: Place): Fit => {
  const question = questionOf(lifted, from)
  const fit = tableId === undefined ? inLane(lifted.bar, question.asking) : fitAt(question, tableId)
  const over = from !== startOf(lifted.bar.row) && from + 60_000 < lifted.now
  return over ? { ...fit, verdict: 'not', reasons: [{ code: 'over' }, ...fit.reasons] } : fit
}

const everywhere = (lifted: Lifted, from: number): Map<string, Verdict> => {
  const question = questionOf(lifted, from)
  return new Map(lifted.ground.tableIds.map((id) => [id, fitAt(question, id).verdict]))
}

/** Where the party is let go by now; the screen is told only when that changes. */
export const carryTo = (lifted: Lifted, place: Place): void => {
  const { bar, by } = lifted
  const before = carryStore.get()
  const from = fixedTime(bar) ? startOf(bar.row) : place.from
  const isThen = before?.row.id === bar.row.id && before.from === from
  if (isThen && before.tableId === place.tableId) return
  carryStore.set({
    row: bar.row,
    tableId: place.tableId,
    from,
    drawn: drawnAt(bar, from),
    fit: judged(lifted, { tableId: place.tableId, from }),
    verdicts: isThen ? before.verdicts : everywhere(lifted, from),
    by,
    sent: false,
  })
}

/** Nothing would change. */
export const isSame = ({ row, from, tableId, fit }: Carry, seat: readonly string[]): boolean =>
  from === startOf(row) &&
  (tableId === undefined ? seat.length === 0 : fit.tableIds.length === seat.length && fit.tableIds.every((id) => seat.includes(id)))
