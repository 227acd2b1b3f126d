import { effectiveRole } from '@tablewire/contracts/identity/access'
import type { Profile } from '@tablewire/contracts/identity/session'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireUser } from './current-user.ts'
import { profileView } from './profile-view.ts'
import type { UserRecord } from './user-rows.ts'

export const getProfile = async (ctx: Ctx): Promise<Profile> => {
  const { id, companyId, device } = requireUser(ctx)
  return device ? tabletProfile(ctx, { companyId, device }) : profileOf(ctx, await userById(ctx, id))
}

type Tablet = { companyId: string | null; device: { id: string; name: string; venueId: string } }
/** A shared tablet stays itself, whoever is let in there. */
const tabletProfile = async (ctx: Ctx, { companyId, device }: Tablet): Promise<Profile> => {
  const { rows } = await sql<{ name: string }>`select name from companies where id = ${companyId}`.execute(ctx.db)
  const nobody = { email: '', username: null, firstName: device.name, lastName: '', city: null, country: null, lang: ctx.lang }
  const rights = { roles: [], role: effectiveRole([]), permissions: [], allVenues: false, settings: {} }
  return { id: device.id, ...nobody, ...rights, companyId, companyName: rows[0]?.name ?? null, actedBy: null, actingFor: null, device }
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
