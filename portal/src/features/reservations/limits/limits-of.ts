import type { Book, DayLimits, Shift } from '@tablewire/contracts/estate/book'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'

/** What a shift lets in and aims at, on one date or on all of its days. */
export type Limits = Pick<DayLimits, 'targetCovers' | 'pacing' | 'pacingAt'>
/** For which days a change counts: this date alone, or each day on which the shift is served so. */
export type Scope = 'date' | 'all'
type Where = { date: string; shiftId: string }

const weekdayOf = (date: string): number => new Date(`${date}T00:00Z`).getUTCDay() || 7
const specialOn = ({ specialDays }: Book, date: string) => specialDays.find(({ fromOn, toOn }) => fromOn <= date && date <= toOn)

const servedOn = (book: Book, date: string): readonly Shift[] =>
  (specialOn(book, date)?.shifts ?? book.shifts).filter(({ days }) => days.includes(weekdayOf(date)))

const ofShift = ({ targetCovers = null, pacing, pacingAt }: Shift): Limits => ({ targetCovers, pacing, pacingAt })
const isOf =
  ({ date, shiftId }: Where) =>
  (one: DayLimits): boolean =>
    one.on === date && one.shiftId === shiftId

/** The shift as it stands in the book, what holds for it on that date, and whether that is of this date alone; undefined where no such meal is served. */
export const limitsOn = (book: Book, where: Where): { shift: Shift; limits: Limits; own: boolean } | undefined => {
  const shift = servedOn(book, where.date).find(({ id }) => id === where.shiftId)
  if (!shift) return undefined
  const day = book.dayLimits?.find(isOf(where))
  return {
    shift,
    limits: day ? { targetCovers: day.targetCovers, pacing: day.pacing, pacingAt: day.pacingAt } : ofShift(shift),
    own: day !== undefined,
  }
}

const same = (one: Limits, other: Limits): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The book with these limits; of a date that is like all others none are kept. */
export const withLimits = (book: Book, where: Where, { scope, limits, id }: { scope: Scope; limits: Limits; id: string }): Book => {
  const others = (book.dayLimits ?? []).filter((one) => !isOf(where)(one))
  const now = limitsOn(book, where)
  if (!now) return book
  if (scope === 'date') {
    const { targetCovers, pacing, pacingAt } = limits
    const own = same(limits, ofShift(now.shift)) ? [] : [{ id, on: where.date, shiftId: where.shiftId, targetCovers, pacing, pacingAt }]
    return { ...book, dayLimits: [...others, ...own] }
  }
  const changed = (shifts: readonly Shift[]): Shift[] =>
    shifts.map((shift) => (shift.id === where.shiftId ? { ...shift, ...limits } : shift))
  const special = specialOn(book, where.date)
  const dayLimits = [...others]
  if (!special?.shifts) return { ...book, dayLimits, shifts: changed(book.shifts) }
  const specialDays = book.specialDays.map((day) => (day === special ? { ...day, shifts: changed(special.shifts!) } : day))
  return { ...book, dayLimits, specialDays }
}

/** As typed: empty = what holds for every start, `∞` = no limit. */
export type Typed = { target: string; covers: string; parties: string; at: Readonly<Record<string, { covers: string; parties: string }>> }
/** What is no number of guests is refused where it was typed; nothing is made of it. */
export const isOdd = (text: string): boolean => !/^(\d*|∞)$/.test(text.trim())
export const hasOdd = ({ target, covers, parties, at }: Typed): boolean =>
  [target, covers, parties, ...Object.values(at).flatMap((one) => [one.covers, one.parties])].some(isOdd)
const shown = (value: number | null): string => (value === null ? '' : String(value))
const other = (value: number | null, usual: number | null): string => (value === usual ? '' : value === null ? '∞' : String(value))
const whole = (text: string): number | null => (/^\d+$/.test(text) ? Number(text) : null)
const atStart = (text: string, usual: number | null): number | null => (text === '' ? usual : whole(text))

export const typedOf = ({ targetCovers, pacing, pacingAt }: Limits): Typed => ({
  target: shown(targetCovers),
  covers: shown(pacing.covers),
  parties: shown(pacing.parties),
  at: Object.fromEntries(
    pacingAt.map(({ at, covers, parties }) => [at, { covers: other(covers, pacing.covers), parties: other(parties, pacing.parties) }]),
  ),
})

export const limitsOf = (typed: Typed): Limits => {
  const pacing = { covers: whole(typed.covers), parties: whole(typed.parties) }
  const pacingAt = Object.entries(typed.at)
    .map(([at, own]) => ({ at, covers: atStart(own.covers, pacing.covers), parties: atStart(own.parties, pacing.parties) }))
    .filter(({ covers, parties }) => covers !== pacing.covers || parties !== pacing.parties)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return { targetCovers: whole(typed.target), pacing, pacingAt }
}

/** A start of the meal with what is booked for it. */
export type StartCovers = { time: string; covers: number; parties: number }

/** Nobody more at these starts. None, and not as many as are booked: a cancelation would sell its seats again. */
export const takingNoMore = (typed: Typed, starts: readonly StartCovers[]): Typed => ({
  ...typed,
  at: { ...typed.at, ...Object.fromEntries(starts.map(({ time }) => [time, { covers: '0', parties: typed.at[time]?.parties ?? '' }])) },
})

/** Whether nobody is taken at any of these starts. */
export const takesNone = (typed: Typed, starts: readonly StartCovers[]): boolean =>
  starts.length > 0 && starts.every(({ time }) => typed.at[time]?.covers.trim() === '0')
/** As the meal takes them. */
export const takingAgain = (typed: Typed, starts: readonly StartCovers[]): Typed => {
  const again = new Set(starts.map(({ time }) => time))
  const at = Object.entries(typed.at).map(([time, own]) => [time, again.has(time) ? { ...own, covers: '' } : own] as const)
  return { ...typed, at: Object.fromEntries(at) }
}

type Interval = Pick<ServiceDay['intervals'][number], 'startsAt' | 'shiftId' | 'coversMax' | 'partiesMax'>
/** The meals that take nobody any more at any start that is still to come. */
export const stoppedMeals = (
  { shifts, intervals }: { shifts: ServiceDay['shifts']; intervals: readonly Interval[] },
  now: number,
): string[] => {
  const coming = Map.groupBy(
    intervals.filter(({ startsAt }) => Date.parse(startsAt) > now),
    ({ shiftId }) => shiftId,
  )
  const none = ({ coversMax, partiesMax }: Interval): boolean => coversMax === 0 || partiesMax === 0
  return shifts.filter(({ id }) => coming.get(id)?.every(none)).map(({ name }) => name)
}
