import type { LangTexts } from '@tablewire/contracts/estate/book'
import type { Lang } from '@tablewire/contracts/kit/wire'

/** The form of dates in English differs by country; elsewhere the language is enough. */
export const localeOf = (lang: Lang, countryCode: string): string =>
  lang === 'en' ? (countryCode === 'US' || countryCode === 'CA' ? `en-${countryCode}` : 'en-GB') : lang

export const inLang = (texts: Partial<LangTexts> | null | undefined, lang: Lang): string => texts?.[lang] || texts?.en || ''
