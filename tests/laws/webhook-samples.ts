import { anEndpoint, aDelivery } from '../build/an-endpoint.ts'
import { aChannel } from '../build/a-channel.ts'
import { aSystem } from '../build/a-system.ts'
import type { World } from './world.ts'

type WebhookSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; token?: string }
const on = (id: string): WebhookSample => ({ params: { id } })

/** Of a channel of its own: one channel has a handful. */
const fresh = async (world: World): Promise<string> => (await anEndpoint(world.container.db, (await aChannel(world.container.db)).id)).id
const mine = async (world: World): Promise<string> => {
  await world.container.db.deleteFrom('webhookEndpoints').where('channelId', '=', world.channel.id).execute()
  return (await anEndpoint(world.container.db, world.channel.id)).id
}

const url = (): string => `https://partner.example.com/${crypto.randomUUID()}`

const ofSystem = async (world: World): Promise<WebhookSample> => {
  const { id: systemId, key: token } = await aSystem(world.container.db)
  return { ...on((await anEndpoint(world.container.db, { systemId })).id), token }
}

export const webhookSamples: Record<string, (world: World) => WebhookSample | Promise<WebhookSample>> = {
  'webhooks.list': () => ({}),
  'webhooks.channels': () => ({}),
  'webhooks.get': async (world) => on(await fresh(world)),
  'webhooks.create': async (world) => ({
    body: {
      channelId: (await aChannel(world.container.db)).id,
      url: 'https://hooks.partner.com/in',
      auth: { kind: 'bearer', value: 'sesame' },
    },
  }),
  'webhooks.update': async (world) => ({ ...on(await fresh(world)), body: { ownChanges: true, version: 1 } }),
  'webhooks.delete': async (world) => on(await fresh(world)),
  'webhooks.rotateSecret': async (world) => on(await fresh(world)),
  'webhooks.verify': async (world) => on(await fresh(world)),
  'webhooks.test': async (world) => on(await fresh(world)),
  'webhooks.replay': async (world) => ({ ...on(await fresh(world)), body: { since: '2026-01-01T00:00:00Z' } }),
  'webhooks.deliveries': () => ({}),
  'webhooks.delivery': async (world) => on(await deliveryOf(world)),
  'webhooks.replayOne': async (world) => on(await deliveryOf(world)),
  'bcWebhooks.list': () => ({}),
  'bcWebhooks.create': async (world) => {
    await mine(world)
    return { body: { url: `https://hooks.partner.com/${url().slice(-8)}`, auth: { kind: 'none' } } }
  },
  'bcWebhooks.verify': async (world) => on(await mine(world)),
  'bcWebhooks.test': async (world) => on(await mine(world)),
  'bcWebhooks.trigger': () => ({ body: { name: 'booking.created' } }),
  'bcWebhooks.delete': async (world) => on(await mine(world)),
  'bcWebhooks.deliveries': () => ({}),
  'bcWebhooks.replay': async (world) =>
    on(await aDelivery(world.container.db, { endpointId: await mine(world), channelId: world.channel.id })),
  'rmsWebhooks.list': async (world) => ({ token: (await aSystem(world.container.db)).key }),
  'rmsWebhooks.create': async (world) => ({
    token: (await aSystem(world.container.db)).key,
    body: { url: `https://hooks.partner.com/${url().slice(-8)}`, ownChanges: true },
  }),
  'rmsWebhooks.verify': ofSystem,
  'rmsWebhooks.test': ofSystem,
  'rmsWebhooks.rotateSecret': ofSystem,
  'rmsWebhooks.delete': ofSystem,
  'rmsWebhooks.deliveries': async (world) => ({ token: (await aSystem(world.container.db)).key }),
  'rmsWebhooks.replay': async (world) => {
    const { id: systemId, key: token } = await aSystem(world.container.db)
    const { id: endpointId } = await anEndpoint(world.container.db, { systemId })
    return { ...on(await aDelivery(world.container.db, { endpointId, systemId })), token }
  },
}

const deliveryOf = async (world: World): Promise<string> => {
  const channel = await aChannel(world.container.db)
  const endpoint = await anEndpoint(world.container.db, channel.id)
  return aDelivery(world.container.db, { endpointId: endpoint.id, channelId: channel.id })
}
