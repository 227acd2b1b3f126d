import { abilityOf, systemAbility, type Ability } from '@tablewire/contracts/identity/access'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import type {} from '@tablewire/server/features/channels/channel-rows'
import { aChannel } from '../build/a-channel.ts'
import { aDelivery, anEndpoint } from '../build/an-endpoint.ts'
import { aSystem, type TestSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aCompany, aVenue } from '../build/a-venue.ts'
import { held } from './trace-samples.ts'
import { type World } from './world.ts'

type Caller = { readonly token?: string; readonly key?: string }
/** Somebody it does not belong to, and what he may do with things of his own; without an ability the endpoint asks for no right of his. */
export type Stranger = Caller & { readonly ability?: Ability }
export type Foreign = {
  readonly params: { readonly id: string } & Readonly<Record<string, string>>
  readonly body?: unknown
  readonly owner: Caller
  /** Where its owner finds it: an answer with its id. */
  readonly read: string
  readonly strangers: readonly Stranger[]
}
export type Family = (world: World, endpoint: Endpoint) => Promise<Foreign>

const adminOf = ({ admin, venue }: World): Stranger => ({
  token: admin,
  ability: abilityOf({ roles: ['ROLE_ADMIN'], permissions: [], companyId: venue.companyId }),
})
export const made = async (world: World, url: string, body: unknown, caller: Caller = { token: world.foreignAdmin }): Promise<string> => {
  const answer = await world.ask({ method: 'POST', url, body, ...caller })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.body}`)
  return answer.json<{ data: { id: string } }>().data.id
}
/** Of the other company: its administrator reads it, ours is the stranger. */
export const ofCompany = (world: World, id: string, read: string): Foreign => ({
  params: { id },
  owner: { token: world.foreignAdmin },
  read,
  strangers: [adminOf(world)],
})
export const ofChannel = (world: World, id: string, read: string): Foreign => ({
  params: { id },
  owner: { key: world.foreignChannel.key },
  read,
  strangers: [{ key: world.channel.key }],
})
/** A system of its own venue in a company of its own. */
export const aServed = async ({ container }: World): Promise<TestSystem & { companyId: string; venueId: string }> => {
  const companyId = await aCompany(container.db)
  const { id: venueId } = await aVenue(container.db, { companyId })
  return { ...(await aSystem(container.db, { venues: [venueId] })), companyId, venueId }
}
/** Of another reservation system: strangers are a system with venues of its own, and a company that is not concerned. */
export const ofSystem = async (world: World, { systems, path }: Endpoint, key: string, id: string): Promise<Foreign> => ({
  params: { id },
  owner: { token: key },
  read: `${path.slice(0, path.indexOf('/:id'))}/${id}`,
  strangers: [adminOf(world), ...(systems ? [{ token: (await aServed(world)).key, ability: systemAbility }] : [])],
})
export const venue =
  (read: (id: string) => string): Family =>
  async (world, { systems }) => {
    const { id } = world.foreignVenue
    const foreign = ofCompany(world, id, read(id))
    if (!systems) return foreign
    return { ...foreign, strangers: [...foreign.strangers, { token: (await aServed(world)).key, ability: systemAbility }] }
  }
export const hopOf = async (world: World): Promise<{ id: string; hopId: string }> => held(world, world.foreignChannel.key)
export const ownSessions: Family = async (world) => {
  const token = await world.signIn(await aUser(world.container.db, { companyId: world.foreignVenue.companyId }))
  const answer = await world.ask({ method: 'GET', url: '/user/sessions', token })
  const [session] = answer.json<{ data: { id: string }[] }>().data
  return { ...ofCompany(world, session!.id, '/user/sessions'), owner: { token } }
}
/** Somebody who looks after one channel's webhooks. */
const agentOf = async ({ container, signIn }: World, channelId: string): Promise<Stranger & { token: string }> => {
  const roles = ['ROLE_BC_AGENT', 'ROLE_MANAGER'] as const
  const user = await aUser(container.db, { roles: [...roles] })
  await container.db.insertInto('channelUsers').values({ channelId, userId: user.id }).execute()
  return { token: await signIn(user), ability: abilityOf({ roles, permissions: [] }) }
}
export const ofAgent = async (world: World, id: string, read: string): Promise<Foreign> => ({
  params: { id },
  owner: await agentOf(world, world.foreignChannel.id),
  read,
  strangers: [await agentOf(world, world.channel.id), adminOf(world)],
})
export const anEndpointOf = async ({ container, foreignChannel }: World): Promise<string> =>
  (await anEndpoint(container.db, foreignChannel.id)).id
export const aDeliveryOf = async (world: World): Promise<string> =>
  aDelivery(world.container.db, { endpointId: await anEndpointOf(world), channelId: world.foreignChannel.id })

/** A row of the platform's own: a company's administrator has no right to any of its kind. */
export const ofPlatform = (world: World, id: string, read: string): Foreign => ({
  params: { id },
  owner: { token: world.superAdmin },
  read,
  strangers: [adminOf(world)],
})
/** Channels are the platform's, and every company connects its own venues with them: what is foreign then is the venue. */
export const channel: Family = async (world, endpoint) => {
  const { id } = await aChannel(world.container.db)
  const foreign = ofPlatform(world, id, `/booking-channels/${id}`)
  if (!/^channels\.(un)?link(Own|One|Venues)$/.test(endpoint.id)) return foreign
  const theirs = world.foreignVenue.id
  return { ...foreign, params: { id, venue: theirs }, body: { venues: [theirs] } }
}
