import type { Booking } from './booking.ts'
import { type Restaurant, startsOf, stayMinutes, type Table } from './restaurants.ts'

export type Slot = { startSec: number; total: number; open: number; deposit: number | null }
export type Day = { date: string; partySize: number; areaId: string | null }
/** `minutes`: how long the guest wants to stay; otherwise as long as parties of that size do. */
export type Place = { areaId: string | null; startSec: number; partySize: number; minutes?: number | null | undefined }
/** Which table is taken when. */
export type Seating = {
  sit(booking: Booking): void
  leave(booking: Booking): void
  /** The smallest table that fits, in the area or, without one, first in the default one; `except`: this booking may get up. */
  tableFor(house: Restaurant, place: Place, except?: string): Table | undefined
  slots(house: Restaurant, day: Day): readonly Slot[]
}

export const daySec = 86_400
export const endOf = ({ startSec, partySize, minutes }: Pick<Place, 'startSec' | 'partySize' | 'minutes'>): number =>
  startSec + (minutes ?? stayMinutes(partySize)) * 60
const placeOf = (tableId: string, startSec: number, shift = 0): string => `${tableId} ${Math.floor(startSec / daySec) + shift}`
const fits = ({ partySize, areaId }: Pick<Place, 'partySize' | 'areaId'>, table: Table): boolean =>
  table.seats >= partySize && (areaId === null || table.areaId === areaId)

type Span = { startSec: number; endSec: number; except?: string | undefined }

export const makeSeating = (): Seating => {
  /** By table and day of the start. */
  const atTable = new Map<string, Booking[]>()
  /** How many a house has: of most nobody has to look at the tables. */
  const parties = new Map<string, number>()
  const known = new Map<string, Map<string, readonly Slot[]>>()

  const isFree = ({ id }: Table, { startSec, endSec, except }: Span): boolean => {
    for (const shift of [-1, 0, 1])
      for (const other of atTable.get(placeOf(id, startSec, shift)) ?? [])
        if (other.id !== except && other.startSec < endSec && other.endSec > startSec) return false
    return true
  }
  const changed = (houseId: string, by: number): void => {
    parties.set(houseId, (parties.get(houseId) ?? 0) + by)
    known.delete(houseId)
  }
  const lookAt = (house: Restaurant, { date, partySize, areaId }: Day): readonly Slot[] => {
    const fitting = house.tables.filter((table) => fits({ partySize, areaId }, table))
    const deposit = house.payFrom && partySize >= house.payFrom.size ? house.payFrom.each * partySize : null
    const empty = !parties.get(house.id)
    return startsOf(house, date).map((startSec) => {
      const span = { startSec, endSec: endOf({ startSec, partySize }) }
      const free = empty ? fitting.length : fitting.filter((table) => isFree(table, span)).length
      return { startSec, total: fitting.length * partySize, open: free * partySize, deposit }
    })
  }
  return {
    sit: (booking) => {
      const place = placeOf(booking.tableId, booking.startSec)
      const list = atTable.get(place)
      if (list) list.push(booking)
      else atTable.set(place, [booking])
      changed(booking.houseId, 1)
    },
    leave: (booking) => {
      const list = atTable.get(placeOf(booking.tableId, booking.startSec))
      list?.splice(list.indexOf(booking), 1)
      changed(booking.houseId, -1)
    },
    tableFor: (house, place, except) => {
      const first = house.areas.find(({ byDefault }) => byDefault)?.id
      const span = { startSec: place.startSec, endSec: endOf(place), except }
      return house.tables
        .filter((table) => fits(place, table))
        .toSorted((a, b) => Number(b.areaId === first) - Number(a.areaId === first) || a.seats - b.seats)
        .find((table) => isFree(table, span))
    },
    slots: (house, day) => {
      const ofHouse = known.get(house.id) ?? new Map<string, readonly Slot[]>()
      known.set(house.id, ofHouse)
      const key = `${day.date} ${day.partySize} ${day.areaId ?? ''}`
      const found = ofHouse.get(key) ?? lookAt(house, day)
      ofHouse.set(key, found)
      return found
    },
  }
}
