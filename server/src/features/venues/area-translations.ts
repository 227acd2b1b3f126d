import type { Area } from '@tablewire/contracts/estate/book'
import type { AreaTranslation, PartnerArea } from '@tablewire/contracts/rms/rms-api-objects'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import type { Ctx } from '#src/platform/ctx.ts'

type Texts = Partial<Record<Lang, string | undefined>>

const without = (texts: Texts, lang: Lang): Texts => Object.fromEntries(Object.entries(texts).filter(([key]) => key !== lang))

/** Only what is named changes; an empty text takes a translation back. Languages that no guest of the hub reads are left alone. */
export const translated = (area: Area, translations: readonly AreaTranslation[]): Area => {
  const texts: Record<'name' | 'description', Texts> = { name: area.names ?? {}, description: area.descriptions ?? {} }
  for (const { locale, data } of translations)
    for (const { field, content } of locale === null ? [] : data)
      texts[field] = { ...without(texts[field], locale!), ...(content === '' ? {} : { [locale!]: content }) }
  // A book is written without what is empty, so that the audit tells no change where there is none.
  const { names: _names, descriptions: _descriptions, ...rest } = area
  return {
    ...rest,
    ...(Object.keys(texts.name).length ? { names: texts.name } : {}),
    ...(Object.keys(texts.description).length ? { descriptions: texts.description } : {}),
  }
}

type Whose = { id: string; externalId: string | null; name: string }
/** An area as its own system reads it: as it was written unless a language is asked for, with what it wrote for the guests of each. */
export const partnerAreaOf = ({ requestedLang }: Ctx, area: Area, venue: Whose): PartnerArea => ({
  ...area,
  name: (requestedLang && area.names?.[requestedLang]) || area.name,
  description: (requestedLang && area.descriptions?.[requestedLang]) || area.description,
  rwgDefault: area.rwgDefault ?? false,
  venue: { id: venue.id, externalId: venue.externalId, name: venue.name },
  translations: langs.flatMap((locale) => {
    const name = area.names?.[locale]
    const description = area.descriptions?.[locale]
    const data = [
      ...(name ? [{ field: 'name' as const, content: name }] : []),
      ...(description ? [{ field: 'description' as const, content: description }] : []),
    ]
    return data.length ? [{ locale, data }] : []
  }),
})
