import { randomBytes } from 'node:crypto'
import { type Booking, type Contact, moves, occupies, type Status } from './booking.ts'
import { calendarDate, type House, type Houses, largestParty, serviceDate, startsOf, stayMinutes, type Table } from './houses.ts'
import type { Journal } from './journal.ts'

export type Wish = {
  houseId: string
  areaId: string | null
  startSec: number
  partySize: number
  contact: Contact
  notes: string
  channel: { id: string; name: string }
  key: string | null
  paymentToken: string | null
}
export type Change = {
  startSec?: number
  partySize?: number
  areaId?: string
  status?: Status
  cancelActor?: string | null
  cancelReason?: string | null
}
export type No = { no: 'unknown' | 'taken' | 'invalid' | 'over'; message: string }
export type Slot = { startSec: number; total: number; open: number; deposit: number | null }
export type Search = { houseId: string; from: string; to: string; email?: string; phone?: string }
export type Book = {
  slots(house: House, day: { date: string; partySize: number; areaId: string | null }): readonly Slot[]
  create(wish: Wish): Booking | No
  change(id: string, change: Change): Booking | No
  get(id: string): Booking | undefined
  withKey(key: string): Booking | undefined
  search(search: Search): Booking[]
  all(): readonly Booking[]
}
type Options = {
  houses: Houses
  journal: Journal
  kept: readonly Booking[]
  nowMs: () => number
  changed: (booking: Booking, before: Booking | undefined) => void
}

const daySec = 86_400
const no = (kind: No['no'], message: string): No => ({ no: kind, message })
const digits = (text: string): string => text.replaceAll(/\D/g, '')

