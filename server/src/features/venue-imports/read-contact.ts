import type { Note } from './findings.ts'
import { phoneIn } from '#src/features/columns/api.ts'

/** The first valid number of a cell, as E.164. */
export const readPhone = (cell: string, countryCode: string, note: Note): string | null => {
  if (cell === '') return null
  const found = phoneIn(cell, countryCode)
  if (!found) note('dropped', 'phone.invalid', { field: 'phone', found: cell, done: 'imported without a phone number' })
  else if (found.left.length)
    note('repaired', 'phone.several', { field: 'phone', found: cell, done: `${found.number} taken, left out: ${found.left.join(', ')}` })
  return found?.number ?? null
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
