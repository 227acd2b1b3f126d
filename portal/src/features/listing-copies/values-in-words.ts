import type { ListingDifference, ListingField, ShownFacts } from '@tablewire/contracts/listing/copies'
import { formatDate, formatNumber } from '#src/kit/format.ts'
import { weekdays } from '#src/kit/week.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>
type Period = { from: string; to: string }

/** A Monday is the 5th of January 2026. */
const weekdayName = (day: number): string => formatDate(`2026-01-${String(4 + day).padStart(2, '0')}`, 'weekday')
const periodsText = (t: T, periods: readonly Period[]): string =>
  periods.length ? periods.map(({ from, to }) => `${from}–${to}`).join(', ') : t('closed')

/** Days with the same hours in one line: `Mon–Fri 12:00–23:00`. */
const weekLines = (t: T, hours: NonNullable<ShownFacts['hours']>): string[] => {
  const texts = weekdays.map((day) =>
    periodsText(
      t,
      hours.filter((one) => one.day === day),
    ),
  )
  const lines: string[] = []
  for (let from = 0; from < texts.length;) {
    let to = from
    while (texts[to + 1] === texts[from]) to++
    const days = from === to ? weekdayName(from + 1) : `${weekdayName(from + 1)}–${weekdayName(to + 1)}`
    lines.push(`${days}: ${texts[from]}`)
    from = to + 1
  }
  return lines
}

const degrees = (value: number | null | undefined): string =>
  typeof value === 'number' ? formatNumber(value, { maximumFractionDigits: 5 }) : '–'

const wordsOf: Readonly<Record<ListingField, (t: T, facts: ShownFacts) => string[]>> = {
  name: (_t, { name }) => [name ?? '–'],
  address: (_t, { address, postalCode, city }) => [address ?? '', [postalCode, city].filter(Boolean).join(' ')].filter(Boolean),
  position: (_t, { latitude, longitude }) => [`${degrees(latitude)}, ${degrees(longitude)}`],
  phone: (_t, { phone }) => [phone ?? '–'],
  website: (_t, { website }) => [website ?? '–'],
  menu: (_t, { menuUrl }) => [menuUrl ?? '–'],
  hours: (t, { hours }) => weekLines(t, hours ?? []),
  specialDays: (t, { specialDays }) => (specialDays ?? []).map(({ date, periods }) => `${formatDate(date)}: ${periodsText(t, periods)}`),
}

/** One side of a difference, line by line; of a week only the days that differ from the other side. */
export const sideInWords = (t: T, field: ListingField, { mine, other }: { mine: ShownFacts; other: ShownFacts }): string[] => {
  if (field !== 'hours') return wordsOf[field](t, mine)
  const differing = weekdays.filter((day) => {
    const on = ({ hours }: ShownFacts): string =>
      periodsText(
        t,
        (hours ?? []).filter((one) => one.day === day),
      )
    return on(mine) !== on(other)
  })
  const whole = wordsOf.hours(t, mine)
  if (differing.length === 7) return whole
  return differing.map((day) => {
    const periods = (mine.hours ?? []).filter((one) => one.day === day)
    return `${weekdayName(day)}: ${periodsText(t, periods)}`
  })
}
export const oursInWords = (t: T, { field, ours, theirs }: ListingDifference): string[] =>
  sideInWords(t, field, { mine: ours, other: theirs })
export const theirsInWords = (t: T, { field, ours, theirs }: ListingDifference): string[] =>
  sideInWords(t, field, { mine: theirs, other: ours })
