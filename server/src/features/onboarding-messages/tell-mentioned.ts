import type { ScopedRequest } from '#src/features/onboarding/api.ts'
import { notifyNamed } from '#src/features/notifications/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'

/** By their bells at once; the mail that names them is the copy of the message itself. In the caller's transaction. */
export const tellMentioned = (ctx: Ctx, { id, venueName }: ScopedRequest, userIds: readonly string[]): Promise<void> =>
  notifyNamed(ctx, {
    eventId: newId(),
    requestId: id,
    venueName,
    to: userIds.filter((userId) => userId !== ctx.actor.id),
  })
