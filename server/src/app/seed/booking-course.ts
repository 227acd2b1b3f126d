import type { Side } from '@tablewire/contracts/booking/reservations.rules'
import { lateAfterMinutes, type Move, type Status } from '@tablewire/contracts/booking/reservations.rules'
import { cancelReasons, rejectReasons } from './guest-remarks.ts'
import type { Random } from './random.ts'

/** What will become of a booking. Shares and minutes are drawn once, so that it reads the same whenever it is looked at. */
export type BookingOutcome = {
  kind: 'comes' | 'no_show' | 'canceled' | 'rejected' | 'abandoned'
  /** When in the time between booking and meal something happens to it, from 0 to 1. */
  moment: number
  /** Minutes from the reserved time until they sit, or until the host gives up. */
  delay: number
  /** How long they stay, against what the book plans. */
  stay: number
  /** Online bookings: the slot was held first. */
  held: boolean
  /** The host takes this long to answer a request. */
  answerHours: number
  changed: 'party' | 'time' | null
  by: Side
  reason: string | null
}
type Circumstances = { walkIn: boolean; regular: boolean; online: boolean; leadMs: number }

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The longer ahead, the likelier it falls through; whoever comes often keeps the word. */
const cancelShare = (leadMs: number): number => {
  const days = leadMs / (24 * hourMs)
  return days < 1 ? 0.05 : days < 3 ? 0.08 : days < 7 ? 0.11 : days < 14 ? 0.15 : days < 30 ? 0.19 : 0.23
}

const kindOf = ({ walkIn, regular, online, leadMs }: Circumstances, random: Random): BookingOutcome['kind'] => {
  const drawn = random.next()
  if (walkIn) return 'comes'
  const steady = regular ? 0.4 : 1
  const cancels = cancelShare(leadMs) * steady
  if (drawn < cancels) return 'canceled'
  if (drawn < cancels + 0.04 * steady) return 'no_show'
  return online && drawn > 0.98 ? 'abandoned' : 'comes'
}

export const outcomeOf = (circumstances: Circumstances, random: Random): BookingOutcome => {
  const kind = kindOf(circumstances, random)
  const { online, walkIn } = circumstances
  const byVenue = !online || random.chance(0.12)
  const late = random.chance(0.06)
  const reason = random.pick(byVenue ? cancelReasons.venue : cancelReasons.guest)
  const draws = { moment: 1 - random.next() ** 2 * 0.9, late: random.whole(18, 38), early: Math.max(-8, Math.min(14, random.normal(2, 5))) }
  return {
    kind: kind === 'comes' && random.chance(0.08) ? 'rejected' : kind,
    moment: draws.moment,
    delay: walkIn ? 1 : Math.round(kind === 'no_show' ? draws.late + lateAfterMinutes : late ? draws.late : draws.early),
    stay: 0.8 + 0.35 * random.next(),
    held: online && random.chance(0.2),
    answerHours: random.chance(0.5) ? random.whole(14, 60) : 0.3 + random.next() * 12,
    changed: random.chance(0.1) ? random.pick(['party', 'time', 'party'] as const) : null,
    by: byVenue ? 'venue' : random.chance(0.6) ? 'guest' : 'channel',
    reason: kind === 'comes' ? random.pick(rejectReasons) : reason,
  }
}

/** One entry of a reservation's history to be. */
export type Step = {
  atMs: number
  kind: 'held' | 'booked' | 'changed' | 'moved' | 'expired'
  move: Move | null
  to: Status
  side: Side
  reason: string | null
}
export type BookingCourse = {
  createdMs: number
  startMs: number
  endMs: number
  holdingMs: number
  online: boolean
  request: boolean
  fate: BookingOutcome
}

const moved = (move: Move, to: Status, atMs: number): Step => ({ kind: 'moved', move, to, atMs, side: 'venue', reason: null })

/** Hold and booking, or the hold that ran out. */
const beginning = ({ createdMs, holdingMs, online, request, fate }: BookingCourse): Step[] => {
  const side: Side = online ? 'channel' : 'venue'
  const to: Status = request ? 'pending_confirmation' : 'confirmed'
  const booked = { kind: 'booked', move: null, to, side, reason: null } as const
  if (!fate.held && fate.kind !== 'abandoned') return [{ ...booked, atMs: createdMs }]
  const held: Step = { kind: 'held', move: null, to: 'held', atMs: createdMs, side, reason: null }
  if (fate.kind === 'abandoned')
    return [held, { kind: 'expired', move: null, to: 'expired', atMs: createdMs + holdingMs, side: 'hub', reason: null }]
  return [held, { ...booked, atMs: createdMs + Math.round(fate.moment * 0.5 * holdingMs) }]
}

const atTheTable = ({ startMs, endMs, fate }: BookingCourse, bookedMs: number): Step[] => {
  const seatedMs = Math.max(startMs + fate.delay * minuteMs, bookedMs + minuteMs)
  if (fate.kind === 'no_show') return [moved('no-show', 'no_show', seatedMs)]
  const leftMs = seatedMs + Math.round(fate.stay * (endMs - startMs))
  return [moved('seat', 'seated', seatedMs), moved('complete', 'completed', leftMs)]
}

/** The whole course of a booking from first to last, in time order. */
export const stepsOf = (course: BookingCourse): Step[] => {
  const { startMs, request, fate } = course
  const steps = beginning(course)
  const bookedMs = steps.at(-1)!.atMs
  if (fate.kind === 'abandoned') return steps
  const lead = Math.max(0, startMs - bookedMs)
  if (request) {
    // Long before the meal, whatever the host does all day.
    const answeredMs = bookedMs + Math.max(minuteMs, Math.min(fate.answerHours * hourMs, lead * 0.8))
    if (fate.kind === 'rejected') return [...steps, { ...moved('reject', 'rejected', answeredMs), reason: fate.reason }]
    steps.push(moved('confirm', 'confirmed', answeredMs))
  }
  const happensMs = Math.max(steps.at(-1)!.atMs + minuteMs, bookedMs + lead * fate.moment - 20 * minuteMs)
  if (fate.kind === 'canceled') return [...steps, { ...moved('cancel', 'canceled', happensMs), side: fate.by, reason: fate.reason }]
  if (fate.changed && lead > 3 * hourMs)
    steps.push({ kind: 'changed', move: null, to: 'confirmed', atMs: happensMs, side: course.online ? 'channel' : 'venue', reason: null })
  return [...steps, ...atTheTable(course, steps.at(-1)!.atMs)]
}
