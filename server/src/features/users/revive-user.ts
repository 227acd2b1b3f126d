import type { Permission, Role } from '@tablewire/contracts/identity/access'
import { signInRoles } from '@tablewire/contracts/identity/roles'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { grantVenues } from '#src/features/access/api.ts'
import { invalidateUser, insertUser, requireUser, type UserRecord } from '#src/features/people/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { keepDeleted, takeDeleted } from '#src/platform/audit/deleted-things.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { unknowableHash } from './add-user.ts'
import { mailInvitation } from './invitation.ts'
import { mayGive, requireGivable } from './user-rights.ts'
import { readUser, userSnapshot } from './user-view.ts'

type Account = {
  email: string
  username: string | null
  firstName: string
  lastName: string
  city: string | null
  country: string | null
  lang: Lang
  roles: Role[]
  permissions: Permission[]
  companyId: string | null
  allVenues: boolean
}
/** What somebody looked after as an agent. */
export type Agency = { channels: string[]; system: string | null }
type KeptUser = Agency & { account: Account; disabled: boolean; venues: string[]; groups: string[] }

/** Before it goes: who it was and what was given to it. Neither the password nor any other proof of who signs in. */
export const keepUser = async (ctx: Ctx, user: UserRecord): Promise<void> => {
  const { email, username, firstName, lastName, city, country, lang, roles, permissions, companyId, allVenues, disabledAt, id } = user
  const { rows } = await sql<Pick<KeptUser, 'venues' | 'groups' | 'channels' | 'system'>>`
    select array(select ug.group_id from user_groups ug where ug.user_id = ${id})::text[] as groups,
      array(select uv.venue_id from user_venues uv where uv.user_id = ${id} and not exists (select from user_groups ug where ug.user_id = ${id}))::text[] as venues,
      array(select cu.channel_id from channel_users cu where cu.user_id = ${id})::text[] as channels,
      (select su.system_id::text from system_users su where su.user_id = ${id}) as system`.execute(ctx.db)
  const account: Account = { email, username, firstName, lastName, city, country, lang, roles, permissions, companyId, allVenues }
  const kept: KeptUser = { account, disabled: disabledAt !== null, ...rows[0]! }
  await keepDeleted(ctx, { subject: 'user', id, kept })
}

/** Of what was given before that which is still there, is still the company's, and the caller may give. */
const giveAgain = async (ctx: Ctx, userId: string, { account: { companyId }, venues, groups }: KeptUser): Promise<void> => {
  const whole = ctx.scope.kind === 'all' || ctx.scope.kind === 'company'
  const { rows } = await sql<Pick<KeptUser, 'venues' | 'groups'>>`
    select array(select v.id from venues v where v.id = any(${venues}::uuid[]) and ${inScope(ctx, 'v.id')}
        and (${companyId}::uuid is null or v.company_id = ${companyId}::uuid))::text[] as venues,
      array(select g.id from groups g where g.id = any(${groups}::uuid[]) and ${whole}
        and (${companyId}::uuid is null or g.company_id = ${companyId}::uuid))::text[] as groups`.execute(ctx.db)
  const still = rows[0]!
  await grantVenues(ctx, { userId, venues: still.venues, groups: still.groups })
}

const requireCompany = async (ctx: Ctx, companyId: string | null): Promise<void> => {
  const own = requireUser(ctx).companyId
  if (companyId === own) return
  const free = own === null && ctx.scope.kind === 'all' && companyId !== null
  const known = free
    ? await ctx.db.selectFrom('companies').select('id').where('id', '=', companyId).forShare().executeTakeFirst()
    : undefined
  if (!known) throw new Problem('company.not_found')
}

/** Whether the caller could give what the person held, as the audit entry of the end tells it. */
export const mayReviveUser = (ctx: Ctx, { roles, permissions }: Readonly<Record<string, unknown>>): boolean =>
  mayGive(ctx, { roles: (roles ?? []) as Role[], permissions: (permissions ?? []) as Permission[] })

/**
 * Who was deleted comes back as the same person with the same rights and venues, and as one who was just invited: the password of before, codes,
 * passkeys and sessions are gone for good, so a link is mailed to choose a new one. Who was disabled comes back disabled, and is mailed nothing.
 * Answers whose agent it was, which those it was agent of know.
 */
export const reviveUser = async (ctx: Ctx, id: string): Promise<Agency> =>
  transaction(ctx, async (inner) => {
    const kept = await takeDeleted<KeptUser>(inner, 'user', id)
    const { account, disabled } = kept
    requireGivable(inner, account)
    await requireCompany(inner, account.companyId)
    const now = inner.clock().toString()
    const signsIn = account.roles.some((role) => signInRoles.includes(role))
    await insertUser(inner, {
      ...account,
      id,
      passwordHash: await unknowableHash(),
      settings: '{}',
      createdBy: requireUser(inner).id,
      createdAt: now,
      updatedAt: now,
      invitedAt: now,
      disabledAt: disabled ? now : null,
    })
    await giveAgain(inner, id, kept)
    const user = await readUser(inner, id)
    if (signsIn && !disabled) await mailInvitation(inner, user)
    await audit(inner, { action: 'user.created', subject: 'user', subjectId: id, companyId: account.companyId, after: userSnapshot(user) })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(id))
    return { channels: kept.channels, system: kept.system }
  })
