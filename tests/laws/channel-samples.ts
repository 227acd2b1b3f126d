import { randomUUID } from 'node:crypto'
import { aChannel } from '../build/a-channel.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue } from '../build/a-venue.ts'
import type { World } from './world.ts'

type Sample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

const text = (): string => `Law ${randomUUID()}`
const on = (id: string): Sample => ({ params: { id } })
const fresh = async (world: World): Promise<string> => (await aChannel(world.container.db)).id
const agent = async (world: World) => aUser(world.container.db, { roles: ['ROLE_BC_AGENT'] })
const emptyText = { en: '', es: '', fr: '', de: '', nl: '' }

/** A venue that asked a channel of its own. */
const asking = async (world: World): Promise<{ id: string; channelId: string }> => {
  const channelId = await fresh(world)
  await world.container.db.insertInto('channelVenues').values({ venueId: world.venue.id, channelId, state: 'requested' }).execute()
  return { id: world.venue.id, channelId }
}

/** Channels and the links of venues with them. */
export const channelSamples: Record<string, (world: World) => Sample | Promise<Sample>> = {
  'channels.list': () => ({}),
  'channels.mine': () => ({ query: { filters: { active: 1 } } }),
  'channels.linkOwn': async (world) => ({ ...on(await fresh(world)), body: { venues: [world.venue.id] } }),
  'channels.unlinkOwn': async (world) => ({ ...on(await fresh(world)), body: { venues: [world.venue.id] } }),
  'channels.linkOne': async (world) => ({ params: { id: await fresh(world), venue: world.venue.id } }),
  'channels.unlinkOne': async (world) => ({ params: { id: await fresh(world), venue: world.venue.id } }),
  'channels.get': (world) => ({ ...on(world.channel.id), query: { mode: 'max' } }),
  'channels.create': () => ({
    body: {
      name: text(),
      type: 'partner',
      subscribeUrl: 'https://partner.example.com/venues/{venueId}',
      texts: { about: { ...emptyText, en: 'A guide' }, steps: emptyText, bookingMessage: emptyText },
      limits: { partyMin: null, partyMax: 8, coversPerDay: null, leadMinutes: 60 },
      commission: { kind: 'per_cover', amount: 150, currency: 'EUR' },
    },
  }),
  'channels.update': (world) => ({ ...on(world.channel.id), body: { name: text() } }),
  'channels.delete': async (world) => on(await fresh(world)),
  'channels.credentials': (world) => on(world.channel.id),
  'channels.rotateToken': (world) => on(world.foreignChannel.id),
  'channels.revokeKey': async (world) => {
    const id = await fresh(world)
    const key = await world.container.db.selectFrom('channelKeys').select('id').where('channelId', '=', id).executeTakeFirstOrThrow()
    return { params: { id, keyId: key.id } }
  },
  'channels.linkVenues': (world) => ({ ...on(world.foreignChannel.id), body: { venues: [world.venue.id] } }),
  'channels.unlinkVenues': (world) => ({ ...on(world.foreignChannel.id), body: { venues: [world.venue.id] } }),
  'channels.link': (world) => ({ params: { id: world.channel.id, venueId: world.venue.id } }),
  'channels.updateLink': async (world) => ({
    params: { id: await fresh(world), venueId: world.venue.id },
    body: { limits: null, commission: { kind: 'percent', amount: 250, currency: null } },
  }),
  'channels.rmsEnabled': (world) => on(world.channel.id),
  'channels.users': (world) => on(world.channel.id),
  'channels.addUser': async (world) => ({ ...on(world.channel.id), body: { email: (await agent(world)).email } }),
  'channels.removeUser': async (world) => {
    const [id, user] = [await fresh(world), await agent(world)]
    await world.container.db.insertInto('channelUsers').values({ channelId: id, userId: user.id }).execute()
    return { params: { id, userId: user.id } }
  },
  'links.venues': () => ({ query: { filters: { state: 'live,paused' } } }),
  'links.list': (world) => on(world.venue.id),
  'links.move': async (world) => ({ params: { id: world.venue.id, channelId: await fresh(world) }, body: { move: 'connect' } }),
  'links.limits': (world) => ({ params: { id: world.venue.id, channelId: world.channel.id } }),
  'links.limit': async (world) => {
    const params = { id: world.venue.id, channelId: await fresh(world) }
    return { params, body: { limits: { partyMin: null, partyMax: 6, coversPerDay: null, leadMinutes: null }, version: 1 } }
  },
  'links.history': async (world) => ({ params: await asking(world) }),
  'links.check': async (world) => ({ params: await asking(world) }),
  'bookingPage.get': (world) => on(world.venue.id),
  'bookingPage.entry': (world) => on(world.venue.companyId),
  // Never called: the guard refuses a private address.
  'bookingPage.check': (world) => ({ ...on(world.venue.id), body: { url: 'https://localhost/' } }),
  'links.answer': async (world) => {
    const venue = await aVenue(world.container.db, { companyId: world.venue.companyId })
    await world.container.db
      .insertInto('channelVenues')
      .values({ venueId: venue.id, channelId: world.channel.id, state: 'requested' })
      .execute()
    return { ...on(venue.id), body: { move: 'approve' } }
  },
}
