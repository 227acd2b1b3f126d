import { type Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import { movesFrom } from '@tablewire/contracts/booking/reservations.rules'
import { type PartyKnown, type ServiceSheet, type SheetParty, serviceSheets } from '@tablewire/contracts/booking/service-sheets'
import { type ShiftNote, type ShiftNotesDay, shiftNotes } from '@tablewire/contracts/booking/shift-notes'
import { type TableDay, tables, type TableSeat } from '@tablewire/contracts/booking/tables'
import { waitAfter, type WaitMove, waitMovesFrom } from '@tablewire/contracts/booking/waitlist.rules'
import { waitlist, type WaitlistDay, type WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import { matches } from '../../reservation-search.ts'
import type { RowsWindow } from '../../rows-window.ts'
import { inputOfKey, windowsKey } from '../../use-reservation-rows.ts'
import type { Act } from './act.ts'
import { madeRows, moveOf, rowsWith, rowWith } from './rows-with.ts'

type Asked = { params: { id: string }; query: { date: string; mealId?: string } }
type Show<Data> = (acts: readonly Act[], data: Data, asked: Asked) => Data

const ofDay = (acts: readonly Act[], { params, query }: Asked): Act[] =>
  acts.filter(({ venueId, date }) => venueId === params.id && date === query.date)

const withRow: Show<Reservation> = (acts, row) => {
  const now = rowWith(acts, row)
  return now === row ? row : { ...now, moves: now.status === row.status ? row.moves : movesFrom(now.status) }
}

const withSeats: Show<TableDay> = (acts, day, asked) =>
  ofDay(acts, asked).reduce((now, { call, params, body, words = '' }) => {
    if (call !== 'tables.assign' || params.id === undefined) return now
    const { tableIds, locked, version } = body as Pick<TableSeat, 'tableIds' | 'locked' | 'version'>
    const seat: TableSeat = { reservationId: params.id, tableIds, locked, name: words, version }
    return { ...now, seats: [...now.seats.filter(({ reservationId }) => reservationId !== params.id), seat] }
  }, day)

const withNotes: Show<ShiftNotesDay> = (acts, day, asked) =>
  ofDay(acts, asked).reduce((now, { call, body, by, at, name }) => {
    if (call !== 'shiftNotes.save') return now
    const { mealId, content, version } = body as { mealId: string | null; content: string; version: number }
    const before = now.notes.find((note) => note.mealId === mealId)
    const note: ShiftNote = {
      mealId,
      mealName: before?.mealName ?? name,
      content,
      version: Math.max(before?.version ?? 0, version),
      authorName: by,
      writtenAt: new Date(at).toISOString(),
    }
    return { ...now, notes: [...now.notes.filter((one) => one !== before), note] }
  }, day)

const entryOf = ({ subject, venueId, date, body, at }: Act): WaitlistEntry => {
  const { partySize, lastName, phone = null, notes = null, areaId = null } = body as Partial<WaitlistEntry>
  return {
    id: subject,
    venueId,
    kind: 'door',
    status: 'waiting',
    origin: 'door',
    serviceOn: date,
    partySize: partySize!,
    areaId,
    areaName: null,
    fromLocal: '',
    untilLocal: '',
    firstName: '',
    lastName: lastName!,
    email: null,
    phone,
    lang: null,
    notes,
    joinedAt: new Date(at).toISOString(),
    position: 0,
    quotedMinutes: null,
    offerLocal: null,
    offerUntil: null,
    readyAt: null,
    reservationId: null,
    reachable: false,
    told: null,
    moves: waitMovesFrom('door', 'waiting'),
    version: 0,
  }
}

/** Who waits no longer loses his place, and those behind him move up. */
const inTurn = (entries: readonly WaitlistEntry[]): WaitlistEntry[] => {
  const last = { day: 0, door: 0 }
  return entries.map((entry) => (entry.position === null ? entry : { ...entry, position: (last[entry.kind] += 1) }))
}

const withWaiting: Show<WaitlistDay> = (acts, day, asked) => {
  const mine = ofDay(acts, asked).filter(({ call }) => call === 'waitlist.add' || call === 'waitlist.move')
  if (mine.length === 0) return day
  const entries = mine.reduce((now: readonly WaitlistEntry[], act) => {
    if (act.call === 'waitlist.add') return now.some(({ id }) => id === act.subject) ? now : [...now, entryOf(act)]
    return now.map((entry) => {
      const status = entry.id === act.params.id ? waitAfter(entry.kind, act.body['move'] as WaitMove, entry.status) : undefined
      return status ? { ...entry, status, position: status === 'waiting' ? 0 : null, moves: waitMovesFrom(entry.kind, status) } : entry
    })
  }, day.entries)
  return { ...day, entries: inTurn(entries) }
}

const withGuests: Show<readonly PartyKnown[]> = (acts, known) => {
  const seated = new Map(acts.flatMap(({ call, params, at }) => (moveOf[call] === 'seat' && params.id ? [[params.id, at] as const] : [])))
  const found = known.map((one) => {
    const at = seated.get(one.id)
    return at === undefined || one.seatedAt !== null ? one : { ...one, seatedAt: new Date(at).toISOString() }
  })
  const ids = new Set(known.map(({ id }) => id))
  const came = [...seated].filter(([id]) => !ids.has(id))
  return [
    ...found,
    ...came.map(([id, at]): PartyKnown => ({
      id,
      seatedAt: new Date(at).toISOString(),
      visits: null,
      noShows: null,
      allergies: [],
      guestTags: [],
    })),
  ]
}

const partyOf = (row: ReturnType<typeof madeRows>[number]): SheetParty => ({
  id: row.id,
  reference: row.reference,
  startsAt: row.startsAt,
  startsLocal: row.startsLocal,
  offset: null,
  status: row.status,
  partySize: row.partySize,
  firstName: row.guest.firstName,
  lastName: row.guest.lastName,
  phone: row.guest.phone,
  areaName: row.areaName,
  tableName: null,
  notes: row.notes,
  tags: row.tags,
  allergies: [],
  guestTags: [],
  walkIn: true,
  lateMinutes: null,
  visits: null,
  noShows: null,
})

/** Statuses, notes, tables and who came by the door; the kitchen's sums stay as they were drawn, whose time stands on the sheet. */
const withSheet: Show<ServiceSheet> = (acts, sheet, asked) => {
  const mine = ofDay(acts, asked)
  if (mine.length === 0) return sheet
  const seats = new Map(mine.flatMap((act) => (act.call === 'tables.assign' ? [[act.params.id, act.words ?? ''] as const] : [])))
  const ids = new Set(sheet.parties.map(({ id }) => id))
  const came = madeRows(mine)
    .filter(({ id }) => !ids.has(id))
    .map(partyOf)
  const parties = [...sheet.parties, ...came].map((party) => {
    const { status, notes, tags } = rowWith(mine, party as never)
    return { ...party, status, notes, tags, tableName: seats.get(party.id) ?? party.tableName }
  })
  const notes = withNotes(mine, { venueId: sheet.venueId, date: sheet.date, meals: [], notes: sheet.notes }, asked).notes
  return { ...sheet, parties: parties.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)), notes }
}

