import {
  type CountryCode,
  findPhoneNumbersInText,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { normalizeText } from './clean-text.ts'

/** The letters on the keys of a telephone. */
const keys = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz']
const digitOf = (letter: string): string => String(keys.findIndex((on) => on.includes(letter.toLowerCase())) + 2)

/** A spreadsheet that took the number for a quantity; what it has rounded nobody can know. */
const unrounded = (text: string): string => {
  const [, whole, rest = '', power] = /^(\d)[.,]?(\d*)e\+?(\d{1,2})$/i.exec(text) ?? []
  if (whole === undefined) return text.replace(/^(\+?\d+)[.,]0+$/, '$1')
  return rest.length <= Number(power) && rest.length >= 7 ? whole + rest.padEnd(Number(power), '0') : text
}

/** What people write around a number and within it: labels, brackets around the country, the trunk zero, the prefix one dials abroad. */
const plain = (text: string): string =>
  unrounded(text.normalize('NFKC').trim().replace(/^'/, ''))
    .replace(/^[\p{L}\s.]*[:.]\s*(?=[+(\d])/u, '')
    .replace(/^[\p{L}]+\s+(?=[+(\d])/u, '')
    .replace(/;(ext|phone-context|isub)=.*$/i, '')
    .replace(/^[[({]\s*(\+|00)\s*(\d{1,4})\s*[\])}]/, '+$2 ')
    .replace(/^\+[\s+(]*(\d{1,4})\)/, '+$1 ')
    .replace(/^\++\s*/, '+')
    .replace(/^00\s*(?=[1-9])/, '+')
    .replace(/^(\+[\d\s.-]{1,6})\(0\)/, '$1')
    .replace(/^(\d{1,3}[\s.-]?\d{3}[\s.-]?)([a-z]{4,7})$/i, (_, digits: string, word: string) => digits + word.replaceAll(/./g, digitOf))

/** As they were written before their country changed them, or are written by those who leave Italy's zero out. */
const renumbered: readonly [RegExp, string][] = [
  [/^\+39(?=[1-9]\d{5,9}$)/, '+390'],
  [/^\+521(?=\d{10}$)/, '+52'],
  [/^\+229(?=\d{8}$)/, '+22901'],
  [/^\+57(?=[1-8]\d{7}$)/, '+5760'],
]

const checked = (text: string, country: CountryCode | undefined): string | undefined => {
  const number = parsePhoneNumberFromString(text, { ...(country ? { defaultCountry: country } : {}), extract: false })
  return number?.isValid() ? number.number : undefined
}

const valid = (text: string, country: CountryCode | undefined): string | undefined => {
  const found = checked(text, country)
  if (found !== undefined || !text.startsWith('+')) return found
  const digits = `+${text.replaceAll(/\D/g, '')}`
  const [old, now] = renumbered.find(([before]) => before.test(digits)) ?? []
  return old && now !== undefined ? checked(digits.replace(old, now), undefined) : undefined
}

/** E.164 of one number, or undefined. Without a plus it may begin with the country's own code all the same. */
const one = (text: string, country: CountryCode | undefined): string | undefined => {
  const written = plain(text)
  const found = valid(written, country)
  if (found !== undefined || written.startsWith('+')) return found
  const digits = written.replaceAll(/\D/g, '')
  const own = country !== undefined && digits.startsWith(getCountryCallingCode(country))
  return /^[\d\s()./-]+$/.test(written) && (own || digits.length >= 11) ? valid(`+${digits}`, undefined) : undefined
}

/** Between several numbers of one cell; the weak ones may also stand within a number, so they count only where the whole is none. */
const strong = /[;,|\n\r\t]+|\s(?:or|and|oder|und|o|y|ou|et|of|en)\s|\s*&\s*|(?<=\d)\s+(?=\+|00\d)/i
const weak = [/\s*\/\s*/, /\s+[-–—]\s+/, /\s{2,}/]

const partsOf = (text: string, country: CountryCode | undefined): string[] =>
  weak
    .reduce(
      (parts, between) => parts.flatMap((part) => (one(part, country) === undefined ? part.split(between) : [part])),
      text.split(strong),
    )
    .map((part) => part.trim())
    .filter((part) => /\d/.test(part))

/** The first number of a cell, as E.164, and what else stands there; undefined where no part of it is one. */
export const phoneIn = (cell: string, countryCode: string): { number: string; left: string[] } | undefined => {
  const country = isSupportedCountry(countryCode) ? countryCode : undefined
  // `;ext=` and its like belong to the number before.
  const text = cell.replaceAll(/;(ext|phone-context|isub)=[^;,]*/gi, '')
  const whole = one(normalizeText(text), country)
  if (whole !== undefined && !strong.test(text.trim())) return { number: whole, left: [] }
  const parts = partsOf(text, country).map((part) => ({ part: normalizeText(part), number: one(normalizeText(part), country) }))
  const first = parts.find(({ number }) => number !== undefined)
  if (first) return { number: first.number!, left: parts.filter((other) => other !== first).map(({ part }) => part) }
  const [found] = findPhoneNumbersInText(normalizeText(text), country)
  return found && found.number.isValid() ? { number: found.number.number, left: [] } : undefined
}
