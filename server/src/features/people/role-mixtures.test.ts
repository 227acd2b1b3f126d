import { abilityOf, actions, isAgent, Permission, Role, subjects } from '@tablewire/contracts/identity/access'
import { withSignIn } from '@tablewire/contracts/identity/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { inScope } from '#src/features/venues/api.ts'
import { ofOwnChannels } from '#src/features/webhooks/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId, newSecret, secretHash } from '#src/platform/id.ts'
import { invalidateAllUsers, signedInBy } from './signed-in.ts'

const bindings = ['none', 'system', 'channel', 'channels', 'system and channel'] as const
const belongings = ['platform', 'company', 'single venues'] as const
type Situation = { binding: (typeof bindings)[number]; belonging: (typeof belongings)[number] }

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const rights = actions.flatMap((action) => subjects.map((subject) => [action, subject] as const))

/** One person, whose roles, company and bindings are exchanged under his session. */
const aPerson = async () => {
  const { db } = open
  const [companyId, elsewhere] = [await aCompany(db), await aCompany(db)]
  const [own, given, atSystem, sold, soldToo] = await Promise.all(
    [companyId, companyId, elsewhere, elsewhere, elsewhere].map((of) => aVenue(db, { companyId: of })),
  )
  const system = await aSystem(db, { venues: [atSystem!.id] })
  const [channel, second] = [await aChannel(db, { venues: [sold!.id] }), await aChannel(db, { venues: [soldToo!.id, own!.id] })]
  // Somebody has to stay one.
  await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  const user = await aUser(db, { permissions: [...Permission.options] })
  await db.insertInto('userVenues').values({ userId: user.id, venueId: given!.id }).execute()
  const access = newSecret()
  const until = new Date(Date.now() + 3_600_000)
  await sql`
    insert into sessions (id, user_id, kind, access_hash, access_expires_at, refresh_hash, refresh_expires_at, created_at, used_at)
    values (${newId()}, ${user.id}, 'password', ${secretHash(access)}, ${until}, ${secretHash(newSecret())}, ${until}, now(), now())`.execute(
    db,
  )
  const settle = async ({ binding, belonging }: Situation): Promise<void> => {
    await sql`update users set company_id = ${belonging === 'platform' ? null : companyId}::uuid, all_venues = ${belonging !== 'single venues'}
      where id = ${user.id}`.execute(db)
    await db.deleteFrom('systemUsers').where('userId', '=', user.id).execute()
    await db.deleteFrom('channelUsers').where('userId', '=', user.id).execute()
    if (binding.startsWith('system'))
      await db.insertInto('systemUsers').values({ systemId: system.id, userId: user.id, createdAt: new Date() }).execute()
    if (binding.includes('channel')) await db.insertInto('channelUsers').values({ channelId: channel.id, userId: user.id }).execute()
    if (binding === 'channels') await db.insertInto('channelUsers').values({ channelId: second.id, userId: user.id }).execute()
  }
  const as = async (roles: readonly Role[]): Promise<Ctx> => {
    await sql`update users set roles = ${[...roles]} where id = ${user.id}`.execute(db)
    invalidateAllUsers()
    const { ability, scope, companyId: of, sessionId } = await signedInBy(db, access, Date.now())
    return aCtx(db, { ability, scope, actor: { kind: 'user', id: user.id, name: 'Ada Example', companyId: of, sessionId } })
  }
  return { settle, as }
}

/** Right → what it reaches: venues, and of webhooks the channels. */
const reachOf = async (ctx: Ctx): Promise<Map<string, ReadonlySet<string>>> => {
  const [venues, channels] = await Promise.all([
    sql<{ id: string }>`select v.id from venues v where ${inScope(ctx, 'v.id')}`.execute(open.db),
    sql<{ id: string }>`select c.id from channels c where ${ofOwnChannels(ctx, 'c.id')}`.execute(open.db),
  ])
  const ids = { venues: new Set(venues.rows.map(({ id }) => id)), channels: new Set(channels.rows.map(({ id }) => id)) }
  return new Map(
    rights
      .filter(([action, subject]) => ctx.ability.can(action, subject))
      .map(([action, subject]) => [`${action} ${subject}`, subject === 'webhooks' ? ids.channels : ids.venues]),
  )
}

const pairs = Role.options.flatMap((one, at) => Role.options.slice(at).map((other) => [one, other] as const))
const situations = bindings.flatMap((binding) => belongings.map((belonging): Situation => ({ binding, belonging })))

test(
  'AC6: two roles together reach nothing that neither of them reaches alone, whoever is bound to what',
  { timeout: 120_000 },
  async () => {
    const { settle, as } = await aPerson()
    const beyond: string[] = []
    for (const situation of situations) {
      await settle(situation)
      const alone = new Map<Role, Map<string, ReadonlySet<string>>>()
      for (const role of Role.options) alone.set(role, await reachOf(await as(withSignIn([role]))))
      for (const [one, other] of pairs)
        for (const [right, reached] of await reachOf(await as(withSignIn([one, other])))) {
          const parts = [alone.get(one)!.get(right), alone.get(other)!.get(right)]
          const more = [...reached].filter((id) => !parts.some((part) => part?.has(id)))
          if (more.length) beyond.push(`${one} + ${other}, ${situation.belonging}, bound to ${situation.binding}: ${right}`)
        }
    }
    expect(beyond).toEqual([])
  },
)

test('AC6: whatever an agent is besides, he has the rights of an agent', () => {
  for (const [one, other] of pairs.filter((pair) => isAgent(pair)))
    for (const companyId of [null, newId()]) {
      const roles = [...new Set<Role>(['ROLE_MANAGER', one, other])]
      const agents = roles.filter((role) => role === 'ROLE_MANAGER' || isAgent([role]))
      const of = (held: Role[]) => abilityOf({ roles: held, permissions: [...Permission.options], companyId })
      const held = (ability: ReturnType<typeof of>) => rights.filter(([action, subject]) => ability.can(action, subject))
      expect(held(of(roles))).toEqual(held(of(agents)))
    }
})
