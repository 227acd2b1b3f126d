import type { CandidateReason, CandidateWarning } from '@tablewire/contracts/onboarding/candidates'
import { addressForm, nameForm, phoneForm } from '#src/features/listing-copies/api.ts'

export type SaidVenue = { name: string; address: string; phone: string; country: string | null }

/** Suite 4, Unit 12, Apt. 3, Local 2, #5: a part of a house. */
const unit = /(?:\b(?:suite|ste|unit|apt|apartment|local|lokal|shop|stand|kiosk|top|etage|floor|planta|bus)\b\.?\s*#?\s*|#\s*)(\w+)/iu
export const unitOf = (address: string): string | null => unit.exec(address)?.[1]?.toLowerCase() ?? null
const withoutUnit = (address: string): string => address.replace(unit, ' ')

/** Street and number, without postcode and town: the part of it that stands before them. */
export const streetOf = (address: string): string => {
  const parts = withoutUnit(address)
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const [first = '', second = ''] = parts
  return /\d/.test(first) || !/^\d+\s?[a-z]?$/i.test(second) ? first : `${first} ${second}`
}

/** How many of the words of the shorter one the longer one has. */
const shared = (one: string, other: string): number => {
  const [a, b] = [one.split(' '), other.split(' ')]
  const [few, many] = a.length <= b.length ? [a, new Set(b)] : [b, new Set(a)]
  return few.filter((word) => many.has(word)).length / few.length
}

/** What agrees of two venues, as people would see it. */
export const reasonsFor = (said: SaidVenue, found: SaidVenue): CandidateReason[] => {
  const [name, other] = [nameForm(said.name), nameForm(found.name)]
  const alike = shared(name, other) >= 0.5
  const street = addressForm(streetOf(said.address))
  const sameStreet = street !== '' && /\d/.test(street) && street === addressForm(streetOf(found.address))
  const phone = phoneForm(said.phone, said.country ?? found.country ?? '')
  const samePhone = phone.length > 5 && phone === phoneForm(found.phone, found.country ?? said.country ?? '')
  return [
    ...(name !== '' && name === other ? (['name'] as const) : alike ? (['name_alike'] as const) : []),
    ...(sameStreet ? (['address'] as const) : []),
    ...(samePhone ? (['phone'] as const) : []),
  ]
}

export const warningsFor = (said: SaidVenue, found: SaidVenue, others: number): CandidateWarning[] => [
  ...(unitOf(said.address) === unitOf(found.address) ? [] : (['unit'] as const)),
  ...(others > 0 ? (['several'] as const) : []),
]

/** Both say where it is or how to call it, and not the same. */
const contradicts = (reasons: readonly CandidateReason[], said: SaidVenue, found: SaidVenue): boolean => {
  const number = (one: SaidVenue, other: SaidVenue): string => phoneForm(one.phone, one.country ?? other.country ?? '')
  const isStreet = (street: string): boolean => /\d/.test(street)
  const otherStreet = !reasons.includes('address') && [said, found].every(({ address }) => isStreet(streetOf(address)))
  const otherPhone = !reasons.includes('phone') && [number(said, found), number(found, said)].every((one) => one.length > 5)
  return otherStreet || otherPhone
}

/**
 * Two things agree, or the very name and nothing speaks against it. Where another part of the house is named, or several restaurants are in it, only its
 * very name tells it apart.
 */
export const isLikely = (
  { reasons, warnings }: { reasons: readonly CandidateReason[]; warnings: readonly CandidateWarning[] },
  said: SaidVenue,
  found: SaidVenue,
): boolean => {
  if (warnings.includes('unit')) return false
  if (reasons.length < 2) return reasons.includes('name') && !contradicts(reasons, said, found)
  return reasons.includes('name') || warnings.length === 0
}
