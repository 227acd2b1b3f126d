import type { ListingHours, ListingSpan } from '@tablewire/contracts/listing/profile'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { venuePagePhrases } from './venue-page-phrases.ts'

type Line = { label: string; text: string; isToday: boolean }

const localeOf: Record<Lang, string> = { en: 'en-GB', es: 'es', fr: 'fr', de: 'de', nl: 'nl' }
const dayOf = (date: string): Date => new Date(`${date}T00:00:00Z`)
const format = (lang: Lang, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(localeOf[lang], { ...options, timeZone: 'UTC' })
/** `November 2026`, of a date. */
export const monthText = (date: string, lang: Lang): string => format(lang, { month: 'long', year: 'numeric' }).format(dayOf(date))
/** The first of a month is said as such in French. */
const dateText = (date: string, [name, lang]: readonly [Intl.DateTimeFormat, Lang]): string =>
  lang === 'fr' ? name.format(dayOf(date)).replace(/(?<!\d)1(?= )/, '1er') : name.format(dayOf(date))
const capital = (text: string, lang: Lang): string => text.charAt(0).toLocaleUpperCase(localeOf[lang]) + text.slice(1)

/** Midnight to midnight. */
export const isWholeDay = ({ from, to }: Pick<ListingSpan, 'from' | 'to'>): boolean => from === to

export const spansText = (spans: readonly ListingSpan[], lang: Lang): string =>
  spans.length
    ? spans.map((span) => (isWholeDay(span) ? venuePagePhrases[lang].page.allDay : `${span.from}–${span.to}`)).join(', ')
    : venuePagePhrases[lang].page.closed

const weekdayOf = (date: string): number => ((dayOf(date).getUTCDay() + 6) % 7) + 1

/** The hours of today, with what is special about it. */
export const todaySpans = ({ week, days, from: today }: ListingHours): readonly ListingSpan[] =>
  days.find(({ date }) => date === today)?.spans ?? week.filter(({ day }) => day === weekdayOf(today))

/** Monday first, in the words of a language; a Monday is the 5th of January 2026. */
export const weekLines = ({ week, from: today }: ListingHours, lang: Lang): Line[] => {
  const name = format(lang, { weekday: 'long' })
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    label: capital(name.format(dayOf(`2026-01-${String(4 + day).padStart(2, '0')}`)), lang),
    text: spansText(
      week.filter((span) => span.day === day),
      lang,
    ),
    isToday: weekdayOf(today) === day,
  }))
}

export const specialLines = ({ days, from: today }: ListingHours, lang: Lang): Line[] => {
  const name = format(lang, { weekday: 'short', day: 'numeric', month: 'long' })
  return days.map(({ date, name: why, spans }) => ({
    label: capital(dateText(date, [name, lang]), lang),
    text: [spansText(spans, lang), why].filter(Boolean).join(' · '),
    isToday: date === today,
  }))
}
