import { randomUUID } from 'node:crypto'
import { aChannel } from '../build/a-channel.ts'
import { readyForFeeds } from '../build/a-google-account.ts'
import { aSystem, aSystemsGoogle } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import type { World } from './world.ts'

type SystemSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

const fresh = async (world: World): Promise<string> => (await aSystem(world.container.db)).id
const on = async (world: World): Promise<SystemSample> => ({ params: { id: await fresh(world) } })

const anAccount = (world: World) => aSystemsGoogle(world.container.db, world.channel.id)
const onAccount = async (world: World): Promise<SystemSample> => ({ params: { id: (await anAccount(world)).id } })

/** Google books as a channel of its own product only. */
const googlesChannel = async (world: World): Promise<string> => {
  await world.container.db.updateTable('channels').set({ product: 'google' }).where('id', '=', world.channel.id).execute()
  return world.channel.id
}

const anAgent = async (world: World) => aUser(world.container.db, { roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'] })

export const systemsSamples: Record<string, (world: World) => SystemSample | Promise<SystemSample>> = {
  'analytics.reservations': () => ({ query: { from: '2026-11-01', to: '2026-11-30' } }),
  'analytics.pace': () => ({}),
  'analytics.refused': () => ({ query: { from: '2026-11-01', to: '2026-11-30' } }),
  'listingAnalytics.read': () => ({ query: { from: '2026-11-01', to: '2026-11-30' } }),
  'listingAnalytics.measures': () => ({}),
  'reviewAnalytics.read': () => ({ query: { from: '2026-11-01', to: '2026-11-30' } }),
  'reviewAnalytics.measures': () => ({}),
  'analytics.measures': () => ({}),
  'licences.list': () => ({ query: { filters: { product: 'channel' } } }),
  'licences.tripadvisorSummary': () => ({}),
  'licences.withTripadvisor': () => ({}),
  'licences.withMeta': () => ({}),
  'licences.withListing': () => ({}),
  'connections.list': () => ({}),
  'connections.test': on,
  'systems.list': () => ({}),
  'systems.names': () => ({}),
  'systems.get': on,
  'systems.create': () => ({ body: { code: `law-${randomUUID().slice(0, 8)}`, name: `Law ${randomUUID()}`, type: 'standard' } }),
  'systems.update': async (world) => ({
    ...(await on(world)),
    body: { name: `Law ${randomUUID()}`, secrets: { apiToken: 'sesame' }, version: 1 },
  }),
  'systems.delete': on,
  'systems.usage': on,
  'systems.keys': on,
  'systems.rotateKey': on,
  'systems.revokeKey': async (world) => {
    const id = await fresh(world)
    const key = await world.container.db.selectFrom('systemKeys').select('id').where('systemId', '=', id).executeTakeFirstOrThrow()
    return { params: { id, keyId: key.id } }
  },
  'systems.channels': on,
  'systems.updateChannel': async (world) => ({
    params: { id: await fresh(world), channelId: world.channel.id },
    body: { enabled: true, headers: [{ name: 'X-Partner', value: 'sesame' }], configs: [{ name: 'market', value: 'es' }], version: 0 },
  }),
  'googleAccounts.list': () => ({}),
  'googleAccounts.get': onAccount,
  'googleAccounts.create': async (world) => ({
    body: {
      name: `Law ${randomUUID()}`,
      environment: 'sandbox',
      systemId: await fresh(world),
      channelId: await googlesChannel(world),
      partnerId: '4711',
      sftpUrl: 'sftp://partnerupload.google.com',
      sftpUsers: { merchants: `feeds-${randomUUID().slice(0, 8)}` },
      bookingServerUsername: 'google',
      bookingServerPassword: 'sesame-open-sesame',
    },
  }),
  'googleAccounts.update': async (world) => ({ ...(await onAccount(world)), body: { name: `Law ${randomUUID()}`, version: 1 } }),
  'googleAccounts.endPassword': async (world) => {
    const { id, passwordId } = await anAccount(world)
    return { params: { id, passwordId } }
  },
  'googleFeeds.list': onAccount,
  'googleFeeds.schedule': onAccount,
  'googleFeeds.send': async (world) => {
    const { id } = await anAccount(world)
    await readyForFeeds(world.container.db, world.container.ports, { id, port: 1 })
    return { params: { id }, body: { kinds: ['merchants'] } }
  },
  'googleLaunch.read': onAccount,
  'googleLaunch.merchants': onAccount,
  'googleLaunch.drifts': onAccount,
  'googleLaunch.offered': async (world) => ({
    params: { id: world.venue.id, accountId: (await anAccount(world)).id },
    query: { date: '2026-11-28', partySize: 4 },
  }),
  'googleLaunch.venue': (world) => ({ params: { id: world.venue.id } }),
  'testMode.channel': (world) => ({ params: { id: world.channel.id } }),
  'testMode.channelKey': async (world) => ({ params: { id: (await aChannel(world.container.db)).id } }),
  'testMode.system': on,
  'testMode.systemKey': on,
  'systems.users': on,
  'systems.addUser': async (world) => ({ ...(await on(world)), body: { email: (await anAgent(world)).email } }),
  'systems.removeUser': async (world) => {
    const [id, { id: userId }] = [await fresh(world), await anAgent(world)]
    await world.container.db.insertInto('systemUsers').values({ userId, systemId: id, createdAt: new Date() }).execute()
    return { params: { id, userId } }
  },
}
