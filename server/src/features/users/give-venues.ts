import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { UserDetail, users } from '@tablewire/contracts/identity/users'
import { sql } from 'kysely'
import { grantVenues, regrantVenues, revokeVenues } from '#src/features/access/api.ts'
import { invalidateUser, requireUser, setUser, type UserRecord } from '#src/features/people/api.ts'
import { inScope, notArchived } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { changeOfIds, shortenedIds } from '#src/platform/audit/shortened-ids.ts'
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

/** What somebody sees now; of single venues those that the caller sees, and that are not in the archive. */
export const accessSnapshot = async (ctx: Ctx, id: string) => {
  const { access, groups, venueCount } = await readUser(ctx, id, 'min')
  const { rows } = await sql<{ id: string }>`
    select uv.venue_id as id from user_venues uv where uv.user_id = ${id} and ${access === 'venues'} and ${notArchived('uv.venue_id')}
      and ${inScope(ctx, 'uv.venue_id')} order by 1`.execute(ctx.db)
  return { access, groups: groups.map((one) => one.id), venues: rows.map((row) => row.id), venueCount }
}
type Snapshot = Awaited<ReturnType<typeof accessSnapshot>>

/** For the audit, and to be put back by an undo, as far as so many venues can be told one by one. */
export const auditedAccess = ({ venues, ...rest }: Snapshot) => ({ ...rest, venues: shortenedIds(venues) })

type AccessGrant = {
  before: Snapshot
  access: Input['body']['access']
  groups: readonly string[]
  add: readonly string[]
  remove: readonly string[]
}

/** Single venues beside single venues are changed one by one, so that what stands in the archive comes back to whom it was given. */
const write = async (ctx: Ctx, userId: string, { before, access, groups, add, remove }: AccessGrant): Promise<void> => {
  if (before.access === 'venues' && access === 'venues') return regrantVenues(ctx, userId, { add, remove })
  await revokeVenues(ctx, userId)
  await grantVenues(ctx, { userId, venues: add, groups })
}

/** Which venues come and which go. */
const changeOf = ({ venues, add = [], remove = [] }: Input['body'], before: Snapshot): Pick<AccessGrant, 'add' | 'remove'> => {
  if (!venues) return { add, remove }
  const wanted = new Set(venues)
  return { add: venues, remove: before.venues.filter((id) => !wanted.has(id)) }
}

/** Within the hub nobody has to say how much is to be answered. */
type Giving = Omit<Input, 'query'> & { query?: Input['query'] }

/** ON1: venue access, assigned after creation. */
export const giveVenues = async (ctx: Ctx, { params: { id }, query: { mode } = {}, body }: Giving): Promise<UserDetail> =>
  transaction(ctx, async (inner) => {
    const { access, version } = body
    const groups = access === 'groups' ? body.groups : []
    const before = await accessSnapshot(inner, id)
    const { add, remove } = access === 'venues' ? changeOf(body, before) : { add: [], remove: [] }
    const user = await userToChange(inner, id, version)
    if (user.id === requireUser(inner).id) throw new Problem('user.is_oneself')
    if (access !== 'all' && roleSeesAll(user.roles)) throw new Problem('user.sees_all')
    // Whoever sees single venues cannot give all of them.
    if (access === 'all' && inner.scope.kind === 'venues') throw new Problem('user.right_not_held', { what: access })
    await requireVenues(inner, user, add)
    await requireGroups(inner, user, groups)
    await write(inner, id, { before, access, groups, add, remove })
    await setUser(inner, id, { allVenues: access === 'all', version: version + 1, updatedAt: inner.clock().toString() })
    const after = await accessSnapshot(inner, id)
    const changes = { before: auditedAccess(before), after: { ...auditedAccess(after), ...changeOfIds(before.venues, after.venues) } }
    await audit(inner, { action: 'user.venues_given', subject: 'user', subjectId: id, companyId: user.companyId, ...changes })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(id))
    return readUser(inner, id, mode)
  })
