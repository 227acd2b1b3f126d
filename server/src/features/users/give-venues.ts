import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { UserDetail, users } from '@tablewire/contracts/identity/users'
import { sql } from 'kysely'
import { grantVenues, revokeVenues } from '#src/features/access/api.ts'
import { forgetUser, requireUser, setUser, type UserRecord } from '#src/features/people/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { userToChange } from './change-user.ts'
import { roleSeesAll } from './user-rights.ts'
import { readUser } from './user-view.ts'

type Input = Received<typeof users.giveVenues>

/** Every one has to be within what the caller sees, and of the user's company if there is one. */
const requireVenues = async (ctx: Ctx, { companyId }: UserRecord, venues: readonly string[]): Promise<void> => {
  if (venues.length === 0) return
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from venues v where v.id = any(${[...venues]}::uuid[]) and ${inScope(ctx, 'v.id')}
      and (${companyId}::uuid is null or v.company_id = ${companyId}::uuid)`.execute(ctx.db)
  if (rows[0]!.count !== new Set(venues).size) throw new Problem('venue.not_found')
}

/** A group grows: whoever gives one has to see all of its company, now and later. */
const requireGroups = async (ctx: Ctx, { companyId }: UserRecord, groups: readonly string[]): Promise<void> => {
  if (groups.length === 0) return
  const whole = ctx.scope.kind === 'all' || (ctx.scope.kind === 'company' && ctx.scope.companyId === companyId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from groups g where g.id = any(${[...groups]}::uuid[]) and ${whole}
      and (${companyId}::uuid is null or g.company_id = ${companyId}::uuid)`.execute(ctx.db)
  if (rows[0]!.count !== new Set(groups).size) throw new Problem('group.not_found')
}

/** For the audit, and to be put back by an undo. */
export const accessSnapshot = async (ctx: Ctx, id: string) => {
  const { access, groups, venues, venueCount } = await readUser(ctx, id)
  return { access, groups: groups.map((one) => one.id), venues: access === 'venues' ? venues.map((one) => one.id) : [], venueCount }
}

/** ON1: venue access, assigned after creation. */
export const giveVenues = async (ctx: Ctx, { params: { id }, body }: Input): Promise<UserDetail> =>
  transaction(ctx, async (inner) => {
    const { access, version } = body
    const groups = access === 'groups' ? body.groups : []
    const venues = access === 'venues' ? body.venues : []
    const before = await accessSnapshot(inner, id)
    const user = await userToChange(inner, id, version)
    if (user.id === requireUser(inner).id) throw new Problem('user.is_oneself')
    if (access !== 'all' && roleSeesAll(user.roles)) throw new Problem('user.sees_all')
    // Whoever sees single venues cannot give all of them.
    if (access === 'all' && inner.scope.kind === 'venues') throw new Problem('user.right_not_held', { what: access })
    await requireVenues(inner, user, venues)
    await requireGroups(inner, user, groups)
    await revokeVenues(inner, id)
    await setUser(inner, id, { allVenues: access === 'all', version: version + 1, updatedAt: inner.clock().toString() })
    await grantVenues(inner, { userId: id, venues, groups })
    const told = { before, after: await accessSnapshot(inner, id) }
    await audit(inner, { action: 'user.venues_given', subject: 'user', subjectId: id, companyId: user.companyId, ...told })
    inner.unitOfWork.afterCommit.push(() => forgetUser(id))
    return readUser(inner, id)
  })
