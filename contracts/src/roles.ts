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

/** Roles that may sign in through the normal form (AC4). A super admin alone is not among them. */
export const signInRoles: readonly Role[] = ['ROLE_ADMIN', 'ROLE_COMPANY_BOT', 'ROLE_SDK_BOT', 'ROLE_POS', 'ROLE_MANAGER']
