import { abilityOf, agentRoles, holdsAll, isAgent, type Permission, type Role, seesEveryVenue } from '@tablewire/contracts/identity/access'
import { requireUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

type Rights = { roles: readonly Role[]; permissions: readonly Permission[] }

const mayGiveRole = (ctx: Ctx, role: Role): boolean => {
  const platform = requireUser(ctx).companyId === null && ctx.ability.can('manage', 'all')
  // Customer agents are people of partners: only whoever keeps the platform makes them.
  if (agentRoles.includes(role)) return platform
  // Everything means every venue as well.
  if (seesEveryVenue([role]) && ctx.scope.kind !== 'all' && ctx.scope.kind !== 'company') return false
  // Whom somebody of a company may add or change is of the same company.
  return holdsAll(ctx.ability, abilityOf({ roles: [role], permissions: [], companyId: requireUser(ctx).companyId }))
}

export const mayGivePermission = (ctx: Ctx, permission: Permission): boolean =>
  holdsAll(
    ctx.ability,
    abilityOf({ roles: ['ROLE_MANAGER'], permissions: [permission], allVenues: ctx.scope.kind === 'venues' ? false : undefined }),
  )

const lackingOf = (ctx: Ctx, { roles, permissions }: Rights) => ({
  lackingRoles: roles.filter((role) => !mayGiveRole(ctx, role)),
  lackingAreas: permissions.filter((permission) => !mayGivePermission(ctx, permission)),
})

export const mayGive = (ctx: Ctx, rights: Rights): boolean => {
  const { lackingRoles, lackingAreas } = lackingOf(ctx, rights)
  return lackingRoles.length + lackingAreas.length === 0
}

/** ON1: nobody gives what he does not hold, also not for later, to somebody whose role does not use it yet. */
export const requireGivable = (ctx: Ctx, rights: Rights): void => {
  const { lackingRoles, lackingAreas } = lackingOf(ctx, rights)
  const what = [...lackingRoles, ...lackingAreas]
  if (what.length === 0) return
  throw new Problem(
    'user.right_not_held',
    { what: what.join(', ') },
    {
      ...(lackingRoles.length ? { roles: [{ issue: 'invalid' }] } : {}),
      ...(lackingAreas.length ? { permissions: [{ issue: 'invalid' }] } : {}),
    },
  )
}

/** A super admin holds the platform: within a company he would hold what is not the company's. */
export const requireHome = ({ roles, companyId }: { roles: readonly Role[]; companyId: string | null }): void => {
  if (companyId !== null && roles.includes('ROLE_SUPER_ADMIN'))
    throw new Problem('user.of_platform', {}, { companyId: [{ issue: 'invalid' }] })
}

/** Roles that do everything, and the platform's masters, see every venue; agents and managers what they are given. */
export const roleSeesAll = (roles: readonly Role[]): boolean =>
  seesEveryVenue(roles) || (!isAgent(roles) && roles.includes('ROLE_SUPER_ADMIN'))
