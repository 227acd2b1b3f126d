import type { HoursReason } from '@tablewire/contracts/estate/book'
import { Temporal } from 'temporal-polyfill'
import {
  type DayHours,
  parseRule,
  type Period,
  type Place,
  withoutConsole,
  readDays,
  type RuleReading,
  type Remark,
  type Rule,
  wasCorrected,
  type Window,
  windowOf,
} from './hours-rule.ts'
import {
  followsTheSun,
  hasFallback,
  movedBeforeMidnight,
  namesWholeDays,
  onlyHolidaysVary,
  correctTypos,
  withoutHolidays,
} from './hours-text.ts'
import { type DatedDay, type Exception, exceptionsTo, usualWeek, type Week } from './hours-week.ts'

export type HoursFinding = { reason: HoursReason; done: string }
export type Hours = {
  /** `unknown` = the venue may be open, nobody wrote when. */
  state: 'known' | 'unknown' | 'closed'
  week: Week
  exceptions: Exception[]
  findings: HoursFinding[]
}
export type HoursReader = (text: string, place: Place) => Hours

const noWeek: Week = Array.from({ length: 7 }, () => [])
const unread = (state: Hours['state'], ...findings: HoursFinding[]): Hours => ({ state, week: noWeek, exceptions: [], findings })

const horizonMonths = 13
/** More ranges than this are a pattern of their own, not exceptions to a week. */
const mostExceptions = 60
const seasonDays = 75
const neverOpen = /^(?:24\/7 |Mo-Su )?(?:off|closed)/
const remembered = 3000

/** Public holidays by index in the window. */
type Holidays = Map<number, string>
/** What texts of a country are read against; `holidays` undefined where the library knows none. */
type Almanac = { window: Window; holidays: Holidays | undefined }

const holidaysOf = (place: Place, window: Window): Holidays | undefined => {
  try {
    const found: Holidays = new Map()
    const names = parseRule('PH', place).getOpenIntervals(window.midnight(0), window.midnight(window.dates.length))
    for (let index = 0; index < window.dates.length; index++) {
      // Neighbouring holidays may come as one interval.
      const midnight = window.midnight(index)
      const holiday = names.find(([from, to]) => from <= midnight && midnight < to)
      if (holiday) found.set(index, holiday[3] ?? 'Public holiday')
    }
    return found
  } catch {
    return undefined
  }
}

const parsed = (text: string, place: Place): { rule: Rule; respelled: boolean } => {
  try {
    return { rule: parseRule(text, place), respelled: false }
  } catch (error) {
    const other = correctTypos(text)
    if (other === text) throw error
    return { rule: parseRule(other, place), respelled: true }
  }
}

type Understood = { rule: Rule; tidy: string; holidays: Holidays; findings: HoursFinding[] }

/** The text as a rule, freed of holidays nobody can date; or, when it cannot be read, the end of it. */
const understand = (text: string, place: Place, { holidays }: Almanac): Understood | Hours => {
  const findings: HoursFinding[] = []
  let wanted = text
  if (/\bSH\b/.test(wanted)) {
    wanted = withoutHolidays(wanted, 'SH')
    findings.push({ reason: 'hours.school_holidays', done: 'rules for school holidays left out' })
  }
  const dated = /\bPH\b/.test(wanted)
  if (dated && !holidays) {
    wanted = withoutHolidays(wanted, 'PH')
    findings.push({ reason: 'hours.holidays_unknown', done: 'rules for public holidays left out' })
  }
  if (wanted === '') return unread('unknown', ...findings)
  try {
    const { rule, respelled } = parsed(wanted, place)
    const tidy = rule.prettifyValue()
    if (respelled || wasCorrected(rule)) findings.push({ reason: 'hours.respelled', done: `read as ${tidy}` })
    return { rule, tidy, findings, holidays: dated && holidays ? holidays : new Map() }
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).split(/[\n(]/)[0]!.trim()
    return unread('unknown', { reason: 'hours.unreadable', done: `no hours taken; stopped at: ${message.slice(0, 120)}` })
  }
}

type Calendar = { rule: Rule; tidy: string; reading: RuleReading; window: Window; holidays: Holidays }
type Result = { week: Week; exceptions: Exception[]; days: DayHours[] }

/** Index of a Monday whose week and its neighbours hold no holiday and no change of this machine's clocks. */
const quietMonday = ({ window, holidays }: Calendar): number => {
  const first = (7 - window.firstWeekday) % 7
  const isQuiet = (monday: number): boolean => {
    for (let index = monday - 1; index <= monday + 7; index++) if (holidays.has(index)) return false
    return window.midnight(monday).getTimezoneOffset() === window.midnight(monday + 7).getTimezoneOffset()
  }
  for (let monday = first; monday + 7 < window.dates.length; monday += 7) if (isQuiet(monday)) return monday
  return first
}

const halfHour = (minute: number): number => Math.round(minute / 30) * 30
const inHalfHours = ({ from, to }: Period): Period => ({ from: halfHour(from), to: halfHour(to) })

