import type { GoogleDriftNews, GoogleTroubleNews, NotificationEvent, RestoredNews } from '@tablewire/contracts/operations/notifications'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { type Follower, startFollowing } from '#src/platform/live/follow.ts'
import { reservationFollower } from './follow-reservations.ts'
import { publishJob } from './publish-event.ts'

export { notifyNamed, notifyOfRequest, notifyOwners, notifyPeople } from './notify-people.ts'
export { flatChoices, restoreChoices } from './choices.ts'

export type Publication = {
  event: Extract<NotificationEvent, 'sync_failure' | 'silence'>
  /** Null: of no venue; notifies the people who run the platform. */
  venueId: string | null
  /** What failed: a few words for people, without anything about a guest. */
  about: string
  /** Deduplication key, where the same event may be published twice. */
  eventId?: string
}

/** For features whose event is no reservation's: notifies after the caller's transaction has committed. */
export const publishEvent = async (ctx: Ctx, { event, venueId, about, eventId = newId() }: Publication): Promise<void> =>
  ctx.ports.jobs.enqueue(ctx, publishJob, {
    eventId,
    event,
    venueId,
    about: about.slice(0, 200),
    actorUserId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    at: ctx.clock().toString(),
  })

/** To who runs the platform: Google shows tables that are not there, or does not show those that are. */
export const publishDrift = (ctx: Ctx, news: GoogleDriftNews): Promise<void> =>
  ctx.ports.jobs.enqueue(ctx, publishJob, {
    eventId: newId(),
    event: 'google_drift',
    venueId: null,
    about: JSON.stringify(news),
    actorUserId: null,
    at: ctx.clock().toString(),
  })

/** To who runs the platform: something at Google wants somebody. */
export const publishGoogleTrouble = (ctx: Ctx, news: GoogleTroubleNews, eventId = newId()): Promise<void> =>
  ctx.ports.jobs.enqueue(ctx, publishJob, {
    eventId,
    event: 'google_trouble',
    venueId: null,
    about: JSON.stringify(news),
    actorUserId: null,
    at: ctx.clock().toString(),
  })

/** To who runs the platform: the database went back in time. `eventId`: of that restore. */
export const publishRestore = (ctx: Ctx, news: RestoredNews, eventId: string): Promise<void> =>
  ctx.ports.jobs.enqueue(ctx, publishJob, {
    eventId,
    event: 'restored',
    venueId: null,
    about: JSON.stringify(news),
    actorUserId: null,
    at: ctx.clock().toString(),
  })

/** Every process that runs jobs follows reservations as well; call `stop` before the database closes. */
export const startNotifying = (ctx: () => Ctx, follower: Follower = reservationFollower): { stop: () => Promise<void> } =>
  startFollowing({ ctx, follower, log: ctx().log })
