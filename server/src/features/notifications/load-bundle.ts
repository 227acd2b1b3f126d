import type { Notification } from '@tablewire/contracts/operations/notifications'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { type NotificationRow, notificationView, rowColumns, rowJoins } from './notification-view.ts'

export type Person = { id: string; email: string; firstName: string; lang: Lang; companyId: string | null }
export type Bundle = { person: Person; notifications: Notification[] }

/** What is still to be sent to that person: nothing outside the current scope, nothing twice, nothing to a disabled account. */
export const loadBundle = async (
  ctx: Ctx,
  { userId, ids, way }: { userId: string; ids: readonly string[]; way: 'email' | 'push' },
): Promise<Bundle | undefined> => {
  const person = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lang', 'companyId'])
    .where('id', '=', userId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  if (!person) return undefined
  const { rows } = await sql<NotificationRow>`
    select ${rowColumns} from notifications n join users u on u.id = n.user_id ${rowJoins}
    where n.user_id = ${userId} and n.id = any(${[...ids]}::uuid[]) and ${sql.ref(`n.${way}`)} <> 'sent' and (
      n.venue_id is null
      or (u.all_venues and (u.company_id is null or u.company_id = v.company_id))
      or exists (select from user_venues uv where not u.all_venues and uv.user_id = u.id and uv.venue_id = n.venue_id)
    )
    order by n.created_at, n.id`.execute(ctx.db)
  return rows.length ? { person, notifications: rows.map(notificationView) } : undefined
}

export const markSent = async (
  ctx: Ctx,
  { userId, ids, way }: { userId: string; ids: readonly string[]; way: 'email' | 'push' },
): Promise<void> => {
  await sql`update notifications set ${sql.ref(way)} = 'sent' where user_id = ${userId} and id = any(${[...ids]}::uuid[])`.execute(ctx.db)
}

/** Where people open the portal. */
export const portalUrl = ({ ports: { config } }: Ctx): string => config.publicUrl ?? `http://localhost:${config.port}`
