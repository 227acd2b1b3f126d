import { type NotificationEvent, defaultChoices } from '@tablewire/contracts/operations/notifications'
import { abilityOf, type Holder, isAgent } from '@tablewire/contracts/identity/access'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type {} from './notification-rows.ts'
import { sendBundlesJob } from './send-bundles.ts'

/** Something people may want to hear of. `eventId` names it: the same piece of news is told to nobody twice. */
export type News = {
  eventId: string
  event: NotificationEvent
  /** Null: concerns no venue; whoever runs the platform hears of it. */
  venueId: string | null
  reservationId: string | null
  /** Who did it, when that was a user: nobody is told what he did himself. */
  actorUserId: string | null
  about: string | null
  at: string
}
type Listener = Holder & { eventId: string; userId: string; inApp: boolean; email: boolean; push: boolean }

/** A live message names this many people at most; it has to stay small. */
const peoplePerMessage = 200

/**
 * Everybody who may see the venue and the reservations in it (the same three ways as a session's venue scope), with what he chose for this kind of
 * news there: his choice for the venue, else for all, else the default.
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
  return rows.filter(mayRead).filter(({ inApp, email, push }) => inApp || email || push)
}

/** Few combinations of roles and permissions serve very many people. */
const known = new Map<string, boolean>()
const mayRead = ({ roles, permissions }: Holder): boolean => {
  const key = `${roles.join()} ${permissions.join()}`
  let may = known.get(key)
  if (may === undefined) {
    if (known.size >= 1000) known.clear()
    // What happens in a restaurant is told to its own people: a partner's see what came by their side, and ask for it.
    known.set(key, (may = !isAgent(roles) && abilityOf({ roles, permissions }).can('read', 'reservation-list')))
  }
  return may
}

/** In the caller's transaction: the rows of everybody who is told, the word to their open screens, and a job for mails and pushes. */
export const notifyPeople = async (ctx: Ctx, news: readonly News[]): Promise<void> => {
  const listeners = news.length ? await listenersOf(ctx, news) : []
  if (!listeners.length) return
  const byId = new Map(news.map((one) => [one.eventId, one]))
  const rows = listeners.map((listener) => ({ id: newId(), ...listener, ...byId.get(listener.eventId)! }))
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

/** The screens of these people, and of nobody else, hear that there is something for them. */
export const notifyScreens = async (ctx: Ctx, userIds: readonly string[]): Promise<void> => {
  for (let at = 0; at < userIds.length; at += peoplePerMessage) {
    const users = userIds.slice(at, at + peoplePerMessage)
    await ctx.ports.live.publish(ctx, { type: 'notification', venueId: null, id: null, kind: null, users })
  }
}

/** Something lies ready to be sent to these people. */
export const markDue = async (ctx: Ctx, due: { email: readonly string[]; push: readonly string[] }): Promise<void> => {
  const all = [...due.email.map((id) => ({ id, way: 'email' })), ...due.push.map((id) => ({ id, way: 'push' }))]
    // Several processes lock these rows in one order.
    .toSorted((a, b) => (a.id + a.way < b.id + b.way ? -1 : 1))
  if (!all.length) return
  await sql`
    insert into notification_outboxes (user_id, way, due)
    select id, way, true from unnest(${all.map(({ id }) => id)}::uuid[], ${all.map(({ way }) => way)}::text[]) as t (id, way)
    on conflict (user_id, way) do update set due = true`.execute(ctx.db)
  await ctx.ports.jobs.enqueue(ctx, sendBundlesJob, {})
}
