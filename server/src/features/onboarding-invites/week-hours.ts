/** Seven lines as somebody types them, Monday first, and the opening hours they mean. */
export type OpenPeriod = { day: number; from: string; to: string }
export type HoursFault = 'hours' | 'overlap'
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** `12`, `12:00`, `12.00`, `12h30`, `24:00`. */
const clock = /^(\d{1,2})(?:[:.h](\d{2}))?\s?h?$/i

const minutesOf = (text: string): number | undefined => {
  const [, hours, minutes = '0'] = clock.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  const all = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && all <= 1440 ? all : undefined
}
const told = (minutes: number): string =>
  `${String(Math.floor((minutes % 1440) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** One day's line; a time that ends before it begins goes on after midnight. */
export const readDay = (day: number, line: string): OpenPeriod[] | HoursFault => {
  const parts = line
    .split(/[,;/]|\s(?:&|\+|and|und|et|y|en)\s/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length > 4) return 'hours'
  const spans: { from: number; to: number }[] = []
  for (const part of parts) {
    const ends = part.split(/\s*[-–—]\s*/)
    const [from, to] = ends.map(minutesOf)
    if (ends.length !== 2 || from === undefined || to === undefined || from === 1440) return 'hours'
    spans.push({ from, to: to <= from ? to + 1440 : to })
  }
  spans.sort((a, b) => a.from - b.from)
  if (spans.some(({ from }, nth) => nth > 0 && from < spans[nth - 1]!.to)) return 'overlap'
  const [first] = spans
  if (first && spans.at(-1)!.to - 1440 > first.from) return 'overlap'
  return spans.map(({ from, to }) => ({ day, from: told(from), to: told(to) }))
}

/** The days that begin while the evening before still goes on; Sunday's goes on into Monday. */
export const overlappedDays = (hours: readonly OpenPeriod[]): number[] =>
  weekdays.filter((day) => {
    const before = hours.filter((one) => one.day === ((day + 5) % 7) + 1 && one.to < one.from)
    return hours.some(({ day: its, from }) => its === day && before.some(({ to }) => from < to))
  })

export const dayLine = (hours: readonly OpenPeriod[], day: number): string =>
  hours
    .filter((one) => one.day === day)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from, to }) => `${from}-${to === '00:00' ? '24:00' : to}`)
    .join(', ')
