import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { hasPhrases, phrasesNow } from '#src/i18n/phrases.ts'
import { countryName, currencyName, formatDate, formatInstant, formatNumber, languageName } from '#src/kit/format.ts'
import { inLines, titleCase, type Step } from '#src/kit/value-diff.ts'
import { fieldInWords } from './audit-words.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>
/** What values are said in: the phrases, and what of the entry says what its ids stand for. */
export type Speech = { t: T; entry: Pick<AuditEntry, 'subject' | 'names'> }

const ids = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const days = /^\d{4}-\d\d-\d\d$/
const instants = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month'
const seconds = new Set(['holdingTime', 'holdingTimeSeconds', 'minAdvanceBooking', 'minAdvanceBookingCancelling', 'duration'])
const minutes = new Set(['minutes', 'cutOff', 'cancellationWindow'])
const unitOf = (field: string): Unit | undefined => {
  if (seconds.has(field)) return 'second'
  if (field.endsWith('Minutes') || minutes.has(field)) return 'minute'
  if (field.endsWith('Hours')) return 'hour'
  if (field.endsWith('Months')) return 'month'
  return field.endsWith('Days') && field !== 'specialDays' ? 'day' : undefined
}
const inUnit = (value: number, unit: Unit): string => formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' })
/** Seconds are told in the largest unit that says them as a whole number. */
const measured = (value: number, unit: Unit): string => {
  if (unit !== 'second' || value === 0 || value % 60 !== 0) return inUnit(value, unit)
  if (value % 86_400 === 0) return inUnit(value / 86_400, 'day')
  return value % 3600 === 0 ? inUnit(value / 3600, 'hour') : inUnit(value / 60, 'minute')
}

const named: Readonly<Record<string, (code: string) => string>> = {
  country: countryName,
  countryCode: countryName,
  lang: languageName,
  currency: currencyName,
}

/** Whose words a code is said in: those of the screen where people choose it. */
const chosenIn = (subject: string, field: string, code: string): readonly [string, string] | undefined => {
  if (field === 'roles') return ['users', `role.${code}`]
  if (field === 'permissions') return ['users', `p.${code}`]
  if (field === 'access') return ['users', `access.${code}`]
  if (field === 'status') return ['reservations', `status.${code}`]
  if (field === 'source') return ['reservations', `source.${code}`]
  if (field === 'state') return [subject === 'user' ? 'users' : 'channels', `state.${code}`]
  return undefined
}
/** The orders of a list are called by their columns, and an export by what it holds. */
const calledAs: Readonly<Record<string, (t: T, code: string) => string>> = {
  sort: (t, code) => (code.startsWith('-') ? t('sort.down', { field: fieldInWords(t, code.slice(1)) }) : fieldInWords(t, code)),
  kind: (t, code) => (['reservations', 'users', 'venues'].includes(code) ? fieldInWords(t, code) : code),
  dateBasis: (t, code) => fieldInWords(t, code === 'creation' ? 'createdAt' : 'startsAt'),
}
const inWordsOf = (subject: string, field: string, code: string): string | undefined => {
  const [area, key] = chosenIn(subject, field, code) ?? []
  if (area === undefined || key === undefined || !hasPhrases(area)) return undefined
  const said = phrasesNow<Record<string, string>>(area)(key)
  return said === key ? undefined : said
}

/** Of very many an entry tells how many there were. */
const venuesAlone = /^(\d+) venues$/
const codes = /^(ROLE_[A-Z_]+|[a-z]+(_[a-z]+)+)$/
const textInWords = ({ t, entry }: Speech, value: string, field: string): string => {
  const [, many] = venuesAlone.exec(value) ?? []
  if (many !== undefined) return t('entries', { count: Number(many) })
  if (ids.test(value)) return entry.names[value] ?? t('unknown.thing')
  if (days.test(value)) return formatDate(value, 'short')
  if (instants.test(value)) return formatInstant(value)
  if (named[field] && /^[A-Za-z]{2,3}$/.test(value)) return named[field](value)
  if (entry.subject === 'export' && calledAs[field]) return calledAs[field](t, value)
  return inWordsOf(entry.subject, field, value) ?? (codes.test(value) ? titleCase(value.replace(/^ROLE_/, '')) : value)
}

const single = (speech: Speech, value: unknown, field: string): string => {
  const { t } = speech
  if (value === null || value === undefined || value === '') return t('none')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'string') return textInWords(speech, value, field)
  const unit = unitOf(field)
  if (typeof value === 'number') return unit ? measured(value, unit) : formatNumber(value)
  return String(value as bigint)
}
/** Monday is 1; the first week of 2024 began on one. */
const weekday = (day: number): string => formatDate(`2024-01-0${day}`, 'weekday')
const daysInWords = (field: string, value: unknown): string | undefined =>
  field === 'days' && Array.isArray(value) && value.length > 0 && value.every((day) => typeof day === 'number')
    ? value.map((day) => weekday(day)).join(' ')
    : undefined

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
const textsInWords = (speech: Speech, value: unknown, field: string): string | undefined =>
  isTexts(value) ? value.map((one) => textInWords(speech, one, field)).join(', ') : undefined

const listedAtMost = 12
/** So many of a long list, and how many more there are; a long list of ids that have no names is told by its number. */
const listed = (speech: Speech, value: readonly string[], field: string): string => {
  const { t, entry } = speech
  const known = value.filter((one) => !ids.test(one) || entry.names[one] !== undefined)
  if (known.length === 0) return t('entries', { count: value.length })
  const said = known.slice(0, listedAtMost).map((one) => textInWords(speech, one, field))
  const more = value.length - said.length
  return more > 0 ? `${said.join(',\n')}\n${t('and.more', { count: more })}` : said.join(',\n')
}

/** Days of the week, roles, places, dates and ids by their names, numbers with what they count, all else down to its single values. */
export const valueInWords = (speech: Speech, value: unknown, field = ''): string => {
  const { t } = speech
  const weekdays = daysInWords(field, value)
  if (weekdays) return weekdays
  if (isTexts(value)) return listed(speech, value, field)
  if (typeof value !== 'object' || value === null) return single(speech, value, field)
  return inLines(value, {
    label: (key) => (key === 'name' ? '' : fieldInWords(t, key)),
    value: (one) => single(speech, one, ''),
    under: (key, one) =>
      daysInWords(key, one) ?? textsInWords(speech, one, key) ?? (typeof one === 'object' ? undefined : single(speech, one, key)),
  }).trim()
}
/** The way to a value: `Shifts › Dinner › From`. */
export const pathInWords = (t: T, path: readonly Step[]): string =>
  path.map((step) => ('key' in step ? fieldInWords(t, step.key) : step.name)).join(' › ')
