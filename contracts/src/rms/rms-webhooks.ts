import { z } from 'zod/mini'
import { CallOutcome, Delivery, SystemEndpoint, SystemEndpointWithSecret } from '../channels/webhook-objects.ts'
import { deliveryFilters, endpointFields } from '../channels/webhooks.ts'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, pageOf, pageQuery } from '../kit/wire.ts'

const open = { systems: true, envelope: 'data' } as const
const reading = { ...open, method: 'GET', can: ['read', 'webhooks'], audit: 'none', envelope: 'page' } as const
const writing = { ...open, method: 'POST', can: ['update', 'webhooks'], params: IdParams } as const
/** A system is told of itself; who runs the platform says which one is meant. */
const systemId = z.optional(Id)

/** Endpoints of a reservation system, with its key: what happens to its onboarding requests is sent there. */
export const rmsWebhooks = defineArea('rmsWebhooks', {
  list: {
    ...reading,
    path: '/v1/rms/webhooks',
    summary: 'Your endpoints.',
    query: z.object({ ...pageQuery, filters: z.optional(z.object({ systemId })) }),
    result: pageOf(SystemEndpoint),
    errors: [],
  },
  create: {
    ...open,
    method: 'POST',
    path: '/v1/rms/webhooks',
    summary: 'Add an endpoint; answers the secret we sign with this once. It is called only after it was verified.',
    status: 201,
    can: ['create', 'webhooks'],
    audit: 'webhook.created',
    idempotent: 'sealed',
    body: z.object({ ...endpointFields, systemId }),
    result: SystemEndpointWithSecret,
    errors: ['system.not_found', 'webhook.address_refused', 'webhook.address_taken', 'webhook.too_many'],
  },
  verify: {
    ...writing,
    path: '/v1/rms/webhooks/:id/verify',
    summary: 'Send the challenge to an endpoint; one that answers it back is yours and is called from then on.',
    audit: 'webhook.verification_asked',
    oddId: 'webhook.not_found',
    result: z.object({ endpoint: SystemEndpoint, outcome: CallOutcome }),
    errors: ['webhook.not_found'],
  },
  test: {
    ...writing,
    path: '/v1/rms/webhooks/:id/test',
    summary: 'Send an event about no request to an endpoint now, marked `test`, and answer what it said.',
    audit: 'webhook.tested',
    oddId: 'webhook.not_found',
    result: CallOutcome,
    errors: ['webhook.not_found'],
  },
  rotateSecret: {
    ...writing,
    path: '/v1/rms/webhooks/:id/rotate-secret',
    summary: 'A new secret, answered this once; for 24 hours we sign with both.',
    audit: 'webhook.secret_rotated',
    idempotent: 'sealed',
    oddId: 'webhook.not_found',
    result: SystemEndpointWithSecret,
    errors: ['webhook.not_found'],
  },
  delete: {
    ...open,
    method: 'DELETE',
    path: '/v1/rms/webhooks/:id',
    summary: 'Remove an endpoint with its deliveries.',
    can: ['delete', 'webhooks'],
    audit: 'webhook.deleted',
    params: IdParams,
    oddId: 'webhook.not_found',
    result: z.object({ id: Id }),
    errors: ['webhook.not_found'],
  },
  deliveries: {
    ...reading,
    path: '/v1/rms/webhook-deliveries',
    summary: 'What was sent to you and what waits; first what failed.',
    query: z.object({ ...pageQuery, filters: z.optional(z.object({ systemId, ...deliveryFilters })) }),
    result: pageOf(Delivery),
    errors: [],
  },
  replay: {
    ...writing,
    path: '/v1/rms/webhook-deliveries/:id/replay',
    summary: 'Send one delivery again.',
    audit: 'webhook.replayed',
    oddId: 'webhook.delivery_not_found',
    result: Delivery,
    errors: ['webhook.delivery_not_found'],
  },
})
