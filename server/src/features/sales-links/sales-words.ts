import type { Lang } from '@tablewire/contracts/kit/wire'
import { Temporal } from 'temporal-polyfill'
import { localWords } from '#src/platform/local-words.ts'
import { fill } from '#src/platform/phrases.ts'
import { salesPhrases } from './sales-phrases.ts'

type Place = { lang: Lang; countryCode: string }

/** Numbers, lists and days as they are written in that language, in the venue's country. */
export type SalesWords = ReturnType<typeof salesWords>
export const salesWords = ({ lang, countryCode }: Place) => {
  const locale = Intl.getCanonicalLocales(`${lang}-${/^[A-Z]{2}$/.test(countryCode) ? countryCode : 'GB'}`)[0]!
  const phrases = salesPhrases[lang]
  const rules = new Intl.PluralRules(lang)
  const digits = new Intl.NumberFormat(locale)
  const share = new Intl.NumberFormat(locale, { style: 'percent' })
  const listed = new Intl.ListFormat(lang, { type: 'conjunction' })
  const number = (value: number): string => digits.format(value)
  return {
    lang,
    phrases,
    number,
    percent: (of100: number): string => share.format(of100 / 100),
    list: (names: readonly string[]): string => listed.format(names),
    day: (date: string): string =>
      localWords(Temporal.PlainDate.from(date).toPlainDateTime(), locale, { day: 'numeric', month: 'long', year: 'numeric' }),
    /** `{count}` is the number; languages with further plurals use the common one. */
    plural: (count: number, forms: { one: string; other: string }, values: Readonly<Record<string, string>> = {}): string =>
      fill(rules.select(count) === 'one' ? forms.one : forms.other, { ...values, count: number(count) }),
  }
}
