import type { Area } from '@tablewire/contracts/estate/book'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { type SeatChoice, type SeatChoices, type TableDay, type TablePlan, tables } from '@tablewire/contracts/booking/tables'
import { bySuitability, fits, reasonOf, type Seating, seatingsOf } from '@tablewire/contracts/booking/tables.rules'
import { venues } from '@tablewire/contracts/estate/venues'
import { keyOf, queryClient } from '#src/api/query.ts'
import { guestName } from '../../guest-name.ts'
import { waitingActs } from '../acts/act-store.ts'
import { rowsWith } from '../acts/rows-with.ts'
import { keptRows } from './kept.ts'
import { laneOf } from '../../reservation-flags.ts'
import type { RowsWindow } from '../../rows-window.ts'
import { rowOf, windowsKey } from '../../use-reservation-rows.ts'

type Known = { plan: TablePlan; day: TableDay; rows: readonly ReservationRow[]; areas: readonly Pick<Area, 'id' | 'name'>[] }
/** A chain of more tables is set up by nobody in a hurry. */
const tablesMost = 2

/** Whoever sits has the table until he leaves. */
const overlap = (row: ReservationRow, from: number, until: number): boolean =>
  Date.parse(row.startsAt) < until && (row.status === 'seated' || Date.parse(row.endsAt) > from)

/** Where a party sits and could, by what this device knows: as the server would say it, but without whoever would have to move. */
export const choicesBy = ({ plan, day, rows, areas }: Known, row: ReservationRow, now = Date.now()): SeatChoices => {
  const [starts, until] = [Date.parse(row.startsAt), Date.parse(row.endsAt)]
  // Whoever sits before his time has the table since then.
  const from = row.status === 'seated' ? Math.min(starts, now) : starts
  const byId = new Map(rows.map((one) => [one.id, one]))
  const takers = new Map<string, ReservationRow[]>()
  for (const { reservationId, tableIds } of day.seats) {
    const other = byId.get(reservationId)
    if (!other || other.id === row.id || laneOf(other) === 'done' || !overlap(other, from, until)) continue
    for (const id of tableIds) takers.set(id, [...(takers.get(id) ?? []), other])
  }
  const closed = new Set(
    day.blocks.filter((one) => Date.parse(one.from) < until && Date.parse(one.until) > from).map(({ tableId }) => tableId),
  )
  const told = ({ seating }: { seating: Seating }): SeatChoice => {
    const takenBy = [...new Set(seating.tableIds.flatMap((id) => takers.get(id) ?? []))]
    const blocked = seating.tableIds.some((id) => closed.has(id))
    return {
      tableIds: [...seating.tableIds],
      name: seating.name,
      areaName: areas.find(({ id }) => id === seating.areaId)?.name ?? '',
      covers: seating.most,
      free: takenBy.length === 0 && !blocked,
      fits: fits(seating, row.partySize),
      blocked,
      takenBy: takenBy.map(guestName).join(', '),
    }
  }
  const elsewhere = ({ areaId }: Seating): boolean => row.areaId !== null && areaId !== row.areaId
  const choices = seatingsOf(plan)
    .filter(({ tableIds }) => tableIds.length <= tablesMost)
    .toSorted(bySuitability)
    .map((seating) => ({ seating, choice: told({ seating }) }))
    .toSorted(
      (a, b) =>
        Number(b.choice.free) - Number(a.choice.free) ||
        Number(b.choice.fits) - Number(a.choice.fits) ||
        Number(elsewhere(a.seating)) - Number(elsewhere(b.seating)),
    )
  // What stands in another area than the party booked is for people to give.
  const best = choices.find(({ choice, seating }) => choice.free && choice.fits && !elsewhere(seating))
  const reason =
    best &&
    reasonOf(
      best.seating,
      row.partySize,
      choices.filter(({ choice }) => choice.free).map(({ seating }) => seating),
    )
  const seat = day.seats.find(({ reservationId }) => reservationId === row.id)
  return {
    on: plan.on,
    seat: seat ?? { reservationId: row.id, tableIds: [], name: '', locked: false, version: 0 },
    ...(best && reason
      ? { suggestion: { tableIds: best.choice.tableIds, name: best.choice.name, reason, covers: best.seating.most, moves: [] } }
      : {}),
    choices: choices.map(({ choice }) => choice),
  }
}

/** The same of what is known here; undefined where that is too little. */
export const keptChoices = (id: string): SeatChoices | undefined => {
  const row = rowOf(queryClient, id)
  if (!row) return undefined
  const params = { id: row.venueId }
  const plan = queryClient.getQueryData<TablePlan>(keyOf(tables.plan, { params }))
  const day = queryClient.getQueryData<TableDay>(keyOf(tables.day, { params, query: { date: row.serviceOn } }))
  const windows = queryClient.getQueriesData<RowsWindow>({ queryKey: windowsKey })
  const whole = keptRows({ venueId: [row.venueId], date: row.serviceOn })?.rows ?? []
  const listed = windows.flatMap(([, window]) => window?.rows ?? []).filter((one) => one?.venueId === row.venueId)
  const rows = new Map(
    [...rowsWith(waitingActs(), whole, ({ venueId }) => venueId === row.venueId), ...listed].flatMap((one) =>
      one ? [[one.id, one] as const] : [],
    ),
  )
  const areas = queryClient.getQueryData<readonly Area[]>(keyOf(venues.areas, { params })) ?? []
  return plan && day ? choicesBy({ plan, day, rows: [...rows.values()], areas }, row) : undefined
}
