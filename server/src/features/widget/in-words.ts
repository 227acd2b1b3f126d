import type { Lang } from '@tablewire/contracts/kit/wire'
import { Temporal } from 'temporal-polyfill'
import { localWords } from '#src/platform/local-words.ts'
import { fill } from '#src/platform/phrases.ts'
import { widgetPhrases } from './widget-phrases.ts'

const usual: Record<Lang, string> = { en: 'en-GB', es: 'es-ES', fr: 'fr-FR', de: 'de-DE', nl: 'nl-NL' }

/** The reader's region where his browser names one of this language: days and times are written as he writes them. */
export const localeOf = (lang: Lang, accepted: string | undefined): string =>
  (accepted ?? '')
    .split(',')
    .map((part) => part.split(';')[0]!.trim())
    .find((tag) => new RegExp(`^${lang}-[A-Za-z]{2}$`).test(tag)) ?? usual[lang]

export const dayWords = (date: string, locale: string): string =>
  localWords(Temporal.PlainDate.from(date).toPlainDateTime(), locale, { weekday: 'long', day: 'numeric', month: 'long' })
/** Of `YYYY-MM-DDTHH:mm`, the venue's clock. */
export const timeWords = (local: string, locale: string): string =>
  localWords(Temporal.PlainDateTime.from(local), locale, { hour: 'numeric', minute: '2-digit' })
export const momentWords = (local: string, locale: string): string => `${dayWords(local.slice(0, 10), locale)}, ${timeWords(local, locale)}`
/** An instant by the venue's clock, as `YYYY-MM-DDTHH:mm`. */
export const localAt = (ms: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })

export const guestsWords = (count: number, lang: Lang): string =>
  count === 1 ? widgetPhrases[lang].one : fill(widgetPhrases[lang].many, { count })

/** An amount in minor units of its currency, as the reader writes it. */
export const moneyWords = (amount: number, currency: string, locale: string): string => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
