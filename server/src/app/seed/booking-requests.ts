import type { Book } from '@tablewire/contracts/estate/book'
import type { Source } from '@tablewire/contracts/booking/reservations'
import type { z } from 'zod/mini'
import { closureAt, isOpen, type ShiftDay, shiftsOn } from '#src/features/availability/api.ts'
import { daysAfter, weekdayOn } from './calendar.ts'
import { type ChannelKey, channelKeys, demoChannels } from './demo-channels.ts'
import { type GuestCard, passingGuest, regularsOf } from './demo-guests.ts'
import type { DemoVenue } from './demo-venues.ts'
import { type BookingOutcome, outcomeOf } from './booking-course.ts'
import { remarks, tags } from './guest-remarks.ts'
import { type Random, randomFor } from './random.ts'
import { styles } from './service-styles.ts'

/** A demo venue as it stands in the database, and the channels that sell it. */
export type OpenVenue = {
  demo: DemoVenue
  id: string
  systemId: string | null
  zone: string
  book: Book
  channels: readonly ChannelKey[]
  /** At this instant the house is full, whatever hour that is there, and somebody is late. */
  rushMs?: number
}
/** A booking request, drawn deterministically for venue and day, whatever the clock says. */
export type BookingRequest = {
  createdMs: number
  shiftDay: ShiftDay
  /** Index of the wanted start within the shift. */
  at: number
  partySize: number
  source: z.infer<typeof Source>
  channel: ChannelKey | null
  guest: GuestCard | null
  notes: string | null
  tags: readonly string[]
  /** From 0 to 1: which area they would like. */
  areaTaste: number
  fate: BookingOutcome
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Shares of party sizes; leads in hours at these shares of all bookings: large parties plan further ahead. */
const partySizes: readonly (readonly [size: number, weight: number])[] = [
  [1, 3],
  [2, 42],
  [3, 15],
  [4, 16],
  [5, 6],
  [6, 6],
  [7, 3],
  [8, 4],
  [9, 1],
  [10, 2],
  [12, 1],
  [14, 0.6],
  [18, 0.4],
]
const shares = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1]
const leadHours: readonly (readonly [partyMax: number, hours: readonly number[]])[] = [
  [2, [0, 1, 3, 24, 96, 260, 430, 1200]],
  [4, [0, 1, 6, 50, 170, 390, 580, 1400]],
  [6, [0, 2, 24, 96, 245, 500, 700, 1500]],
  [8, [0, 4, 42, 126, 310, 580, 860, 1600]],
  [99, [0, 8, 54, 180, 400, 720, 1000, 1800]],
]
const leadOf = (partySize: number, random: Random): number => {
  const hours = leadHours.find(([partyMax]) => partySize <= partyMax)![1]
  const share = random.next()
  const step = shares.findIndex((upTo) => share < upTo)
  const within = (share - shares[step - 1]!) / (shares[step]! - shares[step - 1]!)
  return (hours[step - 1]! + within * (hours[step]! - hours[step - 1]!)) * hourMs
}

/** Nobody calls at four in the morning: such bookings were made the evening before. */
const awake = (createdMs: number, localMinutes: number, random: Random): number => {
  const minute = ((localMinutes % 1440) + 1440) % 1440
  const wokenMs = minute >= 510 ? createdMs : createdMs - (minute + random.whole(60, 240)) * minuteMs
  return Math.round(wokenMs / 1000) * 1000
}

/** Whether the house is open then; most days have nothing special about them and need no asking. */
export const acceptsGuests = (book: Book, date: string, minutes: number): boolean =>
  !closureAt(book, { date, minutes, areaId: null }) && (book.specialDays.length === 0 || isOpen(book, date, minutes))

type Offer = { shiftDay: ShiftDay; weight: number; starts: readonly (readonly [index: number, weight: number])[] }

/** Breakfast and late drinks are booked less than lunch, lunch less than dinner. */
const mealWeight = (from: number): number => (from < 600 ? 0.12 : from < 690 ? 0.5 : from < 1020 ? 0.4 : from >= 1290 ? 0.25 : 1)
/** People want the hour and the half hour, near the busiest time; the tail towards the night is the longer one. */
const startWeight = (minutes: number, peak: number): number => {
  const hours = (minutes - peak) / 60
  const near = Math.exp(-(hours * hours) / (hours < 0 ? 1 : 2.2))
  return (near + 0.04) * (minutes % 60 === 0 ? 1 : minutes % 30 === 0 ? 0.8 : 0.35)
}

