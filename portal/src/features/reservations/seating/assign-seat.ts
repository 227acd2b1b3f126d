import type { SeatChoice, SeatChoices, TableDay, TablePlan, TableSeat } from '@tablewire/contracts/booking/tables'
import { tables } from '@tablewire/contracts/booking/tables'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { toast } from '#src/kit/toasts.ts'
import { ownSteps } from '../acts/own-steps.ts'
import { undoManager } from '../acts/undo-manager.ts'
import type reservationWords from '../en.json'
import { mustWait, sendOrKeep } from '../offline/acts/keep-act.ts'
import type words from './en.json'
import { nameOf } from './seated-name.ts'
import { forgetChoices } from './use-seat-name.ts'
import { whyOf } from './why-of.ts'

export type SeatAct = {
  tableIds: string[]
  locked: boolean
  moves: { reservationId: string; tableIds: string[]; version: number }[]
  /** Who gets this party’s tables for them. */
  exchange?: SeatChoice['exchange']
  /** Until when it stays, where somebody says so. */
  until?: string | null
  /** Until when it sits there at the longest, as somebody else comes then. */
  leaves?: string
  /** An act is taken back. */
  back?: boolean
}
export type SeatedRow = Pick<ReservationRow, 'id' | 'venueId' | 'serviceOn' | 'guest' | 'source' | 'partySize'>

export const seatWords = () => phrasesNow<typeof words>('reservations/seating')
const showSeat = ({ venueId, serviceOn }: SeatedRow, seat: TableSeat): void => {
  queryClient.setQueryData<TableDay>(
    keyOf(tables.day, { params: { id: venueId }, query: { date: serviceOn } }),
    (day) => day && { ...day, seats: [...day.seats.filter(({ reservationId }) => reservationId !== seat.reservationId), seat] },
  )
}

/** As their cards say. */
const tablesNamed = (venueId: string, ids: readonly string[]): string =>
  queryClient
    .getQueryData<TablePlan>(keyOf(tables.plan, { params: { id: venueId } }))
    ?.tables.filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(' + ') ?? ''

/** `beside`: it came with the step that seats the party, or takes that back. */
type Written = { version: number; beside?: boolean }
/** Writes where a party sits; screens show it at once, and learn the truth whatever became of it. */
export const writeSeat = async (row: SeatedRow, wanted: SeatAct, { version, beside }: Written): Promise<TableSeat> => {
  const chain = `seat ${row.id}`
  const { venueId } = row
  // Without a server what was known before is all there is.
  let unsent = false
  try {
    const body = { ...wanted, version: ownSteps.newest(chain, version) }
    const { id: subject, serviceOn: date } = row
    const words = tablesNamed(venueId, wanted.tableIds)
    const asked = { call: 'tables.assign' as const, params: { id: subject }, body }
    const about = { subject, name: nameOf(row), venueId, date, words, ...asked, ...(beside ? { beside } : {}) }
    const assumed = { reservationId: subject, tableIds: wanted.tableIds, locked: wanted.locked, name: words, version: body.version + 1 }
    // Whoever moves for it is asked about as a whole.
    const { result: seat, kept } =
      wanted.moves.length > 0 || wanted.until !== undefined
        ? { result: await api(tables.assign, { params: { id: subject }, body }), kept: false }
        : await sendOrKeep(
            about,
            () => api(tables.assign, { params: { id: subject }, body }),
            () => assumed,
          )
    unsent = kept
    if (!kept) ownSteps.made({ id: chain, version: seat.version })
    for (const { reservationId, tableIds, version: read } of wanted.moves)
      showSeat(row, { reservationId, tableIds, name: tablesNamed(venueId, tableIds), locked: false, version: read + 1 })
    showSeat(row, seat)
    return seat
  } finally {
    if (!unsent) forgetChoices()
    void queryClient.invalidateQueries({ queryKey: ['tables'] })
  }
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join()

const saidOf = (row: SeatedRow, { name: table, tableIds, locked }: TableSeat, before: TableSeat): string => {
  const t = seatWords()
  const name = nameOf(row)
  if (tableIds.length === 0) return t('done.none', { name })
  if (same(tableIds, before.tableIds)) return t(locked ? 'done.locked' : 'done.unlocked', { name, table })
  return t('done.at', { name, table })
}

/** Where those sat who moved for it; undefined where that is not known of everybody. */
const wayBack = ({ venueId, serviceOn }: SeatedRow, moves: SeatAct['moves']): SeatAct['moves'] | undefined => {
  const day = queryClient.getQueryData<TableDay>(keyOf(tables.day, { params: { id: venueId }, query: { date: serviceOn } }))
  const back = moves.map(({ reservationId, version }) => ({
    reservationId,
    version: version + 1,
    tableIds: day?.seats.find((seat) => seat.reservationId === reservationId)?.tableIds ?? [],
  }))
  return back.every(({ tableIds }) => tableIds.length > 0) ? back : undefined
}

/** Gives a party its table, or takes it, with the way back. Refused, it throws, and all stays as it was. */
export const assignSeat = async (
  row: SeatedRow,
  { seat: before, said }: Pick<SeatChoices, 'seat'> & { /** What the notice says instead of where it sits. */ said?: string },
  wanted: SeatAct,
): Promise<void> => {
  const moves = wayBack(row, wanted.moves)
  const saved = await writeSeat(row, wanted, before)
  const t = seatWords()
  const list = phrasesNow<typeof reservationWords>('reservations')
  const text = said ?? saidOf(row, saved, before)
  undoManager.done({
    // What is kept is there to see, and not sent.
    text: mustWait(row.id) ? list('away.noted', { done: text }) : text,
    label: list('undo'),
    of: row.id,
    takeBack:
      moves &&
      (() => {
        const stay = wanted.until === undefined ? {} : { until: before.until ?? null }
        return takeBack(row, { tableIds: before.tableIds, locked: before.locked, moves, back: true, ...stay }, saved.version)
      }),
    cannot: t('undo.cannot'),
  })
}

const takeBack = async (row: SeatedRow, wanted: SeatAct, version: number): Promise<string> => {
  try {
    await writeSeat(row, wanted, { version })
    const back = seatWords()(wanted.until === undefined ? 'back' : 'back.stay', { name: nameOf(row) })
    return mustWait(row.id) ? `${back} ${seatWords()('seated.noted')}` : back
  } catch (error) {
    toast.error(whyOf(error))
    throw error
  }
}
