import type { Permission, Role } from '@tablewire/contracts/identity/access'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { grantVenues } from '#src/features/access/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { hashPassword } from './password.ts'
import { insertUser } from './user-writes.ts'

export type NewUser = {
  email: string
  password: string
  /** A one-time password, as somebody else sees it: the user chooses another at the first sign-in. */
  oneTime?: boolean
  firstName: string
  lastName: string
  roles: readonly Role[]
  permissions?: readonly Permission[]
  /** Undefined or null = a user of the platform itself. */
  companyId?: string | null
  /** The only venues the user may see; undefined = all of the company, or of the platform. */
  venues?: readonly string[]
  lang?: Lang
  city?: string | null
  country?: string | null
}

/** Creates a user and returns the id. A taken e-mail address fails with the database's error (23505). */
export const createUser = async (ctx: Ctx, { password, oneTime = false, venues, ...user }: NewUser): Promise<string> => {
  const passwordHash = await hashPassword(password)
  return transaction(ctx, async (inner) => {
    const id = newId()
    const { roles, permissions = [], companyId = null, lang = 'en', city = null, country = null, firstName, lastName } = user
    const row = {
      id,
      companyId,
      email: user.email.trim().toLowerCase(),
      firstName,
      lastName,
      city,
      country,
      lang,
      roles: [...roles],
      permissions: [...permissions],
    }
    await insertUser(inner, { ...row, passwordHash, passwordOneTime: oneTime, allVenues: venues === undefined, settings: '{}' })
    await grantVenues(inner, { userId: id, venues: venues ?? [] })
    await audit(inner, { action: 'user.created', subject: 'user', subjectId: id, after: { ...row, venues: venues ?? 'all' } })
    return id
  })
}
