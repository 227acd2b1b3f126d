import type { ReplyTemplate } from '@tablewire/contracts/reviews/reply-templates'

export type TemplateForm = {
  name: string
  language: string
  /** One for each number of stars; none = any. */
  stars: boolean[]
  variants: { id?: string; text: string }[]
  venues: { id: string; name: string }[]
}

const mostStars = 5
/** The languages guests write in most; others come with a template that has them. */
export const usualLanguages = [
  'en',
  'es',
  'fr',
  'de',
  'nl',
  'it',
  'pt',
  'ca',
  'da',
  'sv',
  'no',
  'fi',
  'pl',
  'cs',
  'el',
  'tr',
  'ru',
  'ar',
  'zh',
  'ja',
  'ko',
] as const

export const formOf = (template: ReplyTemplate | undefined, lang: string): TemplateForm => ({
  name: template?.name ?? '',
  language: template?.language ?? lang,
  stars: Array.from({ length: mostStars }, (_, at) => template?.stars.includes(at + 1) ?? false),
  variants: template?.variants ?? [{ text: '' }],
  venues: template?.venues ?? [],
})

export const bodyOf = ({ name, language, stars, variants, venues }: TemplateForm) => ({
  name,
  language,
  stars: stars.flatMap((on, at) => (on ? [at + 1] : [])),
  variants: variants.map(({ id, text }) => (id === undefined ? { text } : { id, text })),
  venues: venues.map(({ id }) => id),
})
