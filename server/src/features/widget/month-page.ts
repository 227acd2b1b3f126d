import type { DayAvailability } from '@tablewire/contracts/booking/availability'
import type { Day, Link, Month } from '@tablewire/widget/page-state'
import { Temporal } from 'temporal-polyfill'
import { localWords } from '#src/platform/local-words.ts'
import type { Asked } from './asked-page.ts'
import { dayWords } from './in-words.ts'
import { days, openOf, type Span, whyOf } from './open-days.ts'
import { widgetPhrases } from './widget-phrases.ts'

const daysOfWeek = 7

/** 1 = Monday: with which day a week begins where the reader is. */
const firstOfWeek = (locale: string): number => {
  // What engines know of weeks came before the types did.
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  return known.getWeekInfo?.().firstDay ?? 1
}

const monthWords = (month: Temporal.PlainYearMonth, locale: string): string =>
  localWords(month.toPlainDate({ day: 1 }).toPlainDateTime(), locale, { month: 'long', year: 'numeric' })

export const readMonth = (text: string | undefined): Temporal.PlainYearMonth | undefined =>
  text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? Temporal.PlainYearMonth.from(text) : undefined

type Asking = {
  span: Span
  today: string
  last: string
  date: string
  month: Temporal.PlainYearMonth
  linkOf: (query: Record<string, string>) => string
}

const dayOf = ({ lang, locale }: Asked, { date, linkOf }: Asking, found: { date: string; day: DayAvailability | undefined }): Day => {
  const words = widgetPhrases[lang]
  const { day } = found
  const free = day !== undefined && openOf(day).length > 0
  const why = day ? words[whyOf(day)] : words.dayNone
  return {
    date: found.date,
    label: String(Number(found.date.slice(8))),
    name: `${dayWords(found.date, locale)}, ${free ? words.dayFree : why}`,
    href: free ? linkOf({ date: found.date }) : null,
    current: found.date === date,
  }
}

/** A month that is not all past, nor beyond what can be booked. */
const withinReach = ({ today, last, month }: Asking): Temporal.PlainYearMonth => {
  const [first, end] = [today, last].map((date) => Temporal.PlainDate.from(date).toPlainYearMonth()) as [
    Temporal.PlainYearMonth,
    Temporal.PlainYearMonth,
  ]
  if (Temporal.PlainYearMonth.compare(month, first) < 0) return first
  return Temporal.PlainYearMonth.compare(month, end) > 0 ? end : month
}

/** A month with each of its days: whether a table is free, and why not. */
export const monthPage = async (asked: Asked, asking: Asking): Promise<Month> => {
  const { locale } = asked
  const { span, today, last, linkOf } = asking
  const month = withinReach(asking)
  const dates = Array.from({ length: month.daysInMonth }, (_, index) => month.toPlainDate({ day: index + 1 }).toString())
  const known = dates.filter((date) => date >= today && date <= last)
  const found = new Map((await days(asked, span, [known[0]!, known.at(-1)!])).map((day) => [day.date, day]))
  const begins = firstOfWeek(locale)
  const before = (month.toPlainDate({ day: 1 }).dayOfWeek - begins + daysOfWeek) % daysOfWeek
  const cells = [
    ...Array.from({ length: before }, () => null),
    ...dates.map((date) => dayOf(asked, asking, { date, day: found.get(date) })),
  ]
  const weeks = Array.from({ length: Math.ceil(cells.length / daysOfWeek) }, (_, row) =>
    Array.from({ length: daysOfWeek }, (__, column) => cells[row * daysOfWeek + column] ?? null),
  )
  // Any week: only its days' names are read.
  const monday = Temporal.PlainDate.from('2024-01-01')
  const weekdays = Array.from({ length: daysOfWeek }, (_, index) => {
    const day = monday.add({ days: begins - 1 + index }).toPlainDateTime()
    return { short: localWords(day, locale, { weekday: 'short' }), long: localWords(day, locale, { weekday: 'long' }) }
  })
  const link = (to: Temporal.PlainYearMonth): Link => ({
    href: linkOf({ date: asking.date, month: to.toString() }),
    label: monthWords(to, locale),
  })
  return {
    value: month.toString(),
    title: monthWords(month, locale),
    weekdays,
    weeks,
    before: dates[0]! > today ? link(month.subtract({ months: 1 })) : null,
    after: dates.at(-1)! < last ? link(month.add({ months: 1 })) : null,
  }
}