const shows = {
  [reservations.get.id]: withRow,
  [tables.day.id]: withSeats,
  [shiftNotes.list.id]: withNotes,
  [waitlist.day.id]: withWaiting,
  [serviceSheets.get.id]: withSheet,
  [serviceSheets.guests.id]: withGuests,
}

const isShown = (name: string): name is keyof typeof shows => name in shows

const isWindow = (key: readonly unknown[]): boolean => windowsKey.every((part, at) => key[at] === part)

const withRows = (acts: readonly Act[], window: RowsWindow, key: readonly unknown[]): RowsWindow => {
  const known = window.rows.filter((row) => row !== undefined)
  if (known.length < window.total) return { ...window, rows: window.rows.map((row) => row && rowWith(acts, row)) }
  const { filters } = inputOfKey(key)
  const rows = rowsWith(acts, known, (row) => matches(row, filters) === true)
  return { total: rows.length, rows }
}

/** An answer of the server, by the key it is kept under, as these acts leave it. Shown twice they change nothing more. */
export const shownWith = (acts: readonly Act[], key: readonly unknown[], data: unknown): unknown => {
  if (acts.length === 0 || data === undefined) return data
  if (isWindow(key)) return withRows(acts, data as RowsWindow, key)
  const name = key.slice(0, 2).join('.')
  return isShown(name) ? shows[name](acts, data as never, key[2] as Asked) : data
}
