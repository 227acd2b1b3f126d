import { type RowReader } from '#src/features/imports/api.ts'
import { importedStatuses } from '@tablewire/contracts/import/import.rules'
import type { RowChange } from '@tablewire/contracts/import/import-findings'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { dayClock } from '#src/features/availability/api.ts'
import { type BookingEdit, type NamedBooking, sheetCell, type SheetColumn } from '#src/features/reservations/api.ts'
import { phoneIn } from '#src/features/columns/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { plainText } from '#src/platform/table/plain-text.ts'
import type { Mapping } from '@tablewire/contracts/import/import.rules'
import type { FindingReason } from '@tablewire/contracts/phrases/findings'
import { langIn } from './lang-in.ts'
import type { Decision } from './read-booking.ts'
import { readDate, readTime } from '#src/features/columns/api.ts'
import { suggestStatus } from './suggest-status.ts'

export type EditNote = { outcome: 'rejected' | 'dropped' | 'noted' | 'skipped'; reason: FindingReason; target: string; value: string }
type Setup = { venue: VenueWithBook; mapping: Mapping; reader: RowReader; lang: Lang }
type Row = { cells: readonly string[]; booking: NamedBooking; decision: Decision | undefined }
export type ReadEdit = {
  edit: BookingEdit
  changes: RowChange[]
  notes: EditNote[]
  startsLocal: string
  partySize: number
  areaId: string
}
type Reading = Setup & Row & Pick<ReadEdit, 'edit' | 'changes' | 'notes'>

const said = ({ reader, cells }: Reading, target: string): string => reader.textOf(cells, target)
const now = ({ booking, lang }: Reading, column: SheetColumn): string => String(sheetCell(booking, column, lang) ?? '')
/** The row says something, and not what our own file would say. */
const differs = (reading: Reading, target: SheetColumn): boolean => {
  const text = said(reading, target)
  return text !== '' && plainText(text) !== plainText(now(reading, target))
}
const change = (reading: Reading, field: SheetColumn, after: string): void =>
  void reading.changes.push({ field, before: now(reading, field) || null, after })
const note = ({ notes }: Reading, entry: EditNote): void => void notes.push(entry)

const written = (text: string, most: number): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd-\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '',
    )
    .trim()
    .slice(0, most)

const isSensible = (date: string): boolean => date >= '1990' && date < '2101'

