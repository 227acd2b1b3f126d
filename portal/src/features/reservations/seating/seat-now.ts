import type { Reservation, ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { SeatChoice, SeatChoices } from '@tablewire/contracts/booking/tables'
import { ApiError } from '#src/api/api-error.ts'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { toast, type ToastAction } from '#src/kit/toasts.ts'
import type { Beside } from '../acts/undo-manager.ts'
import { mustWait } from '../offline/acts/keep-act.ts'
import { seatChoices } from '../offline/use-seat-choices.ts'
import { assignSeat, type SeatedRow, seatWords, writeSeat } from './assign-seat.ts'
import type { Wished } from './seat-at-table.ts'
import { houseClock, longestOf, seatUntil } from './seat-until.ts'
import { toldName } from './seated-name.ts'
import { chooserStore } from './seats.ts'
import { whyOf } from './why-of.ts'

/** What became of it, in words; what else can be done about it; and how it is taken back. */
export type Given = Beside & { takeBack: () => Promise<void> }

const nothing = (): Promise<void> => Promise.resolve()

/** Others would have to move for it: people decide. */
const asksFirst = (row: SeatedRow, told: SeatChoices, suggestion: NonNullable<SeatChoices['suggestion']>): Given => {
  const t = seatWords()
  const { tableIds, moves, name: table } = suggestion
  const wanted = {
    tableIds,
    locked: false,
    moves: moves.map(({ reservationId, tableIds: to, version }) => ({ reservationId, tableIds: to, version })),
  }
  const others = moves.map((move) => t('moves', { name: move.guestName, table: move.name })).join(', ')
  const run = (): void => void assignSeat(row, told, wanted).catch((error: unknown) => toast.error(whyOf(error)))
  return {
    text: t('seated.moves', { name: toldName(row), table, others }),
    tone: 'warning',
    first: [{ label: t('seated.do'), run }],
    takeBack: nothing,
  }
}

/** So long the answer to sitting down is waited for: without a server it may not come for an hour. */
const answerMs = 5000
/** Somebody still sat at its table: what it lost by sitting down. */
const lostBy = async (done: Promise<Reservation | undefined>): Promise<string | undefined> => {
  const waited = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), answerMs))
  const moved = (await Promise.race([done, waited]))?.tablesMoved
  return moved?.now.tableIds.length === 0 ? moved.before.name : undefined
}

/** Where all tables are seen at once: the list of them, beside the party. */
const toChoose = (row: ReservationRow): ToastAction[] => {
  const choose = chooserStore.get()
  if (!choose) return []
  const anchors = [`[data-reservation="${CSS.escape(row.id)}"]`, '[data-walk-in]']
  const run = (): void => {
    const anchor = anchors.map((one) => document.querySelector<HTMLElement>(one)).find((one) => one !== null)
    if (anchor) choose({ row, anchor })
  }
  return [{ label: seatWords()('choose'), run }]
}

type Shorter = { row: ReservationRow; told: SeatChoices; choice: SeatChoice | undefined }
/** A table that somebody else has later, until then. */
const untilThen = ({ row, told, choice }: Shorter): ToastAction[] => {
  if (!choice?.freeUntil) return []
  const { tableIds, name: table, freeUntil: until } = choice
  const run = (): void => void seatUntil(row, told, { tableIds, until }).catch((error: unknown) => toast.error(whyOf(error)))
  return [{ label: seatWords()('seated.take', { table, time: houseClock(row.venueId, until) }), run }]
}

/** None that fits is free for all of its stay: the one that is free the longest, and all others. */
const noneFree = (row: ReservationRow, told: SeatChoices): Given => {
  const t = seatWords()
  const choice = longestOf(told)
  const name = toldName(row)
  const text = choice?.freeUntil
    ? t('seated.shorter', { name, table: choice.name, time: houseClock(row.venueId, choice.freeUntil) })
    : t('seated.none', { name })
  return { text, tone: 'warning', first: [...untilThen({ row, told, choice }), ...toChoose(row)], takeBack: nothing }
}

