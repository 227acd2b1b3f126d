import OpeningHours from 'opening_hours'
import type { Temporal } from 'temporal-polyfill'

/** Minutes after midnight of the day it begins on; `to` may lie on the next day. */
export type Period = { from: number; to: number }
export type DayHours = {
  periods: Period[]
  /** Something about this day was left open in the text. */
  remarks: Set<Remark>
  /** This machine's own clocks change on the day, which the library's answer would show. */
  unsure: boolean
}
export type Remark = 'open_end' | 'comment' | 'uncertain' | 'no_times'
export type Rule = OpeningHours
export type Place = { country: string; latitude: number | null; longitude: number | null }

/** The library prints what it also throws; a command line that reports by itself must stay readable. */
export const withoutConsole = <T>(work: () => T): T => {
  const { error, warn, log } = console
  const silent = (): void => undefined
  Object.assign(console, { error: silent, warn: silent, log: silent })
  try {
    return work()
  } finally {
    Object.assign(console, { error, warn, log })
  }
}

/** Bank holidays of the United Kingdom are defined by region only; England's are those of four fifths of its people. */
const regions: Readonly<Record<string, string>> = { gb: 'England' }

/** Throws where the text cannot be read, or names holidays nobody has defined for the country. */
export const parseRule = (text: string, { country, latitude, longitude }: Place): Rule => {
  const code = country.toLowerCase()
  const address = { country_code: code, state: regions[code] ?? '' }
  return new OpeningHours(
    text,
    { lat: latitude ?? 0, lon: longitude ?? 0, address },
    { mode: 0, tag_key: 'opening_hours', map_value: undefined, warnings_severity: undefined, locale: 'en' },
  )
}

const corrections = new Set([
  'word_error_correction',
  'ambiguous_word',
  'hour_min_separator',
  'switched',
  'without_minutes',
  'interpreted_as_year',
  'rant_degree_sign_used_for_zero',
])
/** The library read something that is not written as the specification says. */
export const wasCorrected = (rule: Rule): boolean => rule.getStructuredWarnings().some(({ type }) => corrections.has(type))

/** The days that opening hours are read for, worked out once: index 0 is the first day of the window. */
export type Window = { dates: readonly string[]; /** 0 = Monday, of index 0. */ firstWeekday: number; midnight: (index: number) => Date }

export const windowOf = (first: Temporal.PlainDate, days: number): Window => ({
  dates: Array.from({ length: days }, (_, index) => first.add({ days: index }).toString()),
  firstWeekday: first.dayOfWeek - 1,
  midnight: (index) => new Date(first.year, first.month - 1, first.day + index),
})

const dayNumber = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
/** Minutes on the wall since the midnight that began `firstDay`, whatever this machine's zone does in between. */
const wallMinutes = (date: Date, firstDay: number): number => (dayNumber(date) - firstDay) * 1440 + date.getHours() * 60 + date.getMinutes()

type RemarkedPeriod = Period & { remark: Remark | undefined }

/** Late enough for an evening that ends when the last guests leave. */
const openEnd = (from: number): number => Math.max(Math.floor(from / 1440) * 1440 + 23 * 60, from + 240)

export type RuleReading = {
  /** Minutes by which the text's times were moved back. */
  back: number
  /** Unknown times are those of a fallback ("on request") and no hours at all. */
  fallback: boolean
  wholeDays: boolean
  /** The text has remarks of its own; the library also names the holiday a time is for. */
  remarks: boolean
}

/** `days` days from index `from` on. */
export type Span = { window: Window; from: number; days: number }

const foundIn = (rule: Rule, { window, from, days }: Span, { back, fallback, remarks }: RuleReading): RemarkedPeriod[] => {
  const first = dayNumber(window.midnight(from))
  const found: RemarkedPeriod[] = []
  for (const [start, end, unknown, comment] of rule.getOpenIntervals(window.midnight(from - 1), window.midnight(from + days + 1))) {
    const period = { from: wallMinutes(start, first) + back, to: wallMinutes(end, first) + back }
    if (!unknown) found.push({ ...period, remark: comment && remarks ? 'comment' : undefined })
    else if (comment?.startsWith('Specified as open end')) {
      const before = found.at(-1)
      if (before?.to === period.from) before.remark = 'open_end'
      else found.push({ from: period.from, to: openEnd(period.from), remark: 'open_end' })
    } else if (!fallback && comment && remarks) found.push({ ...period, remark: 'comment' })
    else if (!fallback) found.push({ ...period, to: period.from, remark: 'uncertain' })
  }
  return found
}

/** The hours of each day. A period belongs to the day it begins on; what lasts longer than a day is cut at midnight. */
export const readDays = (rule: Rule, span: Span, reading: RuleReading): DayHours[] => {
  const days: DayHours[] = Array.from({ length: span.days }, (_, index) => ({
    periods: [],
    remarks: new Set(),
    unsure: span.window.midnight(span.from + index).getTimezoneOffset() !== span.window.midnight(span.from + index + 1).getTimezoneOffset(),
  }))
  const put = ({ from, to, remark }: RemarkedPeriod): void => {
    const index = Math.floor(from / 1440)
    const day = days[index]
    if (!day) return
    if (remark) day.remarks.add(remark)
    if (to <= from) return
    const whole = from === index * 1440 && to - from === 1440
    if (whole && !reading.wholeDays) day.remarks.add('no_times')
    else day.periods.push({ from: from - index * 1440, to: to - index * 1440 })
  }
  for (const one of foundIn(rule, span, reading)) {
    if (one.to - one.from <= 1440) put(one)
    else
      for (let from = one.from; from < one.to; from = (Math.floor(from / 1440) + 1) * 1440)
        put({ ...one, from, to: Math.min(one.to, (Math.floor(from / 1440) + 1) * 1440) })
  }
  return days
}
