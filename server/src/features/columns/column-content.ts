import { dateOrders } from '@tablewire/contracts/import/import.rules'
import { isZone } from '#src/platform/clock.ts'
import { isCountry } from './country-words.ts'
import { positionIn } from './position-in.ts'
import { readDate, readTime } from './read-date.ts'

/** What stands in a cell, as far as its shape tells. */
export type Content =
  | 'email'
  | 'phone'
  | 'abroad'
  | 'web'
  | 'zone'
  | 'country'
  | 'degrees'
  | 'position'
  | 'hours'
  | 'date'
  | 'time'
  | 'clock'
  | 'count'

const number = /^[-+]?\d{1,3}([.,]\d+)?$/
const isDegrees = (cell: string): boolean => number.test(cell) && Math.abs(Number(cell.replace(',', '.'))) <= 180
const isDate = (cell: string): boolean =>
  cell.length >= 6 && cell.length <= 40 && /\d/.test(cell) && dateOrders.some((order) => readDate(cell, order) !== undefined)
const weekday =
  /\b(mo|tu|we|th|fr|sa|su|mon|tue|wed|thu|fri|sat|sun|di|mi|do|so|lun|mar|mi[eé]|jue|vie|s[aá]b|dom|mer|jeu|ven|sam|dim|ma|wo|vr|za|zo)[a-zéáû]*\b|24\s?\/\s?7|[月火水木金土日週周]/i
const span = /\d{1,2}([:.h]\d{2})?\s?([ap]\.?m\.?)?\s?(-|–|—|~|～|to|bis|a|à|tot)\s?\d{1,2}([:.h]\d{2})?/i

const tests: Readonly<Record<Content, (cell: string) => boolean>> = {
  email: (cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell),
  phone: (cell) => /^(tel:)?\s*[(+\d][\d\s()/.+;,-]{5,}(ext|x|#)?[\s.\d]*$/i.test(cell) && cell.replaceAll(/\D/g, '').length >= 6,
  abroad: (cell) => /^(tel:\s*)?\(?\s*(\+|00)\s*[1-9][\d\s()/.-]{6,}$/i.test(cell),
  web: (cell) => /^(https?:\/\/|www\.)\S+$/i.test(cell) || /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(\/\S*)?$/i.test(cell),
  zone: (cell) => cell.includes('/') && isZone(cell),
  country: isCountry,
  degrees: isDegrees,
  position: (cell) => positionIn(cell) !== undefined,
  hours: (cell) =>
    /^24\s?\/\s?7$/.test(cell) || (weekday.test(cell) && span.test(cell)) || /^\s*\d{1,2}:\d{2}\s?[-–~]\s?\d{1,2}:\d{2}/.test(cell),
  date: isDate,
  time: (cell) => /[:h]/i.test(cell) && readTime(cell) !== undefined,
  clock: (cell) => readTime(cell) !== undefined || dateOrders.some((order) => (readDate(cell, order)?.minutes ?? null) !== null),
  count: (cell) => /^\d{1,3}([.,]0+)?$/.test(cell),
}

/** The share of a column's values that are of that kind, 0 to 1. */
export const shareOf = (values: readonly string[], content: Content): number =>
  values.length ? values.filter(tests[content]).length / values.length : 0

/** Numbers with so many places after the point are measured, not counted or priced. */
export const isMeasured = (values: readonly string[]): boolean =>
  values.length > 0 && values.filter((value) => /[.,]\d{3,}$/.test(value)).length * 2 > values.length