/** The book suggests no table outside of the party's area; whoever stands at the door may. */
const elsewhere = (row: ReservationRow, told: SeatChoices): Given => {
  const t = seatWords()
  const free = told.choices.find((one) => one.free && one.fits && !one.blocked)
  if (!free) return noneFree(row, told)
  const wanted = { tableIds: free.tableIds, locked: false, moves: [] }
  const run = (): void => void assignSeat(row, told, wanted).catch((error: unknown) => toast.error(whyOf(error)))
  return {
    text: t('seated.elsewhere', { name: toldName(row), table: free.name, area: free.areaName }),
    tone: 'warning',
    first: [{ label: t('seated.do'), run }],
    takeBack: nothing,
  }
}

const giveFree = async (row: ReservationRow, told: SeatChoices): Promise<Given> => {
  const t = seatWords()
  const name = toldName(row)
  const { seat, suggestion } = told
  if (!suggestion) return elsewhere(row, told)
  const { tableIds, covers, reason, moves } = suggestion
  if (moves.length > 0) return asksFirst(row, told, suggestion)
  const saved = await writeSeat(row, { tableIds, locked: false, moves: [] }, { version: seat.version, beside: true })
  return {
    text: t('seated.at', { name, table: saved.name, reason: t(`reason.${reason}`, { count: covers }) }),
    takeBack: async () => void (await writeSeat(row, { tableIds: [], locked: false, moves: [] }, { version: saved.version, beside: true })),
  }
}

/** The one that was pointed at, also where the book has found them another one. */
const thisTable = async (row: ReservationRow, seat: SeatChoices['seat'], { tableIds, until }: Wished): Promise<Given> => {
  const saved = await writeSeat(row, { tableIds: [...tableIds], locked: false, moves: [] }, { version: seat.version, beside: true })
  const told = { name: toldName(row), table: saved.name }
  // A stay that was to end sooner anyway ends then.
  const ends = until !== undefined && Date.parse(row.endsAt) >= Date.parse(until)
  const said = ends ? seatWords()('done.until', { ...told, time: houseClock(row.venueId, until) }) : seatWords()('done.at', told)
  return {
    text: `${said}.`,
    takeBack: async () => void (await writeSeat(row, { tableIds: [], locked: false, moves: [] }, { version: saved.version, beside: true })),
  }
}

/** Somebody else has it after all: it says who, and until when it could be had nevertheless. */
const refusedAt = ({ row, told, wanted, error }: Omit<Shorter, 'choice'> & { wanted: Wished; error: unknown }): Given => {
  if (!(error instanceof ApiError) || error.passing) throw error
  const key = wanted.tableIds.toSorted().join()
  const choice = told.choices.find(({ tableIds }) => tableIds.toSorted().join() === key)
  return {
    text: seatWords()('seated.refused', { name: toldName(row), why: whyOf(error) }),
    tone: 'warning',
    first: [...untilThen({ row, told, choice }), ...toChoose(row)],
    takeBack: nothing,
  }
}

const tryToGive = async (row: ReservationRow, done: Promise<Reservation | undefined>, wanted?: Wished): Promise<Given | undefined> => {
  await loadPhrases('reservations/seating')
  const t = seatWords()
  const name = toldName(row)
  try {
    const told = await seatChoices(row.id)
    if (!told.on) return undefined
    if (wanted) return await thisTable(row, told.seat, wanted).catch((error: unknown) => refusedAt({ row, told, wanted, error }))
    if (told.seat.tableIds.length === 0) return await giveFree(row, told)
    const lost = await lostBy(done)
    if (lost === undefined) return undefined
    const given = await giveFree(row, await seatChoices(row.id))
    return { ...given, tone: 'warning', text: `${t('seated.lost', { table: lost })} ${given.text}` }
  } catch (error) {
    // Without a server the party is seated nevertheless, and that the server is away is told already.
    if (error instanceof ApiError && error.passing) return undefined
    return { text: t('seated.refused', { name, why: whyOf(error) }), tone: 'warning', takeBack: nothing }
  }
}

/**
 * RE5: the suggested table for a party that sits down without one. Where others would have to move for it, people decide; where none is free or the
 * answer does not come, the party sits nevertheless, and stands among those without a table. `done`: sitting down, which may take from it the table it had.
 */
export const giveTable = async (
  row: ReservationRow,
  done: Promise<Reservation | undefined>,
  wanted?: Wished,
): Promise<Given | undefined> => {
  const given = await tryToGive(row, done, wanted)
  // What is kept is there to see, and not sent.
  return given && mustWait(row.id) ? { ...given, text: `${given.text} ${seatWords()('seated.noted')}` } : given
}
