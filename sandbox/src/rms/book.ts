import { randomBytes } from 'node:crypto'
import { type Booking, type Contact, moves, occupies, type Status } from './booking.ts'
import { type Restaurant, type Restaurants, largestParty, serviceDate, startsOf } from './restaurants.ts'
import type { Journal } from './journal.ts'
import { type Day, endOf, makeSeating, type Seating, type Slot } from './seating.ts'
import { makeBookingStore, type Search } from './booking-store.ts'

export type BookingRequest = {
  houseId: string
  areaId: string | null
  startSec: number
  partySize: number
  minutes?: number | null | undefined
  occasion?: string | null | undefined
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
  minutes?: number | null
  occasion?: string | null
  status?: Status
  cancelActor?: string | null
  cancelReason?: string | null
}
export type Refusal = { no: 'unknown' | 'taken' | 'invalid' | 'over'; message: string }
export type Book = {
  slots(house: Restaurant, day: Day): readonly Slot[]
  create(request: BookingRequest): Booking | Refusal
  change(id: string, change: Change): Booking | Refusal
  get(id: string): Booking | undefined
  withKey(key: string): Booking | undefined
  search(search: Search): Booking[]
  all(): readonly Booking[]
}
type Options = {
  houses: Restaurants
  journal: Journal
  kept: readonly Booking[]
  nowMs: () => number
  changed: (booking: Booking, before: Booking | undefined) => void
}
type Rules = { seating: Seating; nowMs: () => number }

const no = (kind: Refusal['no'], message: string): Refusal => ({ no: kind, message })
const changeable: readonly Status[] = ['pending_confirmation', 'requires_payment', 'confirmed']

const refused = (
  { nowMs }: Rules,
  house: Restaurant,
  { startSec, partySize }: { startSec: number; partySize: number },
): Refusal | undefined => {
  if (!Number.isInteger(partySize) || partySize < 1 || partySize > largestParty) return no('invalid', `parties are of 1 to ${largestParty}`)
  if (startSec <= nowMs() / 1000) return no('invalid', 'that moment is over')
  return startsOf(house, serviceDate(house, startSec)).includes(startSec) ? undefined : no('invalid', 'not a start of this house')
}

type BookingChoice = Pick<BookingRequest, 'minutes' | 'occasion'>
const notOffered = ({ choice }: Restaurant, { minutes, occasion }: BookingChoice): Refusal | undefined => {
  if (!choice) return undefined
  if (choice.mustSay && !minutes) return no('invalid', 'how long the party stays is needed')
  if (minutes && !choice.stays.some((stay) => stay.minutes === minutes)) return no('invalid', 'that stay is not offered')
  return occasion && !choice.occasions.some(({ key }) => key === occasion) ? no('invalid', 'that occasion is not offered') : undefined
}
/** Where there is nothing to choose, nothing was chosen. */
const chosenOf = ({ choice }: Restaurant, { minutes = null, occasion = null }: BookingChoice): BookingChoice =>
  choice ? { minutes, occasion } : { minutes: null, occasion: null }

const firstStatus = ({ requestFrom, payFrom }: Restaurant, { partySize, paymentToken }: BookingRequest): Status => {
  if (requestFrom !== null && partySize >= requestFrom) return 'pending_confirmation'
  return payFrom && partySize >= payFrom.size && paymentToken === null ? 'requires_payment' : 'confirmed'
}

const booked = (rules: Rules, house: Restaurant, request: BookingRequest): Booking | Refusal => {
  if (request.areaId !== null && !house.areas.some(({ id }) => id === request.areaId)) return no('unknown', 'no such area')
  const wrong = refused(rules, house, request) ?? notOffered(house, request)
  if (wrong) return wrong
  const chosen = chosenOf(house, request)
  const table = rules.seating.tableFor(house, { ...request, ...chosen })
  if (!table) return no('taken', 'no table is free then')
  const now = new Date(rules.nowMs()).toISOString()
  return {
    ...request,
    ...chosen,
    id: randomBytes(12).toString('hex'),
    areaId: table.areaId,
    tableId: table.id,
    date: serviceDate(house, request.startSec),
    endSec: endOf({ ...request, ...chosen }),
    status: firstStatus(house, request),
    cancelActor: null,
    cancelReason: null,
    createdAt: now,
    updatedAt: now,
  }
}

