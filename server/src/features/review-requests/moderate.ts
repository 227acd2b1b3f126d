import type { Moderated } from '@tablewire/contracts/reviews/review-requests'
import { moderate } from '#src/features/reviews/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'

/** Everybody may read it from now on. */
export const publishReview = (ctx: Ctx, id: string): Promise<Moderated> =>
  transaction(ctx, async (inner) => {
    const { venueId } = await moderate(inner, id, { moderation: 'published', reason: null })
    await audit(inner, { action: 'review.published', subject: 'review', subjectId: id, venueId })
    return { id, moderation: 'published', reason: null }
  })

/** It stays with the house, and says why. */
export const declineReview = (ctx: Ctx, id: string, reason: string): Promise<Moderated> =>
  transaction(ctx, async (inner) => {
    const { venueId } = await moderate(inner, id, { moderation: 'declined', reason })
    await audit(inner, { action: 'review.declined', subject: 'review', subjectId: id, venueId, after: { reason } })
    return { id, moderation: 'declined', reason }
  })
