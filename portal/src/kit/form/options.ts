import { collator, countryName, currencyName } from '../format.ts'

/** Countries by their codes; the names come from the browser, in the reader's language. */
export const countryOptions = (codes: readonly string[]): { value: string; label: string }[] => {
  const { compare } = collator()
  return codes.map((value) => ({ value, label: countryName(value) })).toSorted((a, b) => compare(a.label, b.label))
}

/** ISO 4217 codes the browser knows, by their names in the reader's language. */
export const currencyOptions = (): { value: string; label: string }[] =>
  Intl.supportedValuesOf('currency')
    .map((value) => ({ value, label: `${value} – ${currencyName(value)}` }))
    .toSorted((a, b) => (a.value < b.value ? -1 : 1))

/** UTC, the IANA zones the browser knows, and `kept`, which may be the newer name of one of them: a field shows what was chosen. */
export const zoneOptions = (kept?: string): { value: string; label: string }[] =>
  [...new Set(['UTC', ...(kept ? [kept] : []), ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }))
