import { abilityOf, type Permission, type Role } from '@tablewire/contracts/identity/access'
import type {} from '@tablewire/server/features/people/user-rows'
import type {} from '@tablewire/server/features/venues/venue-rows'
import type { Ctx, VenueScope } from '@tablewire/server/platform/ctx'
import type { Db } from '@tablewire/server/platform/db/schema'
import { newId } from '@tablewire/server/platform/id'
import { hash } from '@node-rs/argon2'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { aCtx } from './a-ctx.ts'

export type TestUser = {
  id: string
  email: string
  password: string
  companyId: string | null
  roles: Role[]
  permissions: Permission[]
  lang: Lang
  /** The only venues the user may see; undefined = all of the company, or of the platform without one. */
  venues?: readonly string[]
}

/** An administrator of the platform, unless the overrides say otherwise. The password is a cheap hash, to keep tests quick. */
export const aUser = async (db: Db, overrides: Partial<TestUser> = {}): Promise<TestUser> => {
  const id = newId()
  const user: TestUser = {
    id,
    email: `user-${id}@tablewire.test`,
    password: 'correct horse battery',
    companyId: null,
    roles: ['ROLE_ADMIN'],
    permissions: [],
    lang: 'en',
    ...overrides,
  }
  await db
    .insertInto('users')
    .values({
      id: user.id,
      companyId: user.companyId,
      email: user.email,
      passwordHash: await hash(user.password, { memoryCost: 64, timeCost: 1, parallelism: 1 }),
      firstName: 'Ada',
      lastName: 'Example',
      city: null,
      country: null,
      lang: user.lang,
      roles: user.roles,
      permissions: user.permissions,
      allVenues: !user.venues,
      settings: '{}',
    })
    .execute()
  if (user.venues?.length)
    await db
      .insertInto('userVenues')
      .values(user.venues.map((venueId) => ({ userId: user.id, venueId })))
      .execute()
  return user
}

const scopeOf = ({ venues, companyId }: TestUser): VenueScope => {
  if (venues) return { kind: 'venues', ids: venues }
  return companyId ? { kind: 'company', companyId } : { kind: 'all' }
}

/** What a verb gets when this user calls. */
export const ctxOfUser = (db: Db, user: TestUser, overrides: Partial<Ctx> = {}): Ctx =>
  aCtx(db, {
    actor: { kind: 'user', id: user.id, name: 'Ada Example', companyId: user.companyId, sessionId: newId() },
    ability: abilityOf({ ...user, allVenues: !user.venues }),
    scope: scopeOf(user),
    lang: user.lang,
    ...overrides,
  })
