import type { bcWebhooks, webhooks } from '@tablewire/contracts/channels/webhooks'
import type { rmsWebhooks } from '@tablewire/contracts/rms/rms-webhooks'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Handlers } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import { createEndpoint } from './create-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { listWebhookChannels } from './list-webhook-channels.ts'
import { asOfChannel, asOfSystem, readEndpoint } from './endpoint-view.ts'
import { listDeliveries, readDelivery } from './list-deliveries.ts'
import { listEndpoints } from './list-endpoints.ts'
import { replayDeliveries, replayOne } from './replay-deliveries.ts'
import { rotateSecret } from './rotate-secret.ts'
import { triggerEvent } from './trigger-event.ts'
import { updateEndpoint } from './update-endpoint.ts'
import { testEndpoint, verifyEndpoint } from './verify-endpoint.ts'

/** Before anything is done to it: those of reservation systems have addresses of their own. */
const requireChannels = async (ctx: Ctx, id: string): Promise<void> => void asOfChannel(await readEndpoint(ctx, id))

export const webhooksHandlers: Handlers<typeof webhooks> = {
  list: async (ctx, { query }) => {
    const found = await listEndpoints(ctx, query, 'channel')
    return { ...found, data: found.data.map(asOfChannel) }
  },
  channels: (ctx) => listWebhookChannels(ctx),
  get: async (ctx, { params }) => asOfChannel(await readEndpoint(ctx, params.id)),
  create: async (ctx, { body }) => asOfChannel(await createEndpoint(ctx, body)),
  update: async (ctx, input) => {
    await requireChannels(ctx, input.params.id)
    return asOfChannel(await updateEndpoint(ctx, input))
  },
  delete: (ctx, { params }) => deleteEndpoint(ctx, params.id),
  rotateSecret: async (ctx, { params }) => {
    await requireChannels(ctx, params.id)
    return asOfChannel(await rotateSecret(ctx, params.id))
  },
  verify: async (ctx, { params }) => {
    await requireChannels(ctx, params.id)
    const { endpoint, outcome } = await verifyEndpoint(ctx, params.id)
    return { endpoint: asOfChannel(endpoint), outcome }
  },
  test: (ctx, { params }) => testEndpoint(ctx, params),
  replay: (ctx, { params, body }) => replayDeliveries(ctx, { id: params.id, selection: body }),
  deliveries: (ctx, { query }) => listDeliveries(ctx, query, 'channel'),
  delivery: (ctx, { params }) => readDelivery(ctx, params.id),
  replayOne: (ctx, { params }) => replayOne(ctx, params.id),
}

/** The calling channel is the actor; its scope restricts it to its own. */
export const bcWebhooksHandlers: Handlers<typeof bcWebhooks> = {
  list: async (ctx, { query }) => {
    const { next, data, total } = await listEndpoints(ctx, query, 'channel')
    return { total, data: data.map(asOfChannel), next }
  },
  create: async (ctx, { body }) => asOfChannel(await createEndpoint(ctx, { ...body, channelId: ctx.actor.id! })),
  verify: async (ctx, { params }) => {
    const { endpoint, outcome } = await verifyEndpoint(ctx, params.id)
    return { endpoint: asOfChannel(endpoint), outcome }
  },
  test: (ctx, { params, body }) => testEndpoint(ctx, { ...params, name: body?.name ?? 'booking.updated' }),
  trigger: (ctx, { body }) => triggerEvent(ctx, body?.name ?? 'booking.updated'),
  delete: (ctx, { params }) => deleteEndpoint(ctx, params.id),
  deliveries: async (ctx, { query }) => {
    const { next = null, ...page } = await listDeliveries(ctx, query, 'channel')
    return { ...page, next }
  },
  replay: (ctx, { params }) => replayOne(ctx, params.id),
}

/** A system with its key is meant itself; who runs the platform names one. */
const systemOf = ({ scope }: Ctx, named: string | undefined): string => {
  if (scope.kind === 'system') {
    if (named !== undefined && named.toLowerCase() !== scope.systemId) throw new Problem('system.not_found')
    return scope.systemId
  }
  if (!named) throw new Problem('request.invalid', {}, { systemId: [{ issue: 'required' }] })
  return named
}

/** Before anything is done to it: those of channels have addresses of their own. */
const requireSystems = async (ctx: Ctx, id: string): Promise<void> => void asOfSystem(await readEndpoint(ctx, id))

export const rmsWebhooksHandlers: Handlers<typeof rmsWebhooks> = {
  list: async (ctx, { query }) => {
    const found = await listEndpoints(ctx, query, 'system')
    return { ...found, data: found.data.map(asOfSystem) }
  },
  create: async (ctx, { body: { systemId, ...wish } }) =>
    asOfSystem(await createEndpoint(ctx, { ...wish, systemId: systemOf(ctx, systemId) })),
  verify: async (ctx, { params: { id } }) => {
    await requireSystems(ctx, id)
    const { endpoint, outcome } = await verifyEndpoint(ctx, id)
    return { endpoint: asOfSystem(endpoint), outcome }
  },
  test: async (ctx, { params: { id } }) => {
    await requireSystems(ctx, id)
    return testEndpoint(ctx, { id, name: 'onboarding.moved' })
  },
  rotateSecret: async (ctx, { params: { id } }) => {
    await requireSystems(ctx, id)
    return asOfSystem(await rotateSecret(ctx, id))
  },
  delete: async (ctx, { params: { id } }) => {
    await requireSystems(ctx, id)
    return deleteEndpoint(ctx, id)
  },
  deliveries: (ctx, { query }) => listDeliveries(ctx, query, 'system'),
  replay: (ctx, { params }) => replayOne(ctx, params.id),
}