/** Around the rush the house is as full as at the peak of a dinner; the tail towards what is to come is the longer one. */
const rushWeight = (startMs: number, rushMs: number): number => {
  const hours = (startMs - rushMs) / hourMs
  return Math.exp(-(hours * hours) / (hours < 0 ? 1.5 : 3)) + 0.02
}
/** The service day that has the rush is booked by it alone; undefined for all others. */
const rushOffers = ({ book, rushMs, zone }: OpenVenue, date: string): Offer[] | undefined => {
  if (rushMs === undefined) return undefined
  const shifts = shiftsOn(book, date, zone)
  if (!shifts.some(({ starts }) => starts.some(({ ms }) => Math.abs(ms - rushMs) < hourMs / 2))) return undefined
  return shifts.map((shiftDay) => {
    const starts = shiftDay.starts.map(({ ms }, index) => [index, rushWeight(ms, rushMs)] as const)
    return { shiftDay, weight: starts.reduce((sum, [, weight]) => sum + weight, 0), starts }
  })
}

const offersOn = (venue: OpenVenue, date: string): Offer[] => {
  const { demo, book, zone } = venue
  const rush = rushOffers(venue, date)
  if (rush) return rush
  return shiftsOn(book, date, zone).flatMap((shiftDay) => {
    const { from } = shiftDay.period
    const isDinner = from >= 1020 && from < 1290
    const peak = isDinner ? demo.peak : from + (from >= 1290 ? 60 : 75)
    const starts = shiftDay.starts.flatMap(({ minutes }, index) =>
      acceptsGuests(book, date, minutes) ? [[index, startWeight(minutes, peak)] as const] : [],
    )
    return starts.length ? [{ shiftDay, weight: mealWeight(from), starts }] : []
  })
}

/** The first who books for the rush should have been there for a while, and is not. */
const keptWaiting = (requests: readonly BookingRequest[], { rushMs }: OpenVenue, offers: readonly Offer[]): BookingRequest[] => {
  if (rushMs === undefined) return [...requests]
  const due = offers
    .flatMap(({ shiftDay }) => shiftDay.starts.map(({ ms }, at) => ({ shiftDay, at, ms })))
    .findLast(({ ms }) => ms <= rushMs - 18 * minuteMs && ms > rushMs - hourMs)
  if (!due) return [...requests]
  const { shiftDay, at, ms } = due
  const kept = requests.find((one) => one.source !== 'walk_in' && one.fate.kind === 'comes' && one.partySize <= 6)
  return requests.map((one) => {
    if (one !== kept) return one
    return { ...one, shiftDay, at, createdMs: Math.min(one.createdMs, ms - hourMs), fate: { ...one.fate, delay: 55 } }
  })
}

type Drawing = { open: OpenVenue; offers: readonly (readonly [Offer, number])[]; random: Random }

type Way = { createdMs: number; startMs: number; shiftDay: ShiftDay; partySize: number; regular: boolean }

/** What an outside channel may sell by the book, so long before the meal. */
const sellable = ({ book, channels }: OpenVenue, { createdMs, startMs, shiftDay, partySize }: Way): boolean => {
  const leadMs = startMs - createdMs
  const closesMs = book.cutOffMinutes === null ? startMs : shiftDay.starts[0]!.ms - book.cutOffMinutes * minuteMs
  const inTime = createdMs <= closesMs && leadMs >= book.noticeMinutes * minuteMs && leadMs <= (book.horizonDays - 1) * 24 * hourMs
  return channels.length > 0 && shiftDay.shift.online && inTime && partySize >= book.party.min && partySize <= book.party.max
}

const wayOf = ({ open, random }: Drawing, way: Way): Pick<BookingRequest, 'source' | 'channel'> => {
  const online = random.chance(way.regular ? 0.45 : 0.68)
  const channel = random.weighted(
    channelKeys
      .filter((key) => open.channels.includes(key))
      .map((key) => [key, demoChannels[key].share] as const)
      .concat([['widget', 0]]),
  )
  if (!online || !sellable(open, way)) return { source: 'phone', channel: null }
  return { source: channel === 'widget' ? 'widget' : 'channel', channel }
}

