import {
  type MentionNews,
  type NotificationEvent,
  type OnboardingNews,
  defaultChoices,
} from '@tablewire/contracts/operations/notifications'
import { abilityOf, type Holder, isAgent } from '@tablewire/contracts/identity/access'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type {} from './notification-rows.ts'
import { sendBundlesJob } from './send-bundles.ts'

/** An event to notify of. `eventId` deduplicates per person. */
export type News = {
  eventId: string
  event: NotificationEvent | 'enquiry' | 'google_password' | 'google_drift' | 'google_trouble' | 'restored'
  /** Null: of no venue; notifies the people who run the platform. */
  venueId: string | null
  reservationId: string | null
  /** The actor, when that was a user: nobody is notified of their own actions. */
  actorUserId: string | null
  about: string | null
  at: string
  /** Of those who may hear of it only these, in the portal and by mail whatever they chose: it is meant for them. */
  to?: readonly string[]
}
type Listener = Holder & { eventId: string; userId: string; inApp: boolean; email: boolean; push: boolean }

/** The most recipients in one live message, which has to stay small. */
const peoplePerMessage = 200

/**
 * The recipients: everybody whose scope includes the venue and the reservations in it, with their choice for this event: for the venue, else for all,
 * else the default.
 */
const listenersOf = async (ctx: Ctx, news: readonly News[]): Promise<Listener[]> => {
  const column = (pick: (one: News) => string | null): (string | null)[] => news.map(pick)
  const { rows } = await sql<Listener>`
    with told as (
      select t.*, v.company_id from unnest(
        ${column(({ eventId }) => eventId)}::uuid[], ${column(({ event }) => event)}::text[],
        ${column(({ venueId }) => venueId)}::uuid[], ${column(({ actorUserId }) => actorUserId)}::uuid[]
      ) as t (event_id, event, venue_id, actor_id) left join venues v on v.id = t.venue_id
    ), hearing as (
      select t.*, u.id as user_id, u.roles, u.permissions from told t join users u on u.company_id is null and u.all_venues and u.disabled_at is null
      union all
      select t.*, u.id, u.roles, u.permissions from told t join users u on u.company_id = t.company_id and u.all_venues and u.disabled_at is null
      union all
      select t.*, u.id, u.roles, u.permissions from told t join user_venues uv on uv.venue_id = t.venue_id
        join users u on u.id = uv.user_id and not u.all_venues and u.disabled_at is null
      union
      select t.*, u.id, u.roles, u.permissions from told t join venues v on v.id = t.venue_id join system_users su on su.system_id = v.system_id
        join users u on u.id = su.user_id and u.disabled_at is null
      where t.event = 'enquiry'
    ), wishes as (
      select h.*, coalesce(own.choices -> h.event, every.choices -> h.event, ${JSON.stringify(defaultChoices)}::jsonb -> h.event) as ways
      from hearing h
      left join notification_choices own on own.user_id = h.user_id and own.venue_id = h.venue_id
      left join notification_choices every on every.user_id = h.user_id and every.venue_id is null
      where h.user_id is distinct from h.actor_id
    )
    select w.event_id, w.user_id, w.roles, w.permissions, (w.ways ->> 'inApp')::boolean as in_app, (w.ways ->> 'email')::boolean as email,
      (w.ways ->> 'push')::boolean and exists (
        select from push_subscriptions p join sessions s on s.id = p.session_id where p.user_id = w.user_id and s.ended_at is null
      ) as push
    from wishes w`.execute(ctx.db)
  const byId = new Map(news.map((one) => [one.eventId, one]))
  return rows.flatMap((row): Listener[] => {
    const { event, to } = byId.get(row.eventId)!
    if (!mayRead(row, event) || (to && !to.includes(row.userId))) return []
    const ways = to || isMeant(event) ? { ...row, inApp: true, email: true, push: row.push ?? false } : row
    return ways.inApp || ways.email || ways.push ? [ways] : []
  })
}

/** Cache of permissions: few combinations of roles serve very many sessions. */
const cache = new Map<string, boolean>()
/** Of what the platform stands on: nobody has chosen not to hear of it. */
const isMeant = (event: News['event']): boolean => event === 'restored' || event.startsWith('google_')
const subjectOf = {
  review: 'reviews',
  enquiry: 'sales-links',
  google_password: 'systems',
  google_drift: 'systems',
  google_trouble: 'systems',
  restored: 'traces',
} as const
const mayRead = ({ roles, permissions }: Holder, event: News['event']): boolean => {
  const subject = subjectOf[event as keyof typeof subjectOf] ?? 'reservation-list'
  const key = `${subject} ${roles.join()} ${permissions.join()}`
  let may = cache.get(key)
  if (may === undefined) {
    if (cache.size >= 1000) cache.clear()
    // Events in a restaurant notify its own people: a partner's users see those of their side on request.
    cache.set(key, (may = (event === 'enquiry' || !isAgent(roles)) && abilityOf({ roles, permissions }).can('read', subject)))
  }
  return may
}

/** In the caller's transaction: the recipients' rows, a live message to their open screens, and a job for mails and pushes (outbox). */
export const notifyPeople = async (ctx: Ctx, news: readonly News[]): Promise<void> => {
  const listeners = news.length ? await listenersOf(ctx, news) : []
  const byId = new Map(news.map((one) => [one.eventId, one]))
  await writeRows(
    ctx,
    listeners.map((listener) => ({ ...listener, ...byId.get(listener.eventId)! })),
  )
}