type Place = Pick<Booking, 'startSec' | 'partySize' | 'areaId'>
const isPlaceOf = (booking: Booking, { startSec, partySize, areaId }: Place): boolean =>
  startSec === booking.startSec && partySize === booking.partySize && areaId === booking.areaId

const moved = (rules: Rules, house: Restaurant, { booking, change }: { booking: Booking; change: Change }): Partial<Booking> | Refusal => {
  const { startSec = booking.startSec, partySize = booking.partySize, areaId = booking.areaId } = change
  const chosen = chosenOf(house, { minutes: change.minutes ?? booking.minutes, occasion: change.occasion ?? booking.occasion })
  const place = { startSec, partySize, areaId, minutes: chosen.minutes }
  if (isPlaceOf(booking, place) && chosen.minutes === (booking.minutes ?? null)) return chosen
  if (!changeable.includes(booking.status)) return no('over', `a booking that is ${booking.status} cannot be changed`)
  const wrong = refused(rules, house, place) ?? notOffered(house, chosen)
  if (wrong) return wrong
  // Who did not ask for an area may be seated in another one.
  const table =
    rules.seating.tableFor(house, place, booking.id) ??
    (change.areaId === undefined ? rules.seating.tableFor(house, { ...place, areaId: null }, booking.id) : undefined)
  if (!table) return no('taken', 'no table is free then')
  return { ...place, ...chosen, areaId: table.areaId, tableId: table.id, endSec: endOf(place), date: serviceDate(house, startSec) }
}

const changedBooking = (rules: Rules, house: Restaurant, { booking, change }: { booking: Booking; change: Change }): Booking | Refusal => {
  const { status = booking.status, cancelActor = 'venue', cancelReason = null } = change
  if (status !== booking.status && !moves[booking.status].includes(status))
    return no('over', `a booking that is ${booking.status} cannot become ${status}`)
  const place = moved(rules, house, { booking, change })
  if ('no' in place) return place
  const canceled = status === 'canceled' && booking.status !== 'canceled' ? { cancelActor, cancelReason } : {}
  return { ...booking, ...place, ...canceled, status, updatedAt: new Date(rules.nowMs()).toISOString() }
}

/** Table assignment. Check and write are synchronous, so that two requests can never get the same table. */
export const makeBook = ({ houses, journal, kept, nowMs, changed }: Options): Book => {
  const shelf = makeBookingStore()
  const seating = makeSeating()
  const rules = { seating, nowMs }
  const put = (booking: Booking): void => {
    const before = shelf.get(booking.id)
    if (before && occupies(before.status)) seating.leave(before)
    shelf.put(booking)
    if (occupies(booking.status)) seating.sit(booking)
  }
  const write = (booking: Booking | Refusal): Booking | Refusal => {
    if ('no' in booking) return booking
    const before = shelf.get(booking.id)
    journal.write(booking)
    put(booking)
    changed(booking, before)
    return booking
  }
  for (const booking of kept) put(booking)
  return {
    slots: (house, day) => {
      const nowSec = nowMs() / 1000
      return seating.slots(house, day).filter(({ startSec, open }) => open > 0 && startSec > nowSec)
    },
    get: shelf.get,
    withKey: shelf.withKey,
    all: shelf.all,
    create: (request) => {
      const house = houses.get(request.houseId)
      return house ? write(booked(rules, house, request)) : no('unknown', 'no such house')
    },
    change: (id, change) => {
      const booking = shelf.get(id)
      const house = booking && houses.get(booking.houseId)
      if (!booking || !house) return no('unknown', 'no such booking')
      return write(changedBooking(rules, house, { booking, change }))
    },
    search: (search) => {
      const house = houses.get(search.houseId)
      return house ? shelf.search(house, search) : []
    },
  }
}
