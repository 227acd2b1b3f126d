import { agentRoles, type Permission, type Role } from '@tablewire/contracts/identity/roles'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { UserDetail } from '@tablewire/contracts/identity/users'

/** What is saved together; empty text stands for nothing. */
export type Account = {
  email: string
  username: string
  firstName: string
  lastName: string
  city: string
  country: string
  lang: Lang
  /** What the form offers as one choice; further roles of somebody are kept. */
  role: Role
  permissions: Permission[]
}

/** The roles a form offers (ON1), and what else somebody may hold already. */
export const offeredRoles: readonly Role[] = ['ROLE_MANAGER', 'ROLE_ADMIN', 'ROLE_RMS_AGENT', 'ROLE_BC_AGENT']

export const emptyAccount = (lang: Lang): Account => ({
  email: '',
  username: '',
  firstName: '',
  lastName: '',
  city: '',
  country: '',
  lang,
  role: 'ROLE_MANAGER',
  permissions: [],
})

/** An agent who signs in is a manager as well; he is what he was made. */
const mainRole = (roles: readonly Role[]): Role =>
  roles.find((role) => agentRoles.includes(role)) ?? roles.find((role) => role !== 'ROLE_SUPER_ADMIN') ?? roles[0] ?? 'ROLE_MANAGER'

export const accountOf = ({ email, username, firstName, lastName, city, country, lang, roles, permissions }: UserDetail): Account => ({
  email,
  username: username ?? '',
  firstName,
  lastName,
  city: city ?? '',
  country: country ?? '',
  lang,
  role: mainRole(roles),
  permissions: permissions.toSorted(),
})

/** As the server takes it. `before`: roles the form does not offer stay as they are. */
export const bodyOf = ({ role, permissions, username, city, country, ...rest }: Account, before: readonly Role[] = []) => ({
  ...rest,
  username: username.trim() || null,
  city: city.trim() || null,
  country: country || null,
  roles: before.length > 0 ? [...new Set(before.map((one) => (one === mainRole(before) ? role : one)))] : [role],
  permissions: permissions.toSorted(),
})

export const accountFields = ['email', 'username', 'firstName', 'lastName', 'city', 'country', 'lang'] as const
/** Problems that belong beside a field, though they have a code of their own. */
export const fieldOfCode: Readonly<Record<string, 'email' | 'username'>> = {
  'user.email_taken': 'email',
  'user.username_taken': 'username',
}
