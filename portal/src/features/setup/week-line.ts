import type { Book, Shift } from '@tablewire/contracts/estate/book'

/** Minutes after midnight of the day it begins on; `to` may lie on the next day. All of it is wall clock: no zone is involved. */
export type Span = { from: number; to: number }
export const day = 1440
export const snap = 15

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
export const timeOf = (minutes: number): string => {
  const within = ((minutes % day) + day) % day
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}
/** While a time is being typed it is none; midnight stands in, so that nothing is drawn outside the line. */
const known = (time: string | null): number => (/^([01]\d|2[0-3]):[0-5]\d$/.test(time ?? '') ? minutesOf(time!) : 0)
export const spanOf = ({ from, to }: { from: string; to: string }): Span => {
  const start = known(from)
  const end = known(to)
  return { from: start, to: end <= start ? end + day : end }
}
const inside = (time: string, { from }: Span): number => (known(time) < from ? known(time) + day : known(time))

/** From which to which hour the line goes: everything there is, with an hour to drag to on either side. */
export const axisOf = ({ shifts, openingHours }: Pick<Book, 'shifts' | 'openingHours'>): Span => {
  const spans = [...shifts, ...openingHours].map(spanOf)
  const from = Math.min(11 * 60, ...spans.map((span) => span.from - 60))
  const to = Math.max(day, ...spans.map((span) => span.to + 60))
  return { from: Math.max(0, Math.floor(from / 60) * 60), to: Math.min(2 * day, Math.ceil(to / 60) * 60) }
}

export type PlacedShift = { shift: Shift; index: number; span: Span; lane: number }
/** The shifts of a weekday; those at the same time lie one below the other. */
export const placedOn = (shifts: readonly Shift[], weekday: number): PlacedShift[] => {
  const ends: number[] = []
  return shifts
    .map((shift, index) => ({ shift, index, span: spanOf(shift) }))
    .filter(({ shift }) => shift.days.includes(weekday))
    .toSorted((a, b) => a.span.from - b.span.from)
    .map((one) => {
      const free = ends.findIndex((end) => end <= one.span.from)
      const lane = free < 0 ? ends.length : free
      ends[lane] = one.span.to
      return { ...one, lane }
    })
}

/** Starts that a shift offers, in minutes after midnight. */
export const startsOf = (shift: Pick<Shift, 'from' | 'to' | 'lastSeating' | 'intervalMinutes'>): number[] => {
  const span = spanOf(shift)
  const last = shift.lastSeating === null ? span.to - 1 : inside(shift.lastSeating, span)
  const step = Math.max(5, shift.intervalMinutes || 15)
  return Array.from({ length: Math.max(0, Math.floor((last - span.from) / step) + 1) }, (_, index) => span.from + index * step)
}

/** Single limits stay where they are as long as their interval is still there. */
const withLimits = (shift: Shift): Shift => {
  const starts = new Set(startsOf({ ...shift, lastSeating: null }).map(timeOf))
  return { ...shift, pacingAt: shift.pacingAt.filter(({ at }) => starts.has(at)) }
}
const placedAt = (shift: Shift, { from, to }: Span): Shift => ({ ...shift, from: timeOf(from), to: timeOf(to) })

/** The whole shift by some minutes; what is said about single times in it goes along. */
export const movedBy = (shift: Shift, minutes: number): Shift => {
  const span = spanOf(shift)
  const by = Math.max(-span.from, Math.min(minutes, day - snap - span.from))
  const along = (time: string): string => timeOf(minutesOf(time) + by)
  return {
    ...placedAt(shift, { from: span.from + by, to: span.to + by }),
    lastSeating: shift.lastSeating === null ? null : along(shift.lastSeating),
    pacingAt: shift.pacingAt.map((limit) => ({ ...limit, at: along(limit.at) })),
  }
}

/** Its end by some minutes; the last seating keeps its distance to the end. */
export const endBy = (shift: Shift, minutes: number): Shift => {
  const span = spanOf(shift)
  const to = Math.max(span.from + Math.max(snap, shift.intervalMinutes), Math.min(span.to + minutes, span.from + day))
  const last = shift.lastSeating === null ? null : Math.max(span.from, inside(shift.lastSeating, span) + to - span.to)
  return withLimits({ ...placedAt(shift, { from: span.from, to }), lastSeating: last === null ? null : timeOf(last) })
}

/** Its start by some minutes; the last seating stays, as long as it is not before the start. */
export const startBy = (shift: Shift, minutes: number): Shift => {
  const span = spanOf(shift)
  const latest = Math.min(span.to - Math.max(snap, shift.intervalMinutes), day - snap)
  const from = Math.max(0, span.to - day, Math.min(span.from + minutes, latest))
  const last = shift.lastSeating === null ? null : Math.max(from, inside(shift.lastSeating, span))
  return withLimits({ ...placedAt(shift, { from, to: span.to }), lastSeating: last === null ? null : timeOf(last) })
}

export type UncoveredSpan = { day: number; name: string; span: Span }
/** Where a shift goes on although the venue is shut: nobody can book there. The evening before and the morning after count as well. */
export const outsideHours = ({ shifts, openingHours }: Pick<Book, 'shifts' | 'openingHours'>): UncoveredSpan[] => {
  const week = openingHours.flatMap((hours) => {
    const { from, to } = spanOf(hours)
    const at = (hours.day - 1) * day
    return [-7 * day, 0, 7 * day].map((by) => ({ from: at + from + by, to: at + to + by }))
  })
  return shifts.flatMap((shift) =>
    shift.days.flatMap((weekday) => {
      const at = (weekday - 1) * day
      const span = spanOf(shift)
      let left: Span[] = [{ from: at + span.from, to: at + span.to }]
      for (const hours of week)
        left = left.flatMap(({ from, to }) =>
          [
            { from, to: Math.min(to, hours.from) },
            { from: Math.max(from, hours.to), to },
          ].filter((part) => part.from < part.to),
        )
      return left.map(({ from, to }) => ({ day: weekday, name: shift.name, span: { from: from - at, to: to - at } }))
    }),
  )
}