/** Who sits where. Everything is looked at and written in one go, so that two can never get the same table. */
export const makeBook = ({ houses, journal, kept, nowMs, changed }: Options): Book => {
  const bookings = new Map<string, Booking>()
  const byKey = new Map<string, string>()
  /** Occupying bookings by table and day of their start. */
  const atTable = new Map<string, Booking[]>()
  const ofDay = new Map<string, Set<string>>()
  /** Occupying bookings of a house: of most nobody has to look at the tables. */
  const sitting = new Map<string, number>()
  const slotsKnown = new Map<string, Map<string, readonly Slot[]>>()

  const placeOf = (tableId: string, startSec: number, shift = 0): string => `${tableId} ${Math.floor(startSec / daySec) + shift}`
  const dayKey = (houseId: string, date: string): string => `${houseId} ${date}`

  const put = (booking: Booking): void => {
    const before = bookings.get(booking.id)
    if (before && occupies(before.status)) {
      const list = atTable.get(placeOf(before.tableId, before.startSec))
      list?.splice(list.indexOf(before), 1)
      sitting.set(before.houseId, (sitting.get(before.houseId) ?? 1) - 1)
    }
    if (before) ofDay.get(dayKey(before.houseId, before.date))?.delete(before.id)
    bookings.set(booking.id, booking)
    if (booking.key !== null) byKey.set(booking.key, booking.id)
    const day = dayKey(booking.houseId, booking.date)
    ofDay.set(day, (ofDay.get(day) ?? new Set()).add(booking.id))
    if (occupies(booking.status)) {
      const place = placeOf(booking.tableId, booking.startSec)
      const list = atTable.get(place)
      sitting.set(booking.houseId, (sitting.get(booking.houseId) ?? 0) + 1)
      if (list) list.push(booking)
      else atTable.set(place, [booking])
    }
    // A stay over midnight reaches into the slots of its neighbours.
    slotsKnown.delete(booking.houseId)
  }
  const write = (booking: Booking): Booking => {
    const before = bookings.get(booking.id)
    journal.write(booking)
    put(booking)
    changed(booking, before)
    return booking
  }

  const isFree = ({ id }: Table, startSec: number, endSec: number, except?: string): boolean => {
    for (const shift of [-1, 0, 1])
      for (const other of atTable.get(placeOf(id, startSec, shift)) ?? [])
        if (other.id !== except && other.startSec < endSec && other.endSec > startSec) return false
    return true
  }
  /** The smallest table that fits, in the area or, without one, first in the default one. */
  const tableFor = (
    house: House,
    wish: { areaId: string | null; startSec: number; partySize: number },
    except?: string,
  ): Table | undefined => {
    const endSec = wish.startSec + stayMinutes(wish.partySize) * 60
    const first = house.areas.find(({ byDefault }) => byDefault)?.id
    return house.tables
      .filter(({ seats, areaId }) => seats >= wish.partySize && (wish.areaId === null || areaId === wish.areaId))
      .toSorted((a, b) => Number(b.areaId === first) - Number(a.areaId === first) || a.seats - b.seats)
      .find((table) => isFree(table, wish.startSec, endSec, except))
  }

  const slots: Book['slots'] = (house, { date, partySize, areaId }) => {
    const known = slotsKnown.get(house.id) ?? new Map<string, readonly Slot[]>()
    slotsKnown.set(house.id, known)
    const key = `${date} ${partySize} ${areaId ?? ''}`
    const nowSec = nowMs() / 1000
    let found = known.get(key)
    if (!found) {
      const fitting = house.tables.filter((table) => table.seats >= partySize && (areaId === null || table.areaId === areaId))
      const empty = !sitting.get(house.id)
      const deposit = house.payFrom && partySize >= house.payFrom.size ? house.payFrom.each * partySize : null
      found = startsOf(house, date).map((startSec) => ({
        startSec,
        total: fitting.length * partySize,
        open:
          (empty ? fitting : fitting.filter((table) => isFree(table, startSec, startSec + stayMinutes(partySize) * 60))).length * partySize,
        deposit,
      }))
      known.set(key, found)
    }
    return found.filter(({ startSec, open }) => open > 0 && startSec > nowSec)
  }

  const refused = (house: House, startSec: number, partySize: number): No | undefined => {
    if (!Number.isInteger(partySize) || partySize < 1 || partySize > largestParty)
      return no('invalid', `parties are of 1 to ${largestParty}`)
    if (startSec <= nowMs() / 1000) return no('invalid', 'that moment is over')
    return startsOf(house, serviceDate(house, startSec)).includes(startSec) ? undefined : no('invalid', 'not a start of this house')
  }

  for (const booking of kept) put(booking)

  return {
    slots,
    get: (id) => bookings.get(id),
    withKey: (key) => bookings.get(byKey.get(key) ?? ''),
    all: () => [...bookings.values()],
    create: (wish) => {
      const house = houses.get(wish.houseId)
      if (!house) return no('unknown', 'no such house')
      if (wish.areaId !== null && !house.areas.some(({ id }) => id === wish.areaId)) return no('unknown', 'no such area')
      const wrong = refused(house, wish.startSec, wish.partySize)
      if (wrong) return wrong
      const table = tableFor(house, wish)
      if (!table) return no('taken', 'no table is free then')
      const now = new Date(nowMs()).toISOString()
      const { requestFrom, payFrom } = house
      return write({
        ...wish,
        id: randomBytes(12).toString('hex'),
        areaId: table.areaId,
        tableId: table.id,
        date: serviceDate(house, wish.startSec),
        endSec: wish.startSec + stayMinutes(wish.partySize) * 60,
        status:
          requestFrom !== null && wish.partySize >= requestFrom
            ? 'pending_confirmation'
            : payFrom && wish.partySize >= payFrom.size && wish.paymentToken === null
              ? 'requires_payment'
              : 'confirmed',
        cancelActor: null,
        cancelReason: null,
        createdAt: now,
        updatedAt: now,
      })
    },
    change: (id, change) => {
      const booking = bookings.get(id)
      const house = booking && houses.get(booking.houseId)
      if (!booking || !house) return no('unknown', 'no such booking')
      const next = { ...booking, updatedAt: new Date(nowMs()).toISOString() }
      if (change.status !== undefined && change.status !== booking.status) {
        if (!moves[booking.status].includes(change.status))
          return no('over', `a booking that is ${booking.status} cannot become ${change.status}`)
        next.status = change.status
        if (change.status === 'canceled')
          Object.assign(next, { cancelActor: change.cancelActor ?? 'venue', cancelReason: change.cancelReason ?? null })
      }
      const wish = {
        startSec: change.startSec ?? booking.startSec,
        partySize: change.partySize ?? booking.partySize,
        areaId: change.areaId ?? booking.areaId,
      }
      if (wish.startSec !== booking.startSec || wish.partySize !== booking.partySize || wish.areaId !== booking.areaId) {
        if (!['pending_confirmation', 'requires_payment', 'confirmed'].includes(booking.status))
          return no('over', `a booking that is ${booking.status} cannot be changed`)
        const wrong = refused(house, wish.startSec, wish.partySize)
        if (wrong) return wrong
        const table =
          tableFor(house, wish, id) ?? (change.areaId === undefined ? tableFor(house, { ...wish, areaId: null }, id) : undefined)
        if (!table) return no('taken', 'no table is free then')
        const endSec = wish.startSec + stayMinutes(wish.partySize) * 60
        Object.assign(next, { ...wish, areaId: table.areaId, tableId: table.id, endSec, date: serviceDate(house, wish.startSec) })
      }
      return write(next)
    },
    search: ({ houseId, from, to, email, phone }) => {
      const house = houses.get(houseId)
      const found: Booking[] = []
      // The small hours belong to the evening before, and to the date of their own.
      const small = dayKey(houseId, new Date(Date.parse(`${from}T00:00:00Z`) - daySec * 1000).toISOString().slice(0, 10))
      for (const id of ofDay.get(small) ?? [])
        if (house && calendarDate(house, bookings.get(id)!.startSec) >= from) found.push(bookings.get(id)!)
      for (let ms = Date.parse(`${from}T00:00:00Z`); ms <= Date.parse(`${to}T00:00:00Z`); ms += daySec * 1000)
        for (const id of ofDay.get(dayKey(houseId, new Date(ms).toISOString().slice(0, 10))) ?? []) found.push(bookings.get(id)!)
      return found
        .filter(({ contact }) => email === undefined || contact.email.toLowerCase() === email.toLowerCase())
        .filter(({ contact }) => phone === undefined || digits(contact.telephone) === digits(phone))
        .toSorted((a, b) => a.startSec - b.startSec || (a.id < b.id ? -1 : 1))
    },
  }
}
