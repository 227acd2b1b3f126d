import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { Notification, notifications } from '@tablewire/contracts/operations/notifications'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { visible } from '#src/features/reservations/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { Problem } from '#src/platform/problem.ts'
import { currentUserOf } from './current-user.ts'
import { type NotificationRow, notificationView, rowColumns, rowJoins } from './notification-view.ts'
import { notifyScreens } from './notify-people.ts'

const countedAtMost = 1000

/** A user bound to single channels may have notifications of all from a former role. */
const ofSeenReservation = (ctx: Ctx): RawBuilder<SqlBool> =>
  ctx.scope.kind === 'channel' || ctx.scope.kind === 'channels'
    ? sql<SqlBool>`(n.reservation_id is null or exists (select from reservations r where r.venue_id = n.venue_id and r.id = n.reservation_id and ${visible(ctx, 'r')}))`
    : sql<SqlBool>`true`

/** Each kind that is another right than reservations, with that right; of his own report everybody may hear. */
const rightOf = {
  review: 'reviews',
  enquiry: 'sales-links',
  mention: 'onboarding',
  onboarding: 'onboarding',
  google_password: 'systems',
  google_drift: 'systems',
  google_trouble: 'systems',
  restored: 'traces',
} as const
const ofReadable = ({ ability }: Ctx): RawBuilder<SqlBool> => {
  const kinds = Object.entries(rightOf)
  const closed = kinds.filter(([, subject]) => !ability.can('read', subject)).map(([kind]) => kind)
  const isOpen = ability.can('read', 'reservation-list')
  if (isOpen && closed.length === 0) return sql<SqlBool>`true`
  if (isOpen) return sql<SqlBool>`n.event <> all(${closed}::text[])`
  return sql<SqlBool>`n.event = any(${['test', 'report', ...kinds.map(([kind]) => kind).filter((kind) => !closed.includes(kind))]}::text[])`
}

/** One's own, within the current scope of venues and reservations. */
const own = (ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`n.user_id = ${currentUserOf(ctx).id} and n.in_app and (n.venue_id is null or ${inScope(ctx, 'n.venue_id')}) and ${ofSeenReservation(ctx)} and ${ofReadable(ctx)}`

export const listNotifications = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after, filters }: Received<typeof notifications.list>['query'],
): Promise<Result<typeof notifications.list>> => {
  const place = after === undefined ? undefined : readCursor(after)
  const wanted = [
    own(ctx),
    ...(filters?.unread === undefined ? [] : [filters.unread ? sql`n.read_at is null` : sql`n.read_at is not null`]),
  ]
  const from = place ? [...wanted, sql`(n.created_at, n.id) < (${place.at}::timestamptz, ${place.id}::uuid)`] : wanted
  const { rows } = await sql<NotificationRow>`
    with page as (
      select n.* from notifications n where ${sql.join(from, sql` and `)} order by n.created_at desc, n.id desc limit ${limit + 1} offset ${offset}
    )
    select ${rowColumns} from page n ${rowJoins} order by n.created_at desc, n.id desc`.execute(ctx.db)
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from notifications n where ${sql.join(wanted, sql` and `)}`.execute(ctx.db)
  const { data, next } = cutPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { data: data.map(notificationView), total: counted.rows[0]!.total, next }
}

export const countUnread = async (ctx: Ctx): Promise<{ unread: number }> => {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (select from notifications n where ${own(ctx)} and n.read_at is null limit ${countedAtMost}) as few`.execute(
    ctx.db,
  )
  return rows[0]!
}

/** Live update of the person's other screens. */
export const readNotification = async (ctx: Ctx, id: string): Promise<Notification> => {
  const { rows } = await sql<NotificationRow>`
    with read as (update notifications n set read_at = coalesce(n.read_at, ${ctx.clock().toString()}::timestamptz) where n.id = ${id} and ${own(ctx)} returning n.*)
    select ${rowColumns} from read n ${rowJoins}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('notification.not_found')
  await notifyScreens(ctx, [currentUserOf(ctx).id])
  return notificationView(rows[0])
}

export const readAll = async (ctx: Ctx, until: string): Promise<{ unread: number }> => {
  const { numAffectedRows } = await sql`
    update notifications n set read_at = ${ctx.clock().toString()}::timestamptz
    where ${own(ctx)} and n.read_at is null and n.created_at <= ${until}::timestamptz`.execute(ctx.db)
  if (numAffectedRows) await notifyScreens(ctx, [currentUserOf(ctx).id])
  return countUnread(ctx)
}
