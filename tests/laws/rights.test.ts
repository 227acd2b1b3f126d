import { abilityOf, Permission, type Role } from '@tablewire/contracts/identity/access'
import { endpoints } from '@tablewire/contracts/all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../build/a-user.ts'
import { samples } from './samples.ts'
import { aWorld, fill, type World } from './world.ts'

type Person = { token: string; ability: ReturnType<typeof abilityOf> }
const people: Record<string, Person> = {}
let world: World
beforeAll(async () => {
  world = await aWorld()
  const { companyId, id } = world.venue
  const kinds: Record<string, Parameters<typeof aUser>[1] & { roles: Role[] }> = {
    'an administrator of the platform': { roles: ['ROLE_ADMIN'] },
    'an administrator of a company': { roles: ['ROLE_ADMIN'], companyId },
    'a company bot': { roles: ['ROLE_COMPANY_BOT'], companyId },
    'a till': { roles: ['ROLE_POS'], companyId },
    'a manager of a company': { roles: ['ROLE_MANAGER'], permissions: [...Permission.options], companyId },
    'a manager of one venue': { roles: ['ROLE_MANAGER'], permissions: [...Permission.options], companyId, venues: [id] },
    'an agent of a channel': { roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'] },
    'an agent of a system': { roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'] },
  }
  for (const [who, given] of Object.entries(kinds)) {
    const user = await aUser(world.container.db, given)
    people[who] = { token: await world.signIn(user), ability: abilityOf({ ...user, allVenues: !user.venues }) }
  }
})
afterAll(() => world.close())

/** A system's own messages: no person has a button for them. */
const withRight = endpoints.filter(({ id, can }) => typeof can === 'object' && id !== 'partners.notice')

/** The portal shows a page or a button to whoever has the right its call asks for: a right that the call then denies would show what cannot be done. */
test.each(withRight.map((endpoint) => [endpoint.id, endpoint] as const))(
  'whoever has the right to %s is not denied it',
  async (_, endpoint) => {
    const sample = await samples[endpoint.id]!(world)
    for (const [who, { token, ability }] of Object.entries(people)) {
      if (typeof endpoint.can !== 'object') continue
      const answer = await world.ask({ method: endpoint.method, url: fill(endpoint, sample), token, body: sample.body })
      const denied = answer.json<{ code?: string }>().code === 'access.denied'
      expect([who, denied]).toEqual([who, !ability.can(...endpoint.can)])
    }
  },
)
