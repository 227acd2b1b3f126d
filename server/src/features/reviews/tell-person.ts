import type { ReviewNews } from '@tablewire/contracts/operations/notifications'
import { notifyPeople } from '#src/features/notifications/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { aboutOf } from './tell-reviews.ts'

type NamedReview = Parameters<typeof aboutOf>[0] & { venueId: string }

/** By bell and mail, whatever they chose: it is meant for them. In the caller's transaction. */
export const tell = async (
  ctx: Ctx,
  review: NamedReview,
  { what, to }: { what: ReviewNews['what']; to: readonly string[] },
): Promise<void> => {
  if (to.length === 0) return
  const by = ctx.actor.kind === 'user' ? ctx.actor.name : null
  await notifyPeople(ctx, [
    {
      eventId: newId(),
      event: 'review',
      venueId: review.venueId,
      reservationId: null,
      actorUserId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
      about: aboutOf(review, what, by),
      at: ctx.clock().toString(),
      to,
    },
  ])
}
