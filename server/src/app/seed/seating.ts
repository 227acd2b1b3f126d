import type { Area, Book } from '@tablewire/contracts/estate/book'
import { occupying, type Status } from '@tablewire/contracts/booking/reservations.rules'
import { arrivalsIn, closureAt, pacingOf, type Party, peakIn, stayOf } from '#src/features/availability/api.ts'
import { stepsOf, type Step } from './booking-course.ts'
import { idMadeAt } from './past-id.ts'
import { type OpenVenue, acceptsGuests, type BookingRequest } from './booking-requests.ts'

/** A booking request that found its place, and its course so far. */
export type Booking = {
  open: OpenVenue
  request: BookingRequest
  id: string
  date: string
  /** Minutes after the service date's midnight. */
  minutes: number
  startMs: number
  /** The planned end, and the end after a table was left early. */
  endMs: number
  leftMs: number
  areaId: string
  pacingMs: number
  pacingUntilMs: number
  coversMax: number | null
  partiesMax: number | null
  steps: readonly Step[]
  status: Status
}
export type DayAsk = { open: OpenVenue; date: string; nowMs: number; /** Who already sits there. */ taken: Party[] }

/** Neighbouring starts a guest accepts when the requested one is full. */
const detours = [0, 1, -1, 2, -2, 3]

const areasFor = (book: Book, request: BookingRequest, on: { date: string; minutes: number }): Area[] => {
  const { areaIds } = request.shiftDay.shift
  return book.areas.filter(
    (area) =>
      area.capacity >= request.partySize &&
      (area.online || request.channel === null) &&
      (!areaIds || areaIds.includes(area.id)) &&
      !closureAt(book, { ...on, areaId: area.id }),
  )
}

/** Pressure release as in the book: covers are kept back from channels until their release. */
const limitsFor = (
  book: Book,
  request: BookingRequest,
  start: { minutes: number; ms: number },
): { covers: number | null; parties: number | null } => {
  const { shift } = request.shiftDay
  const { covers, parties } = pacingOf(shift, start.minutes)
  const releasedMs = book.pressureReleaseHours === null ? -Infinity : start.ms - book.pressureReleaseHours * 3_600_000
  const keptBack = request.channel !== null && request.createdMs < releasedMs ? shift.keptBackCovers : 0
  return { covers: covers === null ? null : Math.max(0, covers - keptBack), parties }
}

const fits = (limit: number | null, used: number): boolean => limit === null || used <= limit

/** A liked area first, else the book's own, else where there is room. */
const areaWithRoom = (areas: readonly Area[], request: BookingRequest, left: (area: Area) => number): Area | undefined => {
  const liked = request.areaTaste < 0.4 ? areas[Math.floor((request.areaTaste / 0.4) * areas.length)] : areas.find((area) => area.byDefault)
  return [...(liked ? [liked] : []), ...areas].find((area) => left(area) >= request.partySize)
}

const attempt = ({ open, date, nowMs, taken }: DayAsk, request: BookingRequest, at: number): Booking | undefined => {
  const { book } = open
  const { shift, starts, last } = request.shiftDay
  const start = starts[at]
  if (!start || start.minutes > last || start.ms < request.createdMs || !acceptsGuests(book, date, start.minutes)) return undefined
  const endMs = start.ms + stayOf(shift, request.partySize) * 60_000
  const limits = limitsFor(book, request, start)
  const online = request.channel !== null
  const onRequest = online && shift.requestFromParty !== null && request.partySize >= shift.requestFromParty
  const { createdMs, fate } = request
  const steps = stepsOf({
    createdMs,
    startMs: start.ms,
    endMs,
    holdingMs: book.holdingTimeSeconds * 1000,
    online,
    request: onRequest,
    fate,
  }).filter((step) => step.atMs <= nowMs)
  const done = steps.at(-1)!
  const takesRoom = occupying.includes(done.to)
  const used = arrivalsIn(taken, { fromMs: start.ms, toMs: start.untilMs })
  if (takesRoom && !(fits(limits.covers, used.covers + request.partySize) && fits(limits.parties, used.parties + 1))) return undefined
  const left = (area: Area): number =>
    takesRoom ? area.capacity - peakIn(taken, { areaId: area.id, startMs: start.ms, endMs }) : area.capacity
  const area = areaWithRoom(areasFor(book, request, { date, minutes: start.minutes }), request, left)
  if (!area) return undefined
  const leftMs = done.to === 'completed' ? Math.min(endMs, Math.max(done.atMs, start.ms + 60_000)) : endMs
  const place = { startMs: start.ms, endMs, leftMs, areaId: area.id, pacingMs: start.ms, pacingUntilMs: start.untilMs }
  return {
    open,
    request,
    id: idMadeAt(createdMs),
    date,
    minutes: start.minutes,
    ...place,
    // All evenings are checked at one commit, long after the covers kept back here were released.
    coversMax: pacingOf(shift, start.minutes).covers,
    partiesMax: limits.parties,
    steps,
    status: done.to,
  }
}

/** Places the requests one after the other, by the rules the database enforces, and adds them to `taken`; those without a place are dropped. */
export const seat = (ask: DayAsk, requests: readonly BookingRequest[]): Booking[] =>
  requests.flatMap((request) => {
    for (const detour of detours) {
      const booking = attempt(ask, request, request.at + detour)
      if (!booking) continue
      const { id, startMs, leftMs, areaId } = booking
      if (occupying.includes(booking.status)) ask.taken.push({ id, startMs, endMs: leftMs, partySize: request.partySize, areaId })
      return [booking]
    }
    return []
  })
