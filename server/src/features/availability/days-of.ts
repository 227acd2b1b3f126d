import type { DayAvailability, Slot } from '@tablewire/contracts/booking/availability'
import { isRemote } from '#src/features/rms-client/api.ts'
import { instantMs, instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { channelCovers } from './channel-covers.ts'
import { type Candidate, evaluate, type Question } from './evaluate.ts'
import { houseIn, tablesOfShifts } from './house-tables.ts'
import { addDays, daysBetween, localOf, localDateTime, remembered } from './local-time.ts'
import { type Occupancy, occupancyOf } from './occupancy.ts'
import { type DaysAsk, questionOf } from './question-of.ts'
import { type ShiftDay, shiftsOn } from './service-day.ts'
import { systemDays } from './system-days.ts'

const hourMs = 3_600_000
/** The starts of all houses are the same few quarters of an hour. */
const textOf = remembered(instantText)

/** Starts of each local date from–to (inclusive), open and closed; `explain` adds the verdicts. */
export const daysOf = async (ctx: Ctx, ask: DaysAsk): Promise<DayAvailability[]> => {
  const { venue, from, to, areaId, partySize } = ask
  if (areaId !== null && !venue.book.areas.some((area) => area.id === areaId)) throw new Problem('area.not_found')
  if (await isRemote(ctx, venue)) return systemDays(ctx, ask)
  const dates = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
  const days = dates.map((date) => ({ date, shifts: shiftsOn(venue.book, date, venue.timeZone) }))
  const all = days.flatMap(({ shifts }) => shifts.flatMap(({ starts }) => starts.map((start) => start.ms)))
  const span = all.length ? [{ venueId: venue.id, fromMs: Math.min(...all), toMs: Math.max(...all) + 12 * hourMs }] : []
  const found = (await occupancyOf(ctx, span)).get(venue.id) ?? []
  const everybody = ask.ignore === undefined ? found : found.filter(({ id }) => id !== ask.ignore)
  const bound =
    ask.asker === 'channel' ? await channelCovers(ctx, [{ venueId: venue.id, from, to }], { channelId: ask.channelId }) : undefined
  const terms = bound?.get(venue.id)
  const house = await houseIn(ctx, venue, all)
  const nowMs = ctx.clock().epochMilliseconds
  return days.map(({ date, shifts }) => {
    // Each start goes through all of them, so a month's must not be asked about every one of its evenings.
    const question = {
      ...questionOf(ctx, ask, { occupancy: presentOn(everybody, shifts), terms }),
      ...tablesOfShifts(house, shifts, { date, nowMs, ignore: ask.ignore }),
    }
    const slots = new Map<number, Slot>()
    for (const shiftDay of shifts)
      for (const start of shiftDay.starts) {
        const slot = slotOf(question, { date, minutes: start.minutes, ms: start.ms, shiftDay, interval: start }, ask.explain)
        // Where two shifts offer the same start, the open one counts, and of two closed ones the first, as for a booking.
        const before = slots.get(start.ms)
        if (!before || (slot.open && !before.open)) slots.set(start.ms, slot)
      }
    const day = {
      venueId: venue.id,
      date,
      timezone: venue.timeZone,
      partySize,
      bookVersion: venue.book.version,
      slots: [...slots.values()].toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
    }
    return ask.explain && !slots.size ? { ...day, closedBy: wholeDay(question, date, venue.timeZone) } : day
  })
}

const presentOn = (everybody: Occupancy, shifts: readonly ShiftDay[]): Occupancy => {
  const times = shifts.flatMap(({ starts }) => starts.map((start) => start.ms))
  const fromMs = Math.min(...times)
  const toMs = Math.max(...times) + 12 * hourMs
  return everybody.filter((party) => party.startMs < toMs && party.endMs > fromMs)
}

const slotOf = (question: Question, candidate: Candidate, explain: boolean): Slot => {
  const { verdicts, endMs, coversLeft, areaCapacities } = evaluate(question, candidate)
  const requestFrom = candidate.shiftDay?.shift.requestFromParty ?? null
  return {
    startsAt: textOf(candidate.ms),
    endsAt: textOf(endMs),
    startsLocal: localDateTime(candidate.date, candidate.minutes),
    shiftId: candidate.shiftDay?.shift.id ?? null,
    open: verdicts.length === 0,
    type: requestFrom !== null && question.partySize >= requestFrom ? 'request' : 'book',
    coversLeft,
    areas: areaCapacities.map(({ area, left }) => ({ areaId: area.id, coversLeft: left })),
    ...(explain ? { closedBy: verdicts } : {}),
  }
}

/** A day without any start: what the rules say about its noon. */
const wholeDay = (question: Question, date: string, zone: string) => {
  const noon = localDateTime(date, 720)
  const ms = instantMs(`${noon}:00Z`)
  const offsetMs = instantMs(`${localDateTime(localOf(ms, zone).date, localOf(ms, zone).minutes)}:00Z`) - ms
  return evaluate(question, { date, minutes: 720, ms: ms - offsetMs, shiftDay: undefined, interval: undefined }).verdicts
}
