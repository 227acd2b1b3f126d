import type { BookTexts as Texts, LangTexts } from '@tablewire/contracts/estate/book'
import { langs } from '@tablewire/contracts/kit/wire'
import type { z } from 'zod/mini'

export type BookTexts = z.infer<typeof Texts>
export type LocalizedText = { value: string; localized_value: { locale: string; value: string }[] }

/** A text in the languages there are, in proto's form; undefined where nobody wrote one. */
export const textsOf = (texts: LangTexts | undefined): LocalizedText | undefined => {
  const said = langs.flatMap((locale) => (texts?.[locale]?.trim() ? [{ locale, value: texts[locale].trim() }] : []))
  const [first] = said
  return first && { value: said.find(({ locale }) => locale === 'en')?.value ?? first.value, localized_value: said }
}
