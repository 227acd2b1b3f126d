import type { House, Link, PageState, Step } from '@tablewire/widget/page-state'
import { wordNames, type Words } from '@tablewire/widget/words'
import type { Brand } from '@tablewire/contracts/identity/brands'
import type { LangTexts } from '@tablewire/contracts/estate/book'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import type { WidgetHouse } from './find-house.ts'
import { widgetPhrases } from './widget-phrases.ts'

/** What goes along from page to page. */
export const carriedNames = /^(lang|channel|theme|frame|host|path|all|utm_[a-z]{1,20})$/
const mostCarried = 14
const longestCarried = 200

/** One request for a page of a venue. */
export type Asked = {
  ctx: Ctx
  house: WidgetHouse
  brand: Brand
  lang: Lang
  locale: string
  base: string
  carried: readonly (readonly [string, string])[]
}

export const carriedOf = (texts: Readonly<Record<string, string>>): (readonly [string, string])[] =>
  Object.entries(texts)
    .filter(([name, value]) => carriedNames.test(name) && value !== '' && value.length <= longestCarried)
    .slice(0, mostCarried)

export const wordsOf = (lang: Lang): Words =>
  Object.fromEntries(wordNames.map((name) => [name, widgetPhrases[lang][name]])) as unknown as Words

/** An address of this page with what goes along. */
export const linkTo = (
  { base, carried }: Pick<Asked, 'base' | 'carried'>,
  path: string,
  more: Readonly<Record<string, string>> = {},
): string => {
  const query = new URLSearchParams(
    [...carried.filter(([name]) => !(name in more)), ...Object.entries(more)].map(([name, value]) => [name, value]),
  )
  return `${base}${path}${query.size ? `?${query.toString()}` : ''}`
}

const ownNames: Record<Lang, string> = { en: 'English', es: 'Español', fr: 'Français', de: 'Deutsch', nl: 'Nederlands' }

export const houseView = ({ house, brand }: Pick<Asked, 'house' | 'brand'>): House => ({
  name: house.name,
  address: house.address,
  phone: house.phone,
  logo: brand.logo ? { url: brand.logo, alt: brand.name } : null,
  brand: brand.name,
})

/** Back to where this venue was chosen. */
const chosenAt = ({ carried, lang }: Asked): Link | null => {
  const all = carried.find(([name]) => name === 'all')?.[1]
  if (all === undefined || !hubId.test(all)) return null
  const others = carried.filter(([name, value]) => name !== 'all' && !(name === 'channel' && value === all))
  return { href: linkTo({ base: `/book/${all}`, carried: others }, ''), label: widgetPhrases[lang].otherHouses }
}

export const languagesOf = (now: Lang, here: (lang: Lang) => string): PageState['languages'] =>
  langs.map((lang) => ({ lang, label: ownNames[lang], href: here(lang), current: lang === now }))

type Shown = { title: string; step: Step; /** Of this very page, for its other languages. */ here: (lang: Lang) => string }
export const pageOf = (asked: Asked, { title, step, here }: Shown): PageState => ({
  base: asked.base,
  carried: asked.carried,
  lang: asked.lang,
  // Their links would lose what was typed.
  languages: step.kind === 'stop' && step.sent ? [] : languagesOf(asked.lang, here),
  title,
  house: houseView(asked),
  all: chosenAt(asked),
  words: wordsOf(asked.lang),
  step,
})

/** In the guest's language, else in English, else in any that has one. */
export const inLang = (texts: Partial<LangTexts> | null | undefined, lang: Lang): string =>
  texts?.[lang] || texts?.en || Object.values(texts ?? {}).find(Boolean) || ''
