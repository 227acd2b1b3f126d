import type { NotificationEvent } from '@tablewire/contracts/operations/notifications'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { type Follower, startFollowing } from '#src/platform/live/follow.ts'
import { reservationFollower } from './follow-reservations.ts'
import { publishJob } from './publish-news.ts'

export { flatChoices, restoreChoices } from './choices.ts'

export type Publication = {
  event: Extract<NotificationEvent, 'sync_failure' | 'review' | 'silence'>
  /** Null: concerns no venue; whoever runs the platform hears of it. */
  venueId: string | null
  /** What failed, or which review came: a few words for people, without anything about a guest. */
  about: string
  /** Given where the same news may be published twice: nobody hears it a second time under one id. */
  eventId?: string
}

/** For features whose news is no reservation's: tells everybody concerned once the caller's transaction is through. */
export const publishNews = async (ctx: Ctx, { event, venueId, about, eventId = newId() }: Publication): Promise<void> =>
  ctx.ports.jobs.enqueue(ctx, publishJob, {
    eventId,
    event,
    venueId,
    about: about.slice(0, 200),
    actorUserId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    at: ctx.clock().toString(),
  })

/** Every process that works jobs follows reservations as well; `stop` before the database goes. */
export const startNotifying = (ctx: () => Ctx, follower: Follower = reservationFollower): { stop: () => Promise<void> } =>
  startFollowing({ ctx, follower, log: ctx().log })
