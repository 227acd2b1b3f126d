import type { Lang } from '../kit/wire.ts'
import { filledGaps } from './elision.ts'

const formats = new Map<Lang, Intl.DateTimeFormat>()
/** English is written the European way, as in the portal. */
const formatOf = (lang: Lang): Intl.DateTimeFormat => {
  const known = formats.get(lang)
  if (known) return known
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  const made = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, parts)
  formats.set(lang, made)
  return made
}
const inWords = (lang: Lang, value: string | number): string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? formatOf(lang).format(Date.parse(value))
    : String(value)

/** A phrase with its `{name}` filled; a day is said as the reader of this language says it. */
export const filled = (lang: Lang, phrase: string, values: Readonly<Record<string, string | number | undefined>>): string =>
  filledGaps(lang, phrase, (name) => {
    const value = values[name]
    return value === undefined ? undefined : inWords(lang, value)
  })
