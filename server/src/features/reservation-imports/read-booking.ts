import { contentKey, type RowFinding, type RowReader, type Wanted } from '#src/features/imports/api.ts'
import { importedStatuses, type Mapping, type RowChoice } from '@tablewire/contracts/import/import.rules'
import type { FindingReason } from '@tablewire/contracts/phrases/findings'
import { dayClock, importedPlacer, localOf } from '#src/features/availability/api.ts'
import { readDate, type ReadDate, readTime } from '#src/features/columns/api.ts'
import { truncate, phoneIn, normalizeText, withoutEntities } from '#src/features/columns/api.ts'
import type { ImportedReservation } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { langIn } from './lang-in.ts'
import { suggestStatus } from './suggest-status.ts'

/** What every row is read with. `channels` are those of the venue: nobody else may see what comes in. */
type Setup = {
  venue: VenueWithBook
  mapping: Mapping
  reader: RowReader
  channels: ReadonlySet<string>
  /** By line. */
  decisions: ReadonlyMap<number, Decision>
  now: string
}
/** What people decided about a row that found no place. */
export type Decision = { choice: RowChoice; startsLocal: string | null }
type Reading = Setup & {
  place: ReturnType<typeof importedPlacer>
  dateFrom: (text: string) => ReadDate | undefined
  defaultArea: string
  /** By name in lower case. */
  areas: ReadonlyMap<string, string>
}
type Note = (outcome: RowFinding['outcome'], reason: FindingReason, about: { target: string; value: string; wanted?: Wanted }) => void
type Row = { cells: readonly string[]; decision: Decision | undefined; note: Note }
type Status = ImportedReservation['status']

const emailShape = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\].]{2,}$/
const instantText = (ms: number): string => new Date(ms).toISOString()
const dayMs = 86_400_000
const isFar = (date: string): boolean => date < '1990' || date >= '2101'

/** Dates come again and again; reading one is a dozen expressions. */
const rememberedDates = (order: Mapping['dateOrder']): Reading['dateFrom'] => {
  const known = new Map<string, ReadDate | undefined>()
  return (text) => {
    if (known.has(text)) return known.get(text)
    if (known.size > 5000) known.clear()
    const read = readDate(text, order)
    known.set(text, read)
    return read
  }
}

type Start = { date: string; minutes: number; ms: number }
type Refused = { reason: FindingReason; target: string; value: string }

const startOf = ({ venue, reader, dateFrom }: Reading, { cells, decision }: Row): { start: Start } | Refused => {
  if (decision?.startsLocal) {
    const [date, time] = decision.startsLocal.split('T') as [string, string]
    const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    const moved = dayClock(venue.timeZone, date)(minutes)
    if (moved === undefined) return { reason: 'time.skipped', target: 'time', value: decision.startsLocal }
    return { start: { date, minutes, ms: moved } }
  }
  const dateText = reader.textOf(cells, 'date')
  const timeText = reader.textOf(cells, 'time')
  const read = dateFrom(dateText)
  if (!read) return { reason: 'date.unreadable', target: 'date', value: dateText }
  if (isFar(read.date)) return { reason: 'date.far', target: 'date', value: dateText }
  if (read.ms !== null) return { start: { ...localOf(read.ms, venue.timeZone), ms: read.ms } }
  const minutes = timeText === '' ? read.minutes : (readTime(timeText) ?? dateFrom(timeText)?.minutes ?? undefined)
  if (minutes === null) return { reason: 'time.missing', target: 'time', value: '' }
  if (minutes === undefined) return { reason: 'time.unreadable', target: 'time', value: timeText }
  const ms = dayClock(venue.timeZone, read.date)(minutes)
  if (ms === undefined) return { reason: 'time.skipped', target: 'time', value: `${read.date} ${timeText}` }
  return { start: { date: read.date, minutes, ms } }
}

const statusOf = ({ reader, mapping }: Reading, { cells }: Row): Status | undefined => {
  const word = reader.textOf(cells, 'status')
  if (word === '') return 'confirmed'
  const ours = mapping.values['status']?.[word] || suggestStatus(word)
  return importedStatuses.find((status) => status === ours)
}

