import { currentLang } from '#src/i18n/lang.ts'

/*
 * The only place where dates and numbers become text. Instants are shown in the zone they are given with: a reservation lives in its venue's
 * zone, whatever the zone of the machine it is looked at from.
 */
const cache = new Map<string, Intl.DateTimeFormat>()
const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = currentLang() + JSON.stringify(options)
  const known = cache.get(key) ?? new Intl.DateTimeFormat(locale(), options)
  cache.set(key, known)
  return known
}

/** English is written the European way: 24 hours, day before month. */
const locale = (): string => (currentLang() === 'en' ? 'en-GB' : currentLang())

/** A venue-local `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm` has no zone; UTC on both sides keeps it as it is. */
const local = (text: string): Date => new Date(text.length === 10 ? `${text}T00:00Z` : `${text}Z`)

/** `19:30` of a venue-local `YYYY-MM-DDTHH:mm`. */
export const localTime = (startsLocal: string): string => startsLocal.slice(11, 16)

type DateStyle = 'short' | 'medium' | 'dated' | 'long' | 'weekday' | 'month'
const dateStyles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  short: { day: '2-digit', month: '2-digit', year: 'numeric' },
  medium: { weekday: 'short', day: 'numeric', month: 'short' },
  dated: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'short' },
  month: { month: 'long', year: 'numeric' },
}

/** A venue-local date (`YYYY-MM-DD`, or the date part of `startsLocal`). */
export const formatDate = (date: string, style: DateStyle = 'medium'): string =>
  dateFormat({ ...dateStyles[style], timeZone: 'UTC' }).format(local(date.slice(0, 10)))

/** An instant as date and time; `timeZone` undefined = the zone of this machine. */
export const formatInstant = (instant: string, timeZone?: string): string =>
  dateFormat({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone ? { timeZone } : {}),
  }).format(new Date(instant))

/** The zone of this machine, in which its reader counts days. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The day of an instant, as its reader counts days. */
export const formatDayOf = (instant: string): string => dateFormat(dateStyles.medium).format(new Date(instant))

/** An instant to the second, where what happened in between matters. */
export const formatMoment = (instant: string, timeZone?: string): string =>
  dateFormat({
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(timeZone ? { timeZone } : {}),
  }).format(new Date(instant))

/** An instant as `19:30`, or as `19:30:05`. */
export const formatClock = (instant: string, timeZone?: string, { seconds = false } = {}): string =>
  dateFormat({
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
    ...(timeZone ? { timeZone } : {}),
  }).format(new Date(instant))

/** A moment to the second by the clock of its reader: `20:14:05` today, else with its day. */
export const formatRecent = (instant: string): string =>
  new Date(instant).toDateString() === new Date().toDateString()
    ? formatClock(instant, undefined, { seconds: true })
    : formatMoment(instant)

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale(), options).format(value)

/** With its sign, and a true minus. */
export const formatSigned = (value: number, options?: Intl.NumberFormatOptions): string =>
  formatNumber(value, { ...options, signDisplay: 'exceptZero' }).replace('-', '−')

/** A size of a file, in the unit that leaves a number to read. */
export const formatBytes = (bytes: number): string => {
  const small = bytes < 1_048_576
  const value = small ? Math.max(bytes > 0 ? 0.1 : 0, bytes / 1024) : bytes / 1_048_576
  const options = { style: 'unit', unit: small ? 'kilobyte' : 'megabyte', maximumFractionDigits: value < 10 ? 1 : 0 } as const
  return formatNumber(value, options)
}

/** Names of countries for ISO 3166 codes, in the reader's language. */
export const countryName = (code: string): string => {
  try {
    return new Intl.DisplayNames([locale()], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Names of languages for BCP 47 codes, in the reader's language; the code itself where there is no word for it. */
export const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames([locale()], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** `a, b and c`. */
export const formatList = (words: readonly string[]): string => new Intl.ListFormat(locale(), { type: 'conjunction' }).format(words)

export const currencyName = (code: string): string => new Intl.DisplayNames([locale()], { type: 'currency' }).of(code) ?? code

/** For sorting names the way readers of this language expect. */
export const collator = (): Intl.Collator => new Intl.Collator(locale(), { sensitivity: 'base', numeric: true })

/** `Table 5: under the window`, as each language sets its colon; what is empty is left out. */
export const withColon = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join(currentLang() === 'fr' ? '\u00A0: ' : ': ')
