import type { Temporal } from 'temporal-polyfill'

/** Cache of formatters: creating one costs more than the rest of a mail. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** A local date and time in a locale's words, whatever zone it is local to. */
export const localWords = (local: Temporal.PlainDateTime, locale: string, options: Intl.DateTimeFormatOptions): string => {
  const key = JSON.stringify([locale, options])
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  formatters.set(key, formatter)
  return formatter.format(local.toZonedDateTime('UTC').epochMilliseconds)
}