const areaOf = ({ reader, mapping, areas, defaultArea, venue }: Reading, { cells, note }: Row): string => {
  const word = reader.textOf(cells, 'area')
  const ours = word === '' ? '' : (mapping.values['area']?.[word] ?? areas.get(word.toLowerCase()))
  if (ours === '') return defaultArea
  if (venue.book.areas.some(({ id }) => id === ours)) return ours!
  note('repaired', 'area.unknown', { target: 'area', value: word })
  return defaultArea
}

const channelOf = ({ reader, mapping, channels }: Reading, { cells, note }: Row): string | null => {
  const word = reader.textOf(cells, 'channel')
  const ours = word === '' ? '' : mapping.values['channel']?.[word]
  if (ours === '') return null
  if (ours !== undefined && channels.has(ours)) return ours
  note('dropped', 'channel.unknown', { target: 'channel', value: word })
  return null
}

/** `NA` and the like beside a number say nothing; alone they are no party. */
const partyOf = ({ reader }: Reading, { cells }: Row): number | undefined => {
  let sum = 0
  for (const cell of reader.cellsOf(cells, 'partySize')) if (/^\d{1,4}([.,]0+)?$/.test(cell)) sum += Number.parseInt(cell, 10)
  return sum >= 1 && sum <= 1000 ? sum : undefined
}

const short = ({ reader }: Reading, { cells, note }: Row, { target, most }: { target: string; most: number }): string => {
  const said = reader.textOf(cells, target)
  const meant = withoutEntities(said)
  const text = normalizeText(meant)
  const fitting = truncate(text, most)
  if (meant !== said) note('repaired', 'text.entities', { target, value: said })
  if (fitting !== text) note('repaired', 'text.cut', { target, value: text })
  return fitting
}

const instantOf = (
  { reader, dateFrom, venue }: Reading,
  { cells, note }: Row,
  [target, reason]: readonly [string, FindingReason],
): string | null => {
  const text = reader.textOf(cells, target)
  if (text === '') return null
  const read = dateFrom(text)
  const ms = read && !isFar(read.date) ? (read.ms ?? dayClock(venue.timeZone, read.date)(read.minutes ?? 720)) : undefined
  if (ms !== undefined) return instantText(ms)
  note('dropped', reason, { target, value: text })
  return null
}

const createdOf = (reading: Reading, row: Row, ms: number): string => {
  const said = instantOf(reading, row, ['createdAt', 'created.unreadable'])
  if (said !== null) return said
  const lead = reading.reader.textOf(row.cells, 'leadDays')
  if (/^\d{1,4}$/.test(lead)) return instantText(ms - Number(lead) * dayMs)
  if (lead !== '') row.note('dropped', 'created.unreadable', { target: 'leadDays', value: lead })
  // Nobody said when: not later than the meal, and not in the future.
  return instantText(Math.min(ms, Date.parse(reading.now)))
}

const contactOf = (reading: Reading, row: Row): ImportedReservation['contact'] => {
  const { reader, venue } = reading
  const { cells, note } = row
  const email = reader.textOf(cells, 'email')
  const sound = emailShape.test(email) && email.length <= 254
  if (email !== '' && !sound) note('dropped', 'email.invalid', { target: 'email', value: email })
  const phoneText = reader.textOf(cells, 'phone')
  const phone = phoneText === '' ? undefined : phoneIn(phoneText, venue.countryCode)
  if (phoneText !== '' && !phone) note('dropped', 'phone.invalid', { target: 'phone', value: phoneText })
  if (phone?.left.length) note('repaired', 'phone.several', { target: 'phone', value: phoneText })
  const langText = reader.textOf(cells, 'lang')
  const lang = langIn(langText) ?? null
  if (langText !== '' && lang === null) note('dropped', 'lang.unknown', { target: 'lang', value: langText })
  const firstName = short(reading, row, { target: 'firstName', most: 80 })
  const lastName = short(reading, row, { target: 'lastName', most: 80 })
  return { firstName, lastName, email: sound ? email : null, phone: phone?.number ?? null, lang, optIn: false, address: null }
}

const stayOf = ({ reader }: Reading, { cells, note }: Row): number | null => {
  const text = reader.textOf(cells, 'durationMinutes')
  if (text === '') return null
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (minutes >= 15 && minutes <= 720) return minutes
  note('dropped', 'duration.invalid', { target: 'durationMinutes', value: text })
  return null
}

