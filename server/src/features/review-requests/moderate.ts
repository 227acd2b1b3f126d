import type { Moderated } from '@tablewire/contracts/reviews/review-requests'
import { moderate } from '#src/features/reviews/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'

/** Everybody may read it from now on. */
export const publishReview = (ctx: Ctx, id: string, editedAt: string | null): Promise<Moderated> =>
  transaction(ctx, async (inner) => {
    const { venueId } = await moderate(inner, id, { moderation: 'published', reason: null, editedAt })
    await audit(inner, { action: 'review.published', subject: 'review', subjectId: id, venueId })
    return { id, moderation: 'published', reason: null }
  })

/** It stays with the house, and says why. */
export const declineReview = (
  ctx: Ctx,
  id: string,
  { reason, editedAt }: { reason: string; editedAt: string | null },
): Promise<Moderated> =>
  transaction(ctx, async (inner) => {
    const { venueId } = await moderate(inner, id, { moderation: 'declined', reason, editedAt })
    await audit(inner, { action: 'review.declined', subject: 'review', subjectId: id, venueId, after: { reason } })
    return { id, moderation: 'declined', reason }
  })
