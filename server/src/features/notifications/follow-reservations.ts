import type { NotificationEvent } from '@tablewire/contracts/operations/notifications'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { FollowedMessage, Follower } from '#src/platform/live/follow.ts'
import { type HistoryEntry, notificationEventOf } from './notification-event.ts'
import { type News, notifyPeople } from './notify-people.ts'

const kinds = new Set(['booked', 'changed', 'moved'])

type Entry = HistoryEntry & { id: string; venueId: string; reservationId: string; actorKind: string; actorId: string | null; at: string }

/** The history that a message's transaction wrote. Asynchronous, so that bookings are not slowed down. */
const historyOf = async (ctx: Ctx, messages: readonly FollowedMessage[]): Promise<Entry[]> => {
  const { rows } = await sql<Entry>`
    select distinct on (e.at, e.id) e.id, e.venue_id, e.reservation_id, e.kind, e.move, e.from_status, e.to_status, e.actor_kind, e.actor_id, e.at, r.source,
      array(select jsonb_object_keys(coalesce(e.after, '{}') || coalesce(e.before, '{}'))) as changed
    from unnest(
      ${messages.map(({ message }) => message.venueId)}::uuid[], ${messages.map(({ message }) => message.id)}::uuid[], ${messages.map(({ xid }) => xid)}::xid8[]
    ) as m (venue_id, id, xid)
    join reservation_events e on e.venue_id = m.venue_id and e.reservation_id = m.id and e.xid = m.xid and e.kind in ('booked', 'changed', 'moved')
    join reservations r on r.venue_id = e.venue_id and r.id = e.reservation_id
    order by e.at, e.id`.execute(ctx.db)
  return rows
}

const newsFrom = (entry: Entry, event: NotificationEvent): News => ({
  eventId: entry.id,
  event,
  venueId: entry.venueId,
  reservationId: entry.reservationId,
  actorUserId: entry.actorKind === 'user' ? entry.actorId : null,
  about: null,
  at: entry.at,
})

/** Consumes live messages of reservations and creates notifications, each exactly once. */
export const reservationFollower: Follower = {
  name: 'notifications',
  type: 'reservation',
  wants: ({ kind }) => kind !== null && kinds.has(kind),
  take: async (ctx, messages) => {
    const relevant = messages.filter(({ message }) => message.kind !== null && kinds.has(message.kind))
    if (!relevant.length) return
    const entries = await historyOf(ctx, relevant)
    await notifyPeople(
      ctx,
      entries.flatMap((entry) => {
        const event = notificationEventOf(entry)
        return event ? [newsFrom(entry, event)] : []
      }),
    )
  },
}