const tagsOf = ({ reader }: Reading, { cells }: Row): string[] => {
  const tags = reader
    .cellsOf(cells, 'tags')
    .flatMap((cell) => cell.split(/[;,]/))
    .map((tag) => truncate(normalizeText(tag), 30))
  return [...new Set(tags)].filter((tag) => tag !== '').slice(0, 20)
}

type Seat = { start: Start; partySize: number; status: Status }
const checkedSeat = (reading: Reading, row: Row, { start, partySize, status }: Seat) => {
  const areaId = areaOf(reading, row)
  const { closed, ...where } = reading.place({ ...start, partySize, areaId, stayMinutes: stayOf(reading, row) })
  const wanted = { venueId: reading.venue.id, areaId, startsLocal: where.startsLocal, partySize, sitting: null, capacity: null }
  const value = where.startsLocal.replace('T', ' ')
  if (row.decision?.choice === 'move') row.note('noted', 'row.moved', { target: 'date', value, wanted })
  if (closed) row.note('noted', closed === 'day' ? 'day.closed' : 'hours.outside', { target: 'date', value, wanted })
  const canceled = status === 'canceled'
  return {
    areaId,
    ...where,
    startMs: start.ms,
    createdAt: createdOf(reading, row, start.ms),
    canceledAt: canceled ? instantOf(reading, row, ['canceledAt', 'canceled.unreadable']) : null,
    cancelReason: canceled ? short(reading, row, { target: 'cancelReason', most: 500 }) || null : null,
  }
}

export type Booking = ImportedReservation & { startMs: number; endMs: number }

const readRow = (reading: Reading, row: Row, line: number): Booking | undefined => {
  const { reader } = reading
  const { cells, note } = row
  const read = startOf(reading, row)
  const partySize = partyOf(reading, row)
  const status = statusOf(reading, row)
  if ('reason' in read) note('rejected', read.reason, { target: read.target, value: read.value })
  if (partySize === undefined)
    note('rejected', 'party.invalid', { target: 'partySize', value: reader.cellsOf(cells, 'partySize').join(' + ') })
  if (status === undefined) note('rejected', 'status.unknown', { target: 'status', value: reader.textOf(cells, 'status') })
  if ('reason' in read || partySize === undefined || status === undefined) return undefined
  const reference = normalizeText(reader.textOf(cells, 'reference')).slice(0, 120)
  return {
    line,
    key: reference === '' ? contentKey(cells) : `ref:${reference}`,
    status,
    partySize,
    ...checkedSeat(reading, row, { start: read.start, partySize, status }),
    channelId: channelOf(reading, row),
    channelReference: reference || null,
    contact: contactOf(reading, row),
    notes: short(reading, row, { target: 'notes', most: 2000 }) || null,
    tags: tagsOf(reading, row),
  }
}

export type BookingReader = (line: number, cells: readonly string[], found: RowFinding[]) => Booking | undefined

/** Reads rows of reservations: each is one, or undefined when it is rejected; whatever is not as it says goes into `found`. */
export const bookingReader = (setup: Setup): BookingReader => {
  const { areas } = setup.venue.book
  const reading: Reading = {
    ...setup,
    place: importedPlacer(setup.venue),
    dateFrom: rememberedDates(setup.mapping.dateOrder),
    defaultArea: (areas.find(({ byDefault }) => byDefault) ?? areas[0]!).id,
    areas: new Map(areas.map(({ id, name }) => [name.trim().toLowerCase(), id])),
  }
  return (line, cells, found) => {
    const decision = setup.decisions.get(line)
    const here: RowFinding[] = []
    const note: Note = (outcome, reason, { target, value, wanted }) =>
      void here.push({
        line,
        outcome,
        reason,
        columnName: setup.reader.columnOf(target),
        value: value.slice(0, 300),
        ...(outcome === 'rejected' ? { cells } : {}),
        ...(wanted ? { about: wanted } : {}),
      })
    const booking = readRow(reading, { cells, decision, note }, line)
    if (!booking || decision?.choice !== 'skip') {
      found.push(...here)
      return booking
    }
    // Told with where it wanted to go, so that people can think better of it.
    const { areaId, startsLocal, partySize } = booking
    const about = { venueId: setup.venue.id, areaId, startsLocal, partySize, sitting: null, capacity: null }
    found.push({
      line,
      outcome: 'skipped',
      reason: 'row.left_out',
      columnName: setup.reader.columnOf('date'),
      value: startsLocal.replace('T', ' '),
      about,
    })
    return undefined
  }
}