/** Every week is the same but for holidays. */
const steadyWeek = (calendar: Calendar): Result => {
  const { rule, reading, window, holidays, tidy } = calendar
  const sun = followsTheSun(tidy)
  const monday = quietMonday(calendar)
  const days = readDays(rule, { window, from: monday, days: 7 }, reading)
  const week = days.map(({ periods }) => (sun ? periods.map(inHalfHours) : periods))
  if (sun) return { week, exceptions: [], days }
  const dated = [...holidays].map(([index, name]): DatedDay => ({
    ...readDays(rule, { window, from: index, days: 1 }, reading)[0]!,
    index,
    name,
  }))
  return { week, exceptions: exceptionsTo(week, dated, window), days: [...days, ...dated] }
}

const seasonalWeek = ({ rule, reading, window, holidays }: Calendar): Result => {
  const days = readDays(rule, { window, from: 0, days: window.dates.length }, reading).map((day, index): DatedDay => ({
    ...day,
    index,
    name: holidays.get(index) ?? null,
  }))
  // Of the week of these months and the week of the whole year, the one that leaves less to say.
  const [best] = [usualWeek(window, days.slice(0, seasonDays)), usualWeek(window, days)]
    .map((week) => ({ week, exceptions: exceptionsTo(week, days, window), days }))
    .toSorted((a, b) => a.exceptions.length - b.exceptions.length)
  return best!
}

const remarkFindings: Record<Remark, HoursFinding> = {
  open_end: { reason: 'hours.open_end', done: 'an open end ends with the last time named, else at 23:00' },
  comment: { reason: 'hours.comment', done: 'times taken, the remark left out' },
  uncertain: { reason: 'hours.uncertain', done: 'times marked as unknown left out' },
  no_times: { reason: 'hours.no_times', done: 'days without times left out' },
}

const ofDates = (count: number, until: string | undefined): HoursFinding =>
  count > mostExceptions
    ? { reason: 'hours.seasons', done: 'the usual week taken, its seasons left out' }
    : { reason: 'hours.dated', done: `${count} closures or special days laid down until ${until}` }

/** Whether one week says it all. */
const isSteady = (tidy: string, rule: Understood['rule']): boolean => followsTheSun(tidy) || rule.isWeekStable() || onlyHolidaysVary(tidy)

const stateOf = ({ week, exceptions }: Pick<Hours, 'week' | 'exceptions'>, tidy: string): Hours['state'] => {
  if (week.some((periods) => periods.length) || exceptions.some(({ periods }) => periods.length)) return 'known'
  return neverOpen.test(tidy) ? 'closed' : 'unknown'
}

const readText = (text: string, place: Place, almanac: Almanac): Hours => {
  const understood = understand(text, place, almanac)
  if ('state' in understood) return understood
  const { tidy, findings, holidays } = understood
  const moved = movedBeforeMidnight(tidy)
  const reading = { back: moved?.minutes ?? 0, fallback: hasFallback(tidy), wholeDays: namesWholeDays(tidy), remarks: tidy.includes('"') }
  const calendar = { rule: moved ? parseRule(moved.text, place) : understood.rule, tidy, reading, window: almanac.window, holidays }
  const { week, exceptions, days } = isSteady(tidy, understood.rule) ? steadyWeek(calendar) : seasonalWeek(calendar)
  const remarks = new Set(days.flatMap((day) => [...day.remarks]))
  for (const remark of remarks) findings.push(remarkFindings[remark])
  if (followsTheSun(tidy)) findings.push({ reason: 'hours.sun', done: 'sunrise and sunset set to fixed times' })
  const tooMany = exceptions.length > mostExceptions
  if (exceptions.length) findings.push(ofDates(exceptions.length, almanac.window.dates.at(-1)))
  const state = stateOf({ week, exceptions }, tidy)
  if (state === 'closed') findings.push({ reason: 'hours.closed', done: 'imported as inactive' })
  else if (state === 'unknown' && !remarks.size)
    findings.push({ reason: 'hours.no_times', done: 'no hours taken: it says when it is closed, not when it is open' })
  return { state, week, exceptions: tooMany ? [] : exceptions, findings }
}

/**
 * A reader of `opening_hours` against the 13 months from the month of `today` (a date) on. It remembers what it read: in a file of
 * the whole world two of five texts were there before.
 */
export const hoursReader = (today: string): HoursReader => {
  const first = Temporal.PlainDate.from(today).with({ day: 1 })
  const window = windowOf(first, first.until(first.add({ months: horizonMonths })).days)
  const holidays = new Map<string, Holidays | undefined>()
  const known = new Map<string, Hours>()
  return (text, place) => {
    if (text === '') return unread('unknown')
    if (/^(open|yes)$/i.test(text)) return unread('unknown', { reason: 'hours.no_times', done: 'no hours taken: it says open, not when' })
    const key = `${/\bPH\b/.test(text) ? place.country : ''} ${text}`
    const before = known.get(key)
    if (before) {
      // Back to the end of the line: what is asked often stays.
      known.delete(key)
      known.set(key, before)
      return before
    }
    if (!holidays.has(place.country))
      holidays.set(
        place.country,
        withoutConsole(() => holidaysOf(place, window)),
      )
    const hours = withoutConsole(() => readText(text, place, { window, holidays: holidays.get(place.country) }))
    if (known.size >= remembered) known.delete(known.keys().next().value!)
    known.set(key, hours)
    return hours
  }
}
