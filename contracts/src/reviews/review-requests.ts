import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { GivenInstant, Id, IdParams, prose } from '../kit/wire.ts'

/** What guests may rate apart from the whole. */
export const ownAspects = ['food', 'service', 'ambience', 'value'] as const
export type OwnAspect = (typeof ownAspects)[number]

/** Where a review that a guest wrote to us stands; null for those of other sources. */
export const Moderation = z.enum(['awaiting', 'published', 'declined'])
export type Moderation = z.infer<typeof Moderation>
export const Moderated = z.object({ id: Id, moderation: Moderation, reason: z.nullable(z.string()) })
export type Moderated = z.infer<typeof Moderated>

const deciding = {
  method: 'POST',
  can: ['update', 'reviews'],
  params: IdParams,
  oddId: 'review.not_found',
  result: Moderated,
  envelope: 'data',
  errors: ['review.not_found', 'review.not_awaiting', 'review.changed_meanwhile'],
} as const

/** `editedAt` of what was read: a guest who has changed his words since is read again first. */
const read = { editedAt: z.nullable(GivenInstant) }

export const reviewModeration = defineArea('reviewModeration', {
  publish: {
    ...deciding,
    path: '/v1/reviews/:id/publish',
    summary: 'Publish what a guest wrote to us.',
    audit: 'review.published',
    body: z.object(read),
  },
  decline: {
    ...deciding,
    path: '/v1/reviews/:id/decline',
    summary: 'Do not publish what a guest wrote to us, and say why; the reason stays in the house.',
    audit: 'review.declined',
    body: z.object({ ...read, reason: prose(1000) }),
  },
})
