import type { LangTexts } from '@tablewire/contracts/estate/book'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Notice } from '#src/features/reservations/api.ts'
import type { Letter } from './read-letter.ts'

/** The form of dates in English differs by country; elsewhere the language is enough. */
export const localeOf = (lang: Lang, countryCode: string): string =>
  lang === 'en' ? (countryCode === 'US' || countryCode === 'CA' ? `en-${countryCode}` : 'en-GB') : lang

export const inLang = (texts: Partial<LangTexts> | null | undefined, lang: Lang): string => texts?.[lang] || texts?.en || ''

/** What a request says where nobody has to decide, but the guest has to pay: what the venue says of its requests is not true then. */
export const isUnpaid = ({ status }: Pick<Letter, 'status'>, notice: Notice): boolean =>
  notice === 'requested' && status === 'requires_payment'
