import { isCurrency } from '@tablewire/contracts/kit/places.rules'
import { tripadvisorIdIn } from '@tablewire/contracts/estate/tripadvisor.rules'
import { truncate, normalizeText, withoutEntities } from '#src/features/columns/api.ts'
import type { Note } from './findings.ts'
import { plainText, type VenueFields } from './venue-columns.ts'
import { kindOf } from './venue-kind.ts'
import { addressOf, type SourceRow } from './venue-source.ts'

type DetailFinding = { field: string; text: string; most: number }
const shorten = ({ field, text, most }: DetailFinding, note: Note): string | null => {
  const meant = withoutEntities(text)
  const tidied = plainText(meant)
  const short = truncate(tidied, most)
  if (meant !== text) note('repaired', 'text.entities', { field, found: text, done: `${short} taken` })
  if (short !== tidied) note('repaired', 'address.cut', { field, found: text, done: `cut to ${most} characters` })
  return short === '' ? null : short
}

/** What is only text, each as long as it may be. */
export const readTexts = (
  row: SourceRow,
  note: Note,
): Pick<VenueFields, 'address' | 'postalCode' | 'city' | 'cuisine' | 'tripadvisorId'> => ({
  address: shorten({ field: row.address === '' ? 'street' : 'address', text: addressOf(row), most: 200 }, note),
  postalCode: shorten({ field: 'postcode', text: row.postcode, most: 20 }, note),
  city: shorten({ field: 'city', text: row.city, most: 120 }, note),
  cuisine: shorten({ field: 'cuisine', text: row.cuisine, most: 250 }, note),
  tripadvisorId:
    normalizeText(row.tripadvisorId) === '' ? null : (tripadvisorIdIn(row.tripadvisorId) ?? invalid(row, 'tripadvisorId', note)),
})

const invalid = (
  row: SourceRow,
  field: 'currency' | 'minCovers' | 'maxCovers' | 'active' | 'sdkAccess' | 'tripadvisorId',
  note: Note,
): null => {
  note('dropped', 'value.invalid', { field, found: row[field], done: 'left as it is' })
  return null
}

/** The id a venue goes by where the file comes from; one that cannot be kept rejects the row, as a shorter one may be another venue's. */
export const readOwnId = (row: SourceRow, note: Note): string | null | undefined => {
  const id = plainText(row.externalId)
  if (id.length <= 80) return id || null
  note('rejected', 'value.invalid', { field: 'externalId', found: row.externalId, done: 'not imported' })
  return undefined
}

/** Whether people sit down to eat there. */
export const isDining = (row: SourceRow, note: Note): boolean => {
  const dining = kindOf(row) !== 'other'
  if (!dining)
    note('repaired', 'kind.not_dining', {
      field: 'icon, shop',
      found: [row.icon, row.shop].filter((one) => one !== '').join(', '),
      done: 'imported as inactive',
    })
  return dining
}

const yes = /^(1|true|yes|y|x|on|ja|j|sí|si|s|oui|o|wahr|verdadero|vrai|waar)$/
const no = /^(0|false|no|n|off|nein|non|nee|falsch|falso|faux|onwaar)$/

/** Yes or no in five languages, also as spreadsheets write them; undefined = not said, or not understood. */
export const readFlag = (row: SourceRow, field: 'active' | 'sdkAccess', note: Note): boolean | undefined => {
  const word = normalizeText(row[field]).toLowerCase()
  if (yes.test(word)) return true
  if (no.test(word)) return false
  if (word !== '') invalid(row, field, note)
  return undefined
}

export const readCovers = (row: SourceRow, field: 'minCovers' | 'maxCovers', note: Note): number | undefined => {
  const word = normalizeText(row[field])
  const covers = /^\d{1,4}$/.test(word) ? Number(word) : 0
  if (covers >= 1 && covers <= 1000) return covers
  if (word !== '') invalid(row, field, note)
  return undefined
}

export const readCurrency = (row: SourceRow, note: Note): string | undefined => {
  const word = normalizeText(row.currency).toUpperCase()
  if (isCurrency(word)) return word
  if (word !== '') invalid(row, 'currency', note)
  return undefined
}
