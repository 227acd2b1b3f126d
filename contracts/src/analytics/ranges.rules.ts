/** Spans of days that are named by today: what a page offers, and what a report that comes by itself is about. */
export const ranges = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'thisYear', 'lastTwelve'] as const
export type Range = (typeof ranges)[number]
type Span = { from: string; to: string }

const plus = (date: string, days: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}
const weekday = (date: string): number => (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7
const firstOf = (date: string, months: number): string => {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Weeks begin on Monday; the last twelve months are those before this one. */
export const spanOf = (range: Range, today: string): Span => {
  const monday = plus(today, -weekday(today))
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: plus(today, -1), to: plus(today, -1) }
    case 'thisWeek':
      return { from: monday, to: plus(monday, 6) }
    case 'lastWeek':
      return { from: plus(monday, -7), to: plus(monday, -1) }
    case 'thisMonth':
      return { from: firstOf(today, 0), to: plus(firstOf(today, 1), -1) }
    case 'lastMonth':
      return { from: firstOf(today, -1), to: plus(firstOf(today, 0), -1) }
    case 'thisYear':
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` }
    case 'lastTwelve':
      return { from: firstOf(today, -12), to: plus(firstOf(today, 0), -1) }
  }
}
