import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { tidy } from './clean-text.ts'
import type { Note } from './findings.ts'

const e164 = (text: string, country: CountryCode | undefined): string | undefined => {
  // `+49 (0)1` and `0049`: the trunk zero in brackets and the dialled prefix are how people write, not part of the number.
  const plain = text.replace(/\(0\)/, '').replace(/^\s*00(?=[1-9])/, '+')
  const number = parsePhoneNumberFromString(plain, { ...(country ? { defaultCountry: country } : {}), extract: false })
  return number?.isValid() ? number.number : undefined
}

/**
 * The first valid number of a cell, as E.164. Several are separated by `;` or `,`; a `/` may also stand within one number
 * (`+49 8370/929990`), so it separates only where the whole is none.
 */
export const readPhone = (cell: string, countryCode: string, note: Note): string | null => {
  if (cell === '') return null
  const country = isSupportedCountry(countryCode) ? countryCode : undefined
  const parts = tidy(cell)
    .split(/[;,]/)
    .flatMap((part) => (part.includes('/') && e164(part, country) === undefined ? part.split('/') : [part]))
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const numbers = parts.map((part) => e164(part, country))
  const first = numbers.find((number) => number !== undefined)
  if (first === undefined) note('dropped', 'phone.invalid', { field: 'phone', found: cell, done: 'imported without a phone number' })
  else if (parts.length > 1) {
    const rest = parts.filter((_, index) => index !== numbers.indexOf(first))
    note('repaired', 'phone.several', { field: 'phone', found: cell, done: `${first} taken, left out: ${rest.join(', ')}` })
  }
  return first ?? null
}

const longestUrl = 500

const asUrl = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '') return undefined
  if (!/^[^.]+(\.[^.]+)+\.?$/.test(url.hostname) || url.href.length > longestUrl) return undefined
  return text
}

/** A web address that can be linked to, or null. */
export const readWebsite = (cell: string, note: Note): string | null => {
  if (cell === '') return null
  // A comma may be part of an address; another address never is.
  if (!/\s|[;,](https?:|www\.)/.test(cell) && asUrl(cell) !== undefined) return cell
  const parts = cell.split(/[;,\s]+/).filter((part) => part !== '')
  const prose = /\s/.test(cell.replaceAll(/[;,]\s+/g, ''))
  for (const part of parts) {
    const given = asUrl(part)
    const bare = !prose && /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u.test(part)
    const url = given ?? (bare ? asUrl(`https://${part}`) : undefined)
    if (url === undefined) continue
    if (parts.length > 1) note('repaired', 'website.several', { field: 'website', found: cell, done: `${url} taken` })
    else if (given === undefined) note('repaired', 'website.completed', { field: 'website', found: cell, done: `${url} taken` })
    return url
  }
  note('dropped', 'website.invalid', { field: 'website', found: cell, done: 'imported without a web address' })
  return null
}
