import type { Profile } from '@tablewire/contracts/session'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireUser } from './current-user.ts'
import { profileView } from './profile-view.ts'

export const getProfile = async (ctx: Ctx): Promise<Profile> => {
  const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', requireUser(ctx).id).executeTakeFirst()
  if (!user) throw new Problem('session.expired')
  return profileView(user)
}
