import type { Booking } from './booking.ts'
import { calendarDate, type Restaurant } from './restaurants.ts'
import { daySec } from './seating.ts'

export type Search = { houseId: string; from: string; to: string; email?: string; phone?: string }
/** All bookings, found by id, by key and by day. */
export type BookingStore = {
  get(id: string): Booking | undefined
  withKey(key: string): Booking | undefined
  put(booking: Booking): void
  all(): Booking[]
  search(house: Restaurant, search: Search): Booking[]
}

const digits = (text: string): string => text.replaceAll(/\D/g, '')
const dayKey = (houseId: string, date: string): string => `${houseId} ${date}`
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const msOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const longestSearchDays = 400

export const makeBookingStore = (): BookingStore => {
  const bookings = new Map<string, Booking>()
  const byKey = new Map<string, string>()
  const ofDay = new Map<string, Set<string>>()
  const onDay = (houseId: string, date: string): Booking[] => [...(ofDay.get(dayKey(houseId, date)) ?? [])].map((id) => bookings.get(id)!)
  return {
    get: (id) => bookings.get(id),
    withKey: (key) => bookings.get(byKey.get(key) ?? ''),
    all: () => [...bookings.values()],
    put: (booking) => {
      const before = bookings.get(booking.id)
      if (before) ofDay.get(dayKey(before.houseId, before.date))?.delete(before.id)
      bookings.set(booking.id, booking)
      if (booking.key !== null) byKey.set(booking.key, booking.id)
      const day = dayKey(booking.houseId, booking.date)
      ofDay.set(day, (ofDay.get(day) ?? new Set()).add(booking.id))
    },
    search: (house, { from, to, email, phone }) => {
      // The small hours belong to the evening before, and to the date of their own.
      const found = onDay(house.id, dateOf(msOf(from) - daySec * 1000)).filter(({ startSec }) => calendarDate(house, startSec) >= from)
      const last = Math.min(msOf(to), msOf(from) + longestSearchDays * daySec * 1000)
      for (let ms = msOf(from); ms <= last; ms += daySec * 1000) found.push(...onDay(house.id, dateOf(ms)))
      return found
        .filter(({ contact }) => email === undefined || contact.email.toLowerCase() === email.toLowerCase())
        .filter(({ contact }) => phone === undefined || digits(contact.telephone) === digits(phone))
        .toSorted((a, b) => a.startSec - b.startSec || (a.id < b.id ? -1 : 1))
    },
  }
}
