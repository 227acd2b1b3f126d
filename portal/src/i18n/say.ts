import { filledGaps } from '@tablewire/contracts/phrases/elision'

export type Values = Readonly<Record<string, string | number>>
type Book = { lang: string; phrases: Readonly<Record<string, string>> }

const pluralRules = new Map<string, Intl.PluralRules>()
const numberFormats = new Map<string, Intl.NumberFormat>()
const once = <T>(cache: Map<string, T>, lang: string, make: () => T): T => {
  const known = cache.get(lang) ?? make()
  cache.set(lang, known)
  return known
}

/** The phrase with `{name}` filled in; with `count`, the form the language uses for that number. A missing phrase shows its key. */
export const say = ({ lang, phrases }: Book, key: string, values: Values = {}): string => {
  const { count } = values
  const category = typeof count === 'number' ? once(pluralRules, lang, () => new Intl.PluralRules(lang)).select(count) : undefined
  const phrase = (category && (phrases[`${key}_${category}`] ?? phrases[`${key}_other`])) ?? phrases[key] ?? key
  return filledGaps(lang, phrase, (name) => {
    const value = values[name]
    // Small numbers are written alike everywhere here, and a formatter takes milliseconds to make.
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
    if (typeof value === 'number') return once(numberFormats, lang, () => new Intl.NumberFormat(lang)).format(value)
    return value
  })
}
