import { abilityOf, Permission, permissionNeeds, rightsOf, Role } from '@tablewire/contracts/identity/access'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { PermissionEntry } from '@tablewire/contracts/identity/roles'
import type { users } from '@tablewire/contracts/identity/users'
import type { Ctx } from '#src/platform/ctx.ts'
import { mayGivePermission } from './user-rights.ts'

const entryOf = (ctx: Ctx, id: Permission): PermissionEntry => {
  const rights = rightsOf(id)
  const holds = (role: Role): boolean => {
    const ability = abilityOf({ roles: [role], permissions: [] })
    return rights.every(([action, subject]) => ability.can(action, subject))
  }
  return {
    id,
    opens: rights.map(([action, subject]) => ({ action, subject })),
    needs: permissionNeeds[id] ?? null,
    impliedBy: Role.options.filter(holds),
    mayGive: mayGivePermission(ctx, id),
  }
}

/** The matrix in data, for GET /apps/permissions/data. */
export const permissionsData = async (ctx: Ctx, { q = '' }: { q?: string | undefined }): Promise<Result<typeof users.permissions>> => {
  const allData = Permission.options.map((id) => entryOf(ctx, id))
  const wanted = q.toLowerCase()
  const permissions = allData.filter(({ id, opens }) =>
    [id, ...opens.map(({ subject }) => subject)].some((text) => text.toLowerCase().includes(wanted)),
  )
  return { permissions, params: { q }, allData, total: permissions.length }
}
