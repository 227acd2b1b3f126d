import { abilityOf, holdsAll, isAgent } from '@tablewire/contracts/identity/access'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireUser } from './current-user.ts'
import type { UserRecord } from './user-rows.ts'

/**
 * Tenant scope of user management, as a condition on `users u`: everybody; the own company's people; with single venues, oneself and those who see no
 * other ones. A user without any venue yet belongs to whoever added them.
 */
export const usersInScope = (ctx: Ctx): RawBuilder<SqlBool> => {
  const { id, companyId } = requireUser(ctx)
  if (ctx.scope.kind === 'all') return sql<SqlBool>`true`
  if (ctx.scope.kind === 'company') return sql<SqlBool>`u.company_id = ${ctx.scope.companyId}`
  if (ctx.scope.kind !== 'venues') return sql<SqlBool>`u.id = ${id}`
  const company = companyId === null ? sql`true` : sql`u.company_id = ${companyId}`
  const others = sql`exists (select from user_venues uv where uv.user_id = u.id and uv.venue_id <> all(${[...ctx.scope.ids]}::uuid[]))`
  const none = sql`not exists (select from user_venues uv where uv.user_id = u.id)`
  return sql<SqlBool>`(u.id = ${id} or (${company} and not u.all_venues and not ${others} and (u.created_by = ${id} or not (${none}))))`
}

/** A user in the caller's scope, locked until the end of the transaction; otherwise `user.not_found`. */
export const lockUserInScope = async (ctx: Ctx, id: string): Promise<UserRecord> => {
  const user = await ctx.db
    .selectFrom('users as u')
    .selectAll()
    .where('u.id', '=', id)
    .where(usersInScope(ctx))
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new Problem('user.not_found')
  return user
}

/**
 * Somebody with a right that the caller does not hold, or who sees what the caller does not: whoever could change that account could take either.
 * An agent looks into every house of his side, so he is above all but the platform's people, whichever company he belongs to.
 */
export const isAbove = (ctx: Ctx, user: Pick<UserRecord, 'roles' | 'permissions' | 'companyId' | 'allVenues'>): boolean =>
  !holdsAll(ctx.ability, abilityOf(user)) || (isAgent(user.roles) && ctx.scope.kind !== 'all')

export const requireBelow = (ctx: Ctx, user: UserRecord): void => {
  if (isAbove(ctx, user)) throw new Problem('user.above')
}
