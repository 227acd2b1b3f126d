import type { DateOrder } from '@tablewire/contracts/import/import.rules'

/** A date, its minutes after midnight where they stand beside it, or an exact instant. */
export type ReadDate = { date: string; minutes: number | null; ms: number | null }

/** January to December in the five languages of the product; the first three letters tell them, where they are not two months'. */
const months = [
  ['jan', 'ene', 'janvier'],
  ['feb', 'fév', 'fev', 'février'],
  ['mar', 'mär', 'mrz', 'maa', 'mrt', 'mars', 'maart'],
  ['apr', 'abr', 'avr', 'avril'],
  ['may', 'mai', 'mei'],
  ['jun', 'juin'],
  ['jul', 'juil', 'juillet'],
  ['aug', 'ago', 'aoû', 'aou', 'août'],
  ['sep', 'set'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez', 'dic', 'déc'],
] as const

const monthOf = (word: string): number => {
  const exact = months.findIndex((names) => names.some((name) => name === word || (name.length > 3 && word.startsWith(name))))
  return (exact >= 0 ? exact : months.findIndex((names) => names.some((name) => name.length === 3 && word.startsWith(name)))) + 1
}

const pad = (value: number): string => String(value).padStart(2, '0')
const dateOf = (year: number, month: number, day: number): string | undefined => {
  const full = year < 100 ? 2000 + year : year
  const date = new Date(Date.UTC(full, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? `${full}-${pad(month)}-${pad(day)}` : undefined
}

/** The hour of a whole day, of one that may belong to a half of it. */
const hourOf = (hour: number, half = ''): number => {
  if (half.startsWith('p') && hour !== 12) return hour + 12
  return half.startsWith('a') && hour === 12 ? 0 : hour
}

/** Minutes after midnight of `19:30`, `19.30`, `19h30`, `7:30 pm`, `19 Uhr`, `1930`, or of the part of a day that a spreadsheet writes. */
export const readTime = (text: string): number | undefined => {
  const word = text.trim().toLowerCase()
  if (/^0[.,]\d+$/.test(word)) return Math.round(Number(word.replace(',', '.')) * 1440) % 1440
  const packed = /^(\d{2})(\d{2})\d{2}$/.exec(word)
  const [, hour, minute = '0', half] =
    packed ??
    /^(\d{1,2})(?:[:.h](\d{2}))?(?:[:.]\d{2}(?:\.\d+)?)?\s*(am|pm|a\.m\.|p\.m\.|uhr|h|hrs|uur)?$/.exec(word) ??
    /^(\d{2})(\d{2})()$/.exec(word) ??
    []
  if (hour === undefined) return undefined
  const minutes = hourOf(Number(hour), half) * 60 + Number(minute)
  return Number(minute) < 60 && minutes <= 1440 ? minutes % 1440 : undefined
}

const inNumbers = ([a, b, c]: readonly [string, string, string], order: DateOrder): string | undefined => {
  const x = Number(a)
  const y = Number(b)
  const z = Number(c)
  if (a.length === 4) return dateOf(x, y, z)
  if (order === 'YMD' && c.length < 4) return dateOf(x, y, z)
  return order === 'MDY' ? dateOf(z, x, y) : dateOf(z, y, x)
}

const splitDate = (text: string, order: DateOrder): { date: string | undefined; rest: string } => {
  const packed = /^(\d{4})(\d{2})(\d{2})(?=$|\D)/.exec(text)
  if (packed) return { date: dateOf(Number(packed[1]), Number(packed[2]), Number(packed[3])), rest: text.slice(8) }
  const numbers = /(\d{1,4})\s?[-./\s]\s?(\d{1,2})\s?[-./\s]\s?(\d{4}|\d{1,2})(?!\d)\.?/.exec(text)
  if (numbers) return { date: inNumbers([numbers[1]!, numbers[2]!, numbers[3]!], order), rest: text.replace(numbers[0], ' ') }
  const word = /[a-zà-ÿ]{3,}/g
  for (const [name] of text.matchAll(word)) {
    const month = monthOf(name)
    if (month === 0) continue
    const year = /\b\d{4}\b/.exec(text)?.[0]
    const left = text.replace(name, ' ').replace(year ?? '', ' ')
    const day = /\b(\d{1,2})(?:\.|st|nd|rd|th|er|º)?(?![\d:h])/.exec(left)
    if (year === undefined || !day) return { date: undefined, rest: '' }
    return { date: dateOf(Number(year), month, Number(day[1])), rest: left.replace(day[0], ' ').replace(/\b(de|del|of|le)\b/g, ' ') }
  }
  return { date: undefined, rest: '' }
}

/** An instant as machines write it, `2026-05-01T19:30:00+02:00` or `20260501T173000Z`; a database writes a space, and hours alone where the offset has no minutes. */
const instantShape = /^(\d{4})-?(\d{2})-?(\d{2})[t ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s?(?:(z|utc|gmt)|([+-]\d{2}):?(\d{2})?)$/

const readInstant = (word: string): ReadDate | undefined => {
  const [, year, month, day, hour, minute, second = '00', , ahead = '+00', beyond = '00'] = instantShape.exec(word) ?? []
  if (year === undefined) return undefined
  const date = `${year}-${month}-${day}`
  const ms = Date.parse(`${date}T${hour}:${minute}:${second}${ahead}:${beyond}`)
  return Number.isNaN(ms) ? undefined : { date, minutes: null, ms }
}

/** Days since 1899-12-30, as spreadsheets write a date whose cell has lost its format: 2000 to 2099. */
const readSerial = (word: string): ReadDate | undefined => {
  if (!/^\d{5}([.,]\d+)?$/.test(word)) return undefined
  const serial = Number(word.replace(',', '.'))
  if (serial < 36_526 || serial >= 73_051) return undefined
  const minutes = Math.round((serial % 1) * 1440)
  const at = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000 + minutes * 60_000)
  return { date: at.toISOString().slice(0, 10), minutes: word.length > 5 ? minutes % 1440 : null, ms: null }
}

/** A date as people write it, with or without a time; in the order of `order` where all of it is numbers. Undefined = not a date. */
export const readDate = (text: string, order: DateOrder): ReadDate | undefined => {
  const word = text.trim().toLowerCase()
  if (instantShape.test(word)) return readInstant(word)
  const serial = readSerial(word)
  if (serial) return serial
  const { date, rest } = splitDate(word.replace(/(\d)t(\d)/, '$1 $2'), order)
  if (date === undefined) return undefined
  const time = rest.replaceAll(/[,]|\b(mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|um|at)[a-z]*\b\.?/g, ' ').trim()
  return { date, minutes: time === '' ? null : (readTime(time) ?? null), ms: null }
}

/** The order dates of these samples are written in, where one of them tells; else the one given. */
export const dateOrderOf = (samples: readonly string[], otherwise: DateOrder): DateOrder => {
  for (const sample of samples) {
    const [, a, b] = /^\s*(\d{1,4})[-./\s](\d{1,2})[-./\s]\d{1,4}/.exec(sample) ?? []
    if (a === undefined || b === undefined) continue
    if (a.length === 4) return 'YMD'
    if (Number(a) > 12) return 'DMY'
    if (Number(b) > 12) return 'MDY'
  }
  return otherwise
}