/** To these people about what is their own or theirs to look after, in the portal and by mail, whatever they see or chose. */
export const notifyOwners = (
  ctx: Ctx,
  userIds: readonly string[],
  news: { eventId: string; event: 'report'; about: string },
): Promise<void> => {
  const at = ctx.clock().toString()
  const one = { ...news, venueId: null, reservationId: null, at, inApp: true, email: true, push: false }
  return writeRows(
    ctx,
    userIds.map((userId) => ({ ...one, userId })),
  )
}

type Named = { eventId: string; requestId: string; venueName: string; to: readonly string[] }
/**
 * By the bells of exactly these people, who may be of any side and are known to see the request: agents too, whom nothing else of a restaurant reaches.
 * A mail of its own says it to them.
 */
export const notifyNamed = (ctx: Ctx, { eventId, requestId, venueName, to }: Named): Promise<void> => {
  const about = JSON.stringify({ requestId, venueName, by: ctx.actor.name } satisfies MentionNews)
  // Of no venue: to a channel that does not sell it yet it is none of its own.
  const one = { eventId, event: 'mention' as const, venueId: null, reservationId: null, about, at: ctx.clock().toString() }
  return writeRows(
    ctx,
    to.map((userId) => ({ ...one, userId, inApp: true, email: false, push: false })),
  )
}

/** To people of any side who are known to see the request, by the ways each chose for all his venues. */
export const notifyOfRequest = async (
  ctx: Ctx,
  { eventId, at, told }: { eventId: string; at: string; told: readonly { userId: string; news: OnboardingNews }[] },
): Promise<void> => {
  const { rows } = await sql<Listener>`
    select t.user_id, (t.ways ->> 'inApp')::boolean as in_app, (t.ways ->> 'email')::boolean as email, (t.ways ->> 'push')::boolean and exists (
      select from push_subscriptions p join sessions s on s.id = p.session_id where p.user_id = t.user_id and s.ended_at is null) as push
    from (
      select u.id as user_id, coalesce(c.choices -> 'onboarding', ${JSON.stringify(defaultChoices.onboarding)}::jsonb) as ways
      from users u left join notification_choices c on c.user_id = u.id and c.venue_id is null
      where u.id = any(${told.map(({ userId }) => userId)}::uuid[]) and u.disabled_at is null
    ) t`.execute(ctx.db)
  const newsOf = new Map(told.map(({ userId, news }) => [userId, JSON.stringify(news)]))
  const one = { eventId, event: 'onboarding' as const, venueId: null, reservationId: null, at }
  await writeRows(
    ctx,
    rows
      .filter(({ inApp, email, push }) => inApp || email || push)
      .map(({ userId, inApp, email, push }) => ({ ...one, userId, inApp, email, push, about: newsOf.get(userId)! })),
  )
}

type Written = Omit<News, 'event' | 'actorUserId' | 'to'> & Pick<Listener, 'userId' | 'inApp' | 'email' | 'push'> & { event: string }
const writeRows = async (ctx: Ctx, told: readonly Written[]): Promise<void> => {
  if (told.length === 0) return
  const rows = told.map((one) => ({ id: newId(), ...one }))
  const column = (pick: (row: (typeof rows)[number]) => unknown): unknown[] => rows.map(pick)
  const { rows: written } = await sql<{ userId: string; inApp: boolean; email: string; push: string }>`
    insert into notifications (id, user_id, event_id, event, venue_id, reservation_id, about, in_app, email, push, created_at)
    select * from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ userId }) => userId)}::uuid[], ${column(({ eventId }) => eventId)}::uuid[],
      ${column(({ event }) => event)}::text[], ${column(({ venueId }) => venueId)}::uuid[], ${column(({ reservationId }) => reservationId)}::uuid[],
      ${column(({ about }) => about)}::text[], ${column(({ inApp }) => inApp)}::boolean[],
      ${column(({ email }) => (email ? 'due' : 'none'))}::text[], ${column(({ push }) => (push ? 'due' : 'none'))}::text[],
      ${column(({ at }) => at)}::timestamptz[]
    )
    on conflict (user_id, event_id) do nothing returning user_id, in_app, email, push`.execute(ctx.db)
  const those = (which: (row: (typeof written)[number]) => boolean): string[] => [
    ...new Set(written.filter(which).map(({ userId }) => userId)),
  ]
  await notifyScreens(
    ctx,
    those(({ inApp }) => inApp),
  )
  const due = { email: those(({ email }) => email === 'due'), push: those(({ push }) => push === 'due') }
  await markDue(ctx, due)
}

/** Live message to the screens of these people only. */
export const notifyScreens = async (ctx: Ctx, userIds: readonly string[]): Promise<void> => {
  for (let at = 0; at < userIds.length; at += peoplePerMessage) {
    const users = userIds.slice(at, at + peoplePerMessage)
    await ctx.ports.live.publish(ctx, { type: 'notification', venueId: null, id: null, kind: null, users })
  }
}

/** Notifications of these people are due. */
export const markDue = async (ctx: Ctx, due: { email: readonly string[]; push: readonly string[] }): Promise<void> => {
  const all = [...due.email.map((id) => ({ id, way: 'email' })), ...due.push.map((id) => ({ id, way: 'push' }))]
    // One order of locking, so that processes cannot deadlock.
    .toSorted((a, b) => (a.id + a.way < b.id + b.way ? -1 : 1))
  if (!all.length) return
  await sql`
    insert into notification_outboxes (user_id, way, due)
    select id, way, true from unnest(${all.map(({ id }) => id)}::uuid[], ${all.map(({ way }) => way)}::text[]) as t (id, way)
    on conflict (user_id, way) do update set due = true`.execute(ctx.db)
  await ctx.ports.jobs.enqueue(ctx, sendBundlesJob, {})
}