/** When it is to begin, in the venue's time; undefined = the row is refused. */
const localOf = (reading: Reading): string | undefined => {
  const { booking, decision, mapping } = reading
  if (decision?.startsLocal) return decision.startsLocal
  const day = booking.startsLocal.slice(0, 10)
  const time = booking.startsLocal.slice(11)
  const dateText = differs(reading, 'date') ? said(reading, 'date') : ''
  const timeText = differs(reading, 'time') ? said(reading, 'time') : ''
  const date = dateText === '' ? { date: day, minutes: null, ms: null } : readDate(dateText, mapping.dateOrder)
  if (!date || date.ms !== null || !isSensible(date.date)) {
    note(reading, { outcome: 'rejected', reason: 'date.unreadable', target: 'date', value: dateText })
    return undefined
  }
  const minutes = timeText !== '' ? readTime(timeText) : said(reading, 'time') === '' ? (date.minutes ?? undefined) : undefined
  if (timeText !== '' && minutes === undefined) {
    note(reading, { outcome: 'rejected', reason: 'time.unreadable', target: 'time', value: timeText })
    return undefined
  }
  const clock = (total: number): string => `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
  return `${date.date}T${minutes === undefined ? time : clock(minutes)}`
}

const readStart = (reading: Reading): string | undefined => {
  const { booking, venue, edit } = reading
  const before = booking.startsLocal.replace(' ', 'T')
  const local = localOf(reading)
  if (local === undefined || local === before) return local
  const [date, time] = local.split('T') as [string, string]
  const ms = dayClock(venue.timeZone, date)(Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
  if (ms === undefined) {
    note(reading, { outcome: 'rejected', reason: 'time.skipped', target: 'time', value: local.replace('T', ' ') })
    return undefined
  }
  edit.patch.startsAt = new Date(ms).toISOString()
  if (date !== before.slice(0, 10)) change(reading, 'date', date)
  if (time !== before.slice(11)) change(reading, 'time', time)
  return local
}

const readParty = (reading: Reading): void => {
  const { reader, cells, booking, edit } = reading
  const parts = reader.cellsOf(cells, 'partySize').filter((cell) => cell !== '')
  if (!parts.length) return
  const sum = parts.reduce((total, cell) => total + (/^\d{1,4}([.,]0+)?$/.test(cell) ? Number.parseInt(cell, 10) : Number.NaN), 0)
  if (!(sum >= 1 && sum <= 1000))
    return note(reading, { outcome: 'rejected', reason: 'party.invalid', target: 'partySize', value: parts.join(' + ') })
  if (sum === booking.partySize) return
  edit.patch.partySize = sum
  change(reading, 'partySize', String(sum))
}

const readArea = (reading: Reading): void => {
  if (!differs(reading, 'area')) return
  const { venue, mapping, edit, booking } = reading
  const word = said(reading, 'area')
  const ours =
    mapping.values['area']?.[word] ??
    venue.book.areas.find(({ name }) => plainText(name).toLowerCase() === plainText(word).toLowerCase())?.id
  const area = venue.book.areas.find(({ id }) => id === ours)
  if (!area) return note(reading, { outcome: 'dropped', reason: 'area.unknown_here', target: 'area', value: word })
  if (area.id === booking.areaId) return
  edit.patch.areaId = area.id
  change(reading, 'area', area.name)
}

const emailShape = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\].]{2,}$/
const readGuest = (reading: Reading): void => {
  const { edit, venue, booking } = reading
  const guest: NonNullable<BookingEdit['patch']['guest']> = {}
  for (const field of ['firstName', 'lastName'] as const)
    if (differs(reading, field)) {
      guest[field] = plainText(said(reading, field)).slice(0, 80)
      change(reading, field, guest[field])
    }
  if (differs(reading, 'email')) {
    const email = said(reading, 'email')
    if (!emailShape.test(email) || email.length > 254)
      note(reading, { outcome: 'dropped', reason: 'email.invalid', target: 'email', value: email })
    else {
      guest.email = email
      change(reading, 'email', email)
    }
  }
  if (differs(reading, 'phone')) {
    const phone = phoneIn(said(reading, 'phone'), venue.countryCode)?.number
    if (phone === undefined) note(reading, { outcome: 'dropped', reason: 'phone.invalid', target: 'phone', value: said(reading, 'phone') })
    else if (phone !== booking.phone) {
      guest.phone = phone
      change(reading, 'phone', phone)
    }
  }
  if (differs(reading, 'lang')) {
    const lang = langIn(said(reading, 'lang'))
    if (lang === undefined) note(reading, { outcome: 'dropped', reason: 'lang.unknown', target: 'lang', value: said(reading, 'lang') })
    else {
      guest.lang = lang
      change(reading, 'lang', lang)
    }
  }
  if (Object.keys(guest).length) edit.patch.guest = guest
}

const readWords = (reading: Reading): void => {
  const { edit } = reading
  if (differs(reading, 'notes')) {
    edit.patch.notes = written(said(reading, 'notes'), 2000)
    change(reading, 'notes', edit.patch.notes)
  }
  if (!differs(reading, 'tags')) return
  const tags = said(reading, 'tags')
    .split(/[,;\n]/)
    .map((tag) => plainText(tag).slice(0, 30).trim())
    .filter((tag) => tag !== '')
  edit.patch.tags = [...new Set(tags)].slice(0, 20)
  change(reading, 'tags', edit.patch.tags.join(', '))
}

const readStatus = (reading: Reading): void => {
  const { edit, booking, mapping, lang } = reading
  const word = said(reading, 'status')
  if (word === '') return
  const ours = mapping.values['status']?.[word] || suggestStatus(word)
  const status = [...importedStatuses, booking.status].find((one) => one === ours) as Status | undefined
  if (status === undefined) return note(reading, { outcome: 'rejected', reason: 'status.unknown', target: 'status', value: word })
  if (status === booking.status) return
  edit.status = status
  edit.reason = written(said(reading, 'cancelReason'), 500) || null
  change(reading, 'status', String(sheetCell({ ...booking, status }, 'status', lang)))
}

/** Told, not changed: where a booking came from, and when. */
const fixed = ['channel', 'reference', 'durationMinutes', 'createdAt', 'canceledAt'] as const

/** What a row says differently of a booking that is here already. */
export const readEdit = (setup: Setup, row: Row): ReadEdit => {
  const reading: Reading = { ...setup, ...row, edit: { patch: {} }, changes: [], notes: [] }
  const startsLocal = readStart(reading)
  readParty(reading)
  readArea(reading)
  readGuest(reading)
  readWords(reading)
  readStatus(reading)
  for (const field of fixed)
    if (differs(reading, field)) note(reading, { outcome: 'noted', reason: 'cell.fixed', target: field, value: said(reading, field) })
  if (reading.edit.status === undefined && differs(reading, 'cancelReason'))
    note(reading, { outcome: 'noted', reason: 'cell.fixed', target: 'cancelReason', value: said(reading, 'cancelReason') })
  const { edit, changes, notes, booking } = reading
  return {
    edit,
    changes,
    notes,
    startsLocal: startsLocal ?? booking.startsLocal.replace(' ', 'T'),
    partySize: edit.patch.partySize ?? booking.partySize,
    areaId: edit.patch.areaId ?? booking.areaId,
  }
}
