import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, LocalDate, queryInt, queryList } from '../kit/wire.ts'

/** What guests talk of, each known by words of five languages. */
export const themes = [
  'waiting',
  'service',
  'food',
  'cold',
  'portions',
  'price',
  'noise',
  'cleanliness',
  'ambience',
  'table',
  'drinks',
  'vegetarian',
  'children',
  'terrace',
] as const
export const Theme = z.enum(themes)
export type Theme = z.infer<typeof Theme>

/** In how many reviews of the last 30 days, and of the 90 before. */
const counted = {
  recent: z.int(),
  before: z.int(),
  /** How many times as often as before; null where it was not there. */ times: z.nullable(z.number()),
}
export const ReviewThemes = z.object({
  /** First of the last 30 days, in UTC. */
  from: LocalDate,
  recent: z.int(),
  before: z.int(),
  themes: z.array(z.object({ theme: Theme, ...counted })),
  /** Words, and two that stand beside one another, that rose most. */
  words: z.array(z.object({ words: z.string(), ...counted })),
})
export type ReviewThemes = z.infer<typeof ReviewThemes>

export const reviewThemes = defineArea('reviewThemes', {
  list: {
    method: 'GET',
    path: '/v1/reviews/themes',
    summary: 'Themes, words and phrases that rose in the last 30 days against the 90 before; of at most the newest 6,000 reviews of each.',
    can: ['read', 'reviews'],
    audit: 'none',
    query: z.object({
      filters: z.optional(
        z.object({
          venueId: z.optional(queryList(Id)),
          source: z.optional(queryList(z.string().check(z.maxLength(60)))),
          stars: z.optional(queryList(queryInt(1, 5))),
        }),
      ),
    }),
    result: ReviewThemes,
    envelope: 'data',
    errors: [],
  },
})
