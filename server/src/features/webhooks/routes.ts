import type { bcWebhooks, webhooks } from '@tablewire/contracts/channels/webhooks'
import type { Handlers } from '#src/platform/http/mount.ts'
import { createEndpoint } from './create-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { listWebhookChannels } from './list-webhook-channels.ts'
import { readEndpoint } from './endpoint-view.ts'
import { listDeliveries, readDelivery } from './list-deliveries.ts'
import { listEndpoints } from './list-endpoints.ts'
import { replayDeliveries, replayOne } from './replay-deliveries.ts'
import { rotateSecret } from './rotate-secret.ts'
import { triggerEvent } from './trigger-event.ts'
import { updateEndpoint } from './update-endpoint.ts'
import { testEndpoint, verifyEndpoint } from './verify-endpoint.ts'

export const webhooksHandlers: Handlers<typeof webhooks> = {
  list: (ctx, { query }) => listEndpoints(ctx, query),
  channels: (ctx) => listWebhookChannels(ctx),
  get: (ctx, { params }) => readEndpoint(ctx, params.id),
  create: (ctx, { body }) => createEndpoint(ctx, body),
  update: (ctx, input) => updateEndpoint(ctx, input),
  delete: (ctx, { params }) => deleteEndpoint(ctx, params.id),
  rotateSecret: (ctx, { params }) => rotateSecret(ctx, params.id),
  verify: (ctx, { params }) => verifyEndpoint(ctx, params.id),
  test: (ctx, { params }) => testEndpoint(ctx, params),
  replay: (ctx, { params, body }) => replayDeliveries(ctx, { id: params.id, selection: body }),
  deliveries: (ctx, { query }) => listDeliveries(ctx, query),
  delivery: (ctx, { params }) => readDelivery(ctx, params.id),
  replayOne: (ctx, { params }) => replayOne(ctx, params.id),
}

/** The calling channel is the actor; its scope restricts it to its own. */
export const bcWebhooksHandlers: Handlers<typeof bcWebhooks> = {
  list: async (ctx, { query }) => {
    const { next = null, ...page } = await listEndpoints(ctx, query)
    return { ...page, next }
  },
  create: (ctx, { body }) => createEndpoint(ctx, { ...body, channelId: ctx.actor.id! }),
  verify: (ctx, { params }) => verifyEndpoint(ctx, params.id),
  test: (ctx, { params, body }) => testEndpoint(ctx, { ...params, name: body?.name ?? 'booking.updated' }),
  trigger: (ctx, { body }) => triggerEvent(ctx, body?.name ?? 'booking.updated'),
  delete: (ctx, { params }) => deleteEndpoint(ctx, params.id),
  deliveries: async (ctx, { query }) => {
    const { next = null, ...page } = await listDeliveries(ctx, query)
    return { ...page, next }
  },
  replay: (ctx, { params }) => replayOne(ctx, params.id),
}
