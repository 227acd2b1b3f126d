import type { DayHours, Period, Window } from './hours-rule.ts'

/** Days that differ from the week; no periods = closed. */
export type Exception = { fromOn: string; toOn: string; name: string | null; periods: Period[] }
/** Index 0 = Monday. */
export type Week = Period[][]
/** `index` counts days in the window; `name` is the holiday's. */
export type DatedDay = DayHours & { index: number; name: string | null }

const keyOf = (periods: readonly Period[]): string => periods.map(({ from, to }) => `${from}-${to}`).join()
const weekdayOf = ({ firstWeekday }: Window, { index }: DatedDay): number => (firstWeekday + index) % 7

/** The week most days follow. */
export const usualWeek = (window: Window, days: readonly DatedDay[]): Week => {
  const votes = Array.from({ length: 7 }, () => new Map<string, { periods: Period[]; count: number }>())
  for (const day of days) {
    if (day.unsure) continue
    const key = keyOf(day.periods)
    const weekday = votes[weekdayOf(window, day)]!
    const vote = weekday.get(key)
    if (vote) vote.count++
    else weekday.set(key, { periods: day.periods, count: 1 })
  }
  return votes.map((weekday) => [...weekday.values()].toSorted((a, b) => b.count - a.count)[0]?.periods ?? [])
}

/** What differs from the week, in as few ranges as possible: a range also runs over days on which both say the same. */
export const exceptionsTo = (week: Week, days: readonly DatedDay[], window: Window): Exception[] => {
  const weekKeys = week.map(keyOf)
  const found: Exception[] = []
  let open: { exception: Exception; key: string; reach: number } | undefined
  for (const day of days) {
    const { index, name, periods, unsure } = day
    const key = keyOf(periods)
    const differs = !unsure && key !== weekKeys[weekdayOf(window, day)]
    if (open && open.reach === index - 1 && (unsure || (open.key === key && open.exception.name === name))) {
      open.reach = index
      if (differs) open.exception.toOn = window.dates[index]!
      continue
    }
    open = undefined
    if (!differs) continue
    const exception = { fromOn: window.dates[index]!, toOn: window.dates[index]!, name, periods }
    found.push(exception)
    open = { exception, key, reach: index }
  }
  return found
}
