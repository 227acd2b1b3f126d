import { Temporal } from 'temporal-polyfill'
import type { GivenReview } from '@tablewire/contracts/reviews/reviews'
import { isDeepStrictEqual } from 'node:util'
import { type Clock, isAhead } from '#src/platform/clock.ts'
import type { Medium, ShownReply, Subrating } from './review-rows.ts'

/** The one source that is ours: nobody else brings reviews under its name. */
export const ownSource = 'own'
/** Stars, where a source names no scale of its own. */
const usualScale = 5

/** What a source says of a review, as it is kept; `removed` apart, as it is told of a review that is otherwise the same. */
export type ReviewFacts = {
  rating: number | null
  scale: number | null
  recommended: boolean | null
  title: string | null
  content: string | null
  lang: string | null
  author: string | null
  url: string | null
  visitedOn: string | null
  subratings: Subrating[]
  media: Medium[]
  publishedAt: string
  editedAt: string | null
  translated: string | null
  translationLang: string | null
  /** Null = the channel says nothing of one. */
  shownReply: ShownReply | null
  replyLimit: number | null
}
const factNames = [
  'rating',
  'scale',
  'recommended',
  'title',
  'content',
  'lang',
  'author',
  'url',
  'visitedOn',
  'subratings',
  'media',
  'publishedAt',
  'editedAt',
  'translated',
  'translationLang',
  'shownReply',
  'replyLimit',
] as const satisfies readonly (keyof ReviewFacts)[]

/** As precise as it is kept; finer ones would look changed each time they come. */
const rounded = (rating: number): number => Math.round(rating * 100) / 100

const utc = (instant: string): string => Temporal.Instant.from(instant).round('microsecond').toString()

const tagOf = (language: string | null | undefined): string | null => language?.replace('_', '-') ?? null
const translationOf = ({ translatedText, translationLanguage }: GivenReview) =>
  translatedText ? { translated: translatedText, translationLang: tagOf(translationLanguage) } : { translated: null, translationLang: null }
const replyOf = ({ reply }: GivenReview): ShownReply | null =>
  reply ? { text: reply.text, author: reply.author || null, publishedAt: utc(reply.publishedAt) } : null

export const factsOf = (given: GivenReview): ReviewFacts => ({
  rating: typeof given.rating === 'number' ? rounded(given.rating) : null,
  scale: typeof given.rating === 'number' ? rounded(given.scale ?? usualScale) : null,
  recommended: given.recommended ?? null,
  title: given.title || null,
  content: given.text || null,
  lang: tagOf(given.language),
  author: given.author || null,
  url: given.url ?? null,
  visitedOn: given.visitedOn ?? null,
  subratings: (given.subratings ?? []).map(({ name, rating, scale = given.scale ?? usualScale }) => ({
    name,
    rating: rounded(rating),
    scale: rounded(scale),
  })),
  media: [...(given.media ?? [])],
  publishedAt: utc(given.publishedAt),
  editedAt: given.editedAt ? utc(given.editedAt) : null,
  ...translationOf(given),
  shownReply: replyOf(given),
  replyLimit: given.replyLimit ?? null,
})

/** What nobody can mean, which the shape of a field alone does not tell. */
export const faultOf = (
  clock: Clock,
  { rating, scale, recommended, content, subratings, publishedAt, editedAt, shownReply }: ReviewFacts,
  source: string,
): 'rating_above_scale' | 'source_reserved' | 'empty' | 'in_future' | undefined => {
  if (source === ownSource) return 'source_reserved'
  if ([publishedAt, editedAt, shownReply?.publishedAt].some((at) => at && isAhead(clock, at))) return 'in_future'
  if ((rating !== null && rating > scale!) || subratings.some((one) => one.rating > one.scale)) return 'rating_above_scale'
  return rating === null && recommended === null && content === null ? 'empty' : undefined
}

export const isSame = (a: ReviewFacts, b: ReviewFacts): boolean => factNames.every((name) => isDeepStrictEqual(a[name], b[name]))
const momentOf = ({ editedAt, publishedAt }: ReviewFacts): number => Date.parse(editedAt ?? publishedAt)
/** Written before what we have. */
export const isOlder = (given: ReviewFacts, kept: ReviewFacts): boolean => momentOf(given) < momentOf(kept)
/** Its author changed what it says, and not only what stands around it. */
type Said = Pick<ReviewFacts, 'rating' | 'scale' | 'title' | 'content'>
export const saysOtherwise = (a: Said, b: Said): boolean =>
  (['rating', 'scale', 'title', 'content'] as const).some((name) => a[name] !== b[name])
