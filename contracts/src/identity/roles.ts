import { z } from 'zod/mini'

export const Role = z.enum([
  'ROLE_SUPER_ADMIN',
  'ROLE_ADMIN',
  'ROLE_MANAGER',
  'ROLE_POS',
  'ROLE_COMPANY_BOT',
  'ROLE_SDK_BOT',
  'ROLE_RMS_AGENT',
  'ROLE_BC_AGENT',
])
export type Role = z.infer<typeof Role>

/** The twelve permission areas of a user (AC6). They bind managers; the roles above them may do everything. */
export const Permission = z.enum([
  'reservations',
  'profileManagement',
  'reviews',
  'channelManagement',
  'analytics',
  'connectionManagement',
  'commentsManagement',
  'replyTemplates',
  'venues',
  'users',
  'groups',
  'notifications',
])
export type Permission = z.infer<typeof Permission>

/** Customer agents: people of a reservation system or of a booking channel. */
export const agentRoles: readonly Role[] = ['ROLE_RMS_AGENT', 'ROLE_BC_AGENT']

/**
 * AC4 lets nobody in who is an agent alone. Who is to sign in is a manager as well, without areas: what he may comes from his role as an agent.
 */
export const withSignIn = (roles: readonly Role[]): Role[] => {
  const own = [...new Set(roles)]
  const agentAlone = own.some((role) => agentRoles.includes(role)) && !own.some((role) => signInRoles.includes(role))
  return agentAlone ? [...own, 'ROLE_MANAGER'] : own
}

/** Roles that may sign in through the normal form (AC4). A super admin alone is not among them. */
export const signInRoles: readonly Role[] = ['ROLE_ADMIN', 'ROLE_COMPANY_BOT', 'ROLE_SDK_BOT', 'ROLE_POS', 'ROLE_MANAGER']

/** An area of rights in data: what it opens, and which other one it needs. */
export const PermissionEntry = z.object({
  id: Permission,
  opens: z.array(z.object({ action: z.string(), subject: z.string() })),
  needs: z.nullable(Permission),
  /** Roles that hold it without its being given. */
  impliedBy: z.array(Role),
  /** Whether the caller holds it, and so may give it. */
  mayGive: z.boolean(),
})
export type PermissionEntry = z.infer<typeof PermissionEntry>
