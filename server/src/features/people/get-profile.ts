import type { Profile } from '@tablewire/contracts/identity/session'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireUser } from './current-user.ts'
import { profileView } from './profile-view.ts'
import type { UserRecord } from './user-rows.ts'

export const getProfile = async (ctx: Ctx): Promise<Profile> => {
  return profileOf(ctx, await userById(ctx, requireUser(ctx).id))
}

/** The signed-in user; a user deleted since is signed out. */
export const userById = async (ctx: Ctx, id: string): Promise<UserRecord> => {
  const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw new Problem('session.expired')
  return user
}

/** The profile as that caller sees it: who acts shows only in his own. */
export const profileOf = async (ctx: Ctx, user: UserRecord): Promise<Profile> => {
  const { id, actedBy = null } = requireUser(ctx)
  const { rows } = await sql<{ name: string }>`select name from companies where id = ${user.companyId}`.execute(ctx.db)
  return profileView(user, { companyName: rows[0]?.name ?? null, actedBy: user.id === id ? actedBy : null })
}