const remarkOf = (guest: GuestCard, regular: boolean, random: Random): Pick<BookingRequest, 'notes' | 'tags'> => {
  const remark = random.chance(0.24) ? random.pick(remarks[guest.lang ?? 'en']) : undefined
  const found = [...(regular ? guest.tags : []), ...(remark?.[1] ? [remark[1]] : [])]
  if (!regular && random.chance(0.015)) found.push(tags.vip)
  return { notes: remark?.[0] ?? null, tags: [...new Set(found)] }
}

/** Which wishes of a day are looked at: this share of them, made after one moment and no later than another. */
export type Window = { share: number; afterMs: number; untilMs: number }

/** One wish, or undefined when it lies outside the window; each has chance of its own, so the others do not change with it. */
const draw = (drawing: Drawing, mark: number, { share, afterMs, untilMs }: Window): BookingRequest | undefined => {
  const { open, offers, random } = drawing
  if (random.next() >= share) return undefined
  const { shiftDay, starts } = random.weighted(offers)
  const at = random.weighted(starts)
  const { ms: startMs, minutes } = shiftDay.starts[at]!
  const walkIn = random.chance(0.09)
  const partySize = Math.min(random.weighted(partySizes), largestParty(open), walkIn ? 4 : 99)
  const leadMs = leadOf(partySize, random)
  const createdMs = walkIn ? startMs : awake(startMs - leadMs, minutes - leadMs / minuteMs, random)
  if (createdMs <= afterMs || createdMs > untilMs) return undefined
  const regular = !walkIn && random.chance(0.32)
  const way = wayOf(drawing, { createdMs, startMs, shiftDay, partySize, regular })
  const fate = outcomeOf({ walkIn, regular, online: way.channel !== null, leadMs: startMs - createdMs }, random)
  const drawn = { areaTaste: random.next(), createdMs, shiftDay, at, partySize, fate }
  if (walkIn) return { ...drawn, source: 'walk_in', channel: null, guest: null, notes: null, tags: [] }
  if (fate.kind === 'abandoned') return { ...drawn, ...way, guest: null, notes: null, tags: [] }
  const guest = regular ? random.pick(regularsOf(open.demo)) : passingGuest(open.demo, random, mark)
  return { ...drawn, ...way, guest, ...remarkOf(guest, regular, random) }
}

/** A counter of twelve stools sits nobody's birthday party of ten. */
const largestParty = ({ demo, book }: OpenVenue): number =>
  demo.style === 'ramen' ? 4 : Math.max(...book.areas.map((area) => area.capacity))

/** Only what of the book matters around that date: asking it a thousand times must stay cheap. */
const bookAround = (book: Book, date: string): Book => {
  const before = daysAfter(date, -1)
  const after = daysAfter(date, 1)
  const near = ({ fromOn, toOn }: { fromOn: string; toOn: string }): boolean => fromOn <= after && toOn >= before
  return { ...book, closures: book.closures.filter(near), specialDays: book.specialDays.filter(near) }
}

/** Who wants to come to the venue on that service day, in the order in which they ask. */
export const requestsOf = (venue: OpenVenue, date: string, window: Window): { open: OpenVenue; requests: BookingRequest[] } => {
  const open = { ...venue, book: bookAround(venue.book, date) }
  const offered = offersOn(open, date)
  const offers = offered.map((offer) => [offer, offer.weight] as const)
  if (!offers.length) return { open, requests: [] }
  const day = randomFor(`${venue.demo.key} ${date}`)
  const weekday = styles[venue.demo.style].week[weekdayOn(date) - 1]!
  const count = Math.round(venue.demo.parties * weekday * (0.8 + 0.4 * day.next()))
  const mark = ((Date.parse(date) / 86_400_000) % 100) * 100
  const requests = Array.from({ length: count }, (_, index) => draw({ open, offers, random: day.fork() }, mark + index, window))
  const drawn = keptWaiting(
    requests.filter((request) => request !== undefined),
    open,
    offered,
  )
  return { open, requests: drawn.toSorted((a, b) => a.createdMs - b.createdMs) }
}
