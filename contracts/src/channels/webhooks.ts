import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import {
  CallOutcome,
  Delivery,
  DeliveryDetail,
  DeliveryState,
  EndpointAuth,
  EndpointWithSecret,
  EventName,
  WebhookAction,
  WebhookEndpoint,
} from './webhook-objects.ts'
import { bcPageOf, GivenInstant, Id, IdParams, pageOf, pageQuery, whole } from '../kit/wire.ts'

const Url = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))
export const endpointFields = { url: Url, auth: z.optional(EndpointAuth), ownChanges: z.optional(z.boolean()) }
export const deliveryFilters = {
  endpointId: z.optional(Id),
  state: z.optional(DeliveryState),
  action: z.optional(WebhookAction),
  reservationId: z.optional(Id),
  eventId: z.optional(Id),
}
const Replay = z.object({
  /** These; without them, everything of the endpoint that did not arrive. */
  deliveries: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(1000))),
  /** Only what happened since. */
  since: z.optional(GivenInstant),
  /** Also what arrived already; with `since`. */
  delivered: z.optional(z.boolean()),
})
export type Replay = z.infer<typeof Replay>
/** Which event; `booking.updated` unless said. */
export const Trial = z.optional(z.object({ name: z.optional(EventName) }))
const Replayed = z.object({ replayed: z.int() })

const reading = { method: 'GET', can: ['read', 'webhooks'], audit: 'none' } as const
const writing = { can: ['update', 'webhooks'], envelope: 'data', params: IdParams } as const

/** For administrators, and for the people of a channel (ROLE_BC_AGENT) about their own channel. */
export const webhooks = defineArea('webhooks', {
  list: {
    ...reading,
    path: '/v1/webhooks/endpoints',
    summary: 'The addresses to which channels are told of changes.',
    query: z.object({ ...pageQuery, filters: z.optional(z.object({ channelId: z.optional(Id) })) }),
    result: pageOf(WebhookEndpoint),
    envelope: 'page',
    errors: [],
  },
  channels: {
    ...reading,
    path: '/v1/webhooks/channels',
    summary: 'The channels whose webhooks one looks after, and how many deliveries wait or failed.',
    result: z.array(z.object({ id: Id, name: z.string(), active: z.boolean(), endpoints: z.int(), waiting: z.int(), dead: z.int() })),
    envelope: 'data',
    errors: [],
  },
  get: {
    ...reading,
    path: '/v1/webhooks/endpoints/:id',
    summary: 'One endpoint; never a secret.',
    params: IdParams,
    result: WebhookEndpoint,
    envelope: 'data',
    errors: ['webhook.not_found'],
  },
  create: {
    method: 'POST',
    path: '/v1/webhooks/endpoints',
    summary: 'Add an endpoint to a channel; answers the secret we sign with this once. It is called only after it was verified.',
    status: 201,
    can: ['create', 'webhooks'],
    audit: 'webhook.created',
    body: z.object({ channelId: Id, ...endpointFields }),
    result: EndpointWithSecret,
    envelope: 'data',
    idempotent: 'sealed',
    errors: ['channel.not_found', 'webhook.address_refused', 'webhook.address_taken', 'webhook.too_many'],
  },
  update: {
    ...writing,
    method: 'PUT',
    path: '/v1/webhooks/endpoints/:id',
    summary: 'Change an endpoint, or stop and resume it; another address has to be verified again.',
    audit: 'webhook.updated',
    body: z.object({ ...z.partial(z.object(endpointFields)).shape, paused: z.optional(z.boolean()), version: whole(1, 2_000_000_000) }),
    result: WebhookEndpoint,
    errors: ['webhook.not_found', 'webhook.version_stale', 'webhook.address_refused', 'webhook.address_taken', 'webhook.unverified'],
  },
  delete: {
    method: 'DELETE',
    path: '/v1/webhooks/endpoints/:id',
    summary: 'Remove an endpoint with its deliveries.',
    can: ['delete', 'webhooks'],
    audit: 'webhook.deleted',
    params: IdParams,
    result: z.object({ id: Id }),
    envelope: 'data',
    errors: ['webhook.not_found'],
  },
  rotateSecret: {
    ...writing,
    method: 'POST',
    path: '/v1/webhooks/endpoints/:id/rotate-secret',
    summary: 'A new secret, answered this once; for 24 hours we sign with both.',
    audit: 'webhook.secret_rotated',
    idempotent: 'sealed',
    result: EndpointWithSecret,
    errors: ['webhook.not_found'],
  },
  verify: {
    ...writing,
    method: 'POST',
    path: '/v1/webhooks/endpoints/:id/verify',
    summary: 'Send a challenge; an endpoint that answers it back is the channel’s and is called from then on.',
    audit: 'webhook.verification_asked',
    result: z.object({ endpoint: WebhookEndpoint, outcome: CallOutcome }),
    errors: ['webhook.not_found'],
  },
  test: {
    ...writing,
    method: 'POST',
    path: '/v1/webhooks/endpoints/:id/test',
    summary: 'Send an event about no booking now and answer what the endpoint said.',
    audit: 'webhook.tested',
    result: CallOutcome,
    errors: ['webhook.not_found'],
  },
  replay: {
    ...writing,
    method: 'POST',
    path: '/v1/webhooks/endpoints/:id/replay',
    summary: 'Send again: some deliveries, all that did not arrive, or all since a moment.',
    audit: 'webhook.replayed',
    body: Replay,
    result: Replayed,
    errors: ['webhook.not_found'],
  },
  deliveries: {
    ...reading,
    path: '/v1/webhooks/deliveries',
    summary: 'What was sent and what waits; first what failed, then what waits, each with the newest first.',
    query: z.object({ ...pageQuery, filters: z.optional(z.object({ channelId: z.optional(Id), ...deliveryFilters })) }),
    result: pageOf(Delivery),
    envelope: 'page',
    errors: [],
  },
  delivery: {
    ...reading,
    path: '/v1/webhooks/deliveries/:id',
    summary: 'One delivery with its body and every attempt.',
    params: IdParams,
    result: DeliveryDetail,
    envelope: 'data',
    errors: ['webhook.delivery_not_found'],
  },
  replayOne: {
    ...writing,
    method: 'POST',
    path: '/v1/webhooks/deliveries/:id/replay',
    summary: 'Send one delivery again.',
    audit: 'webhook.replayed',
    result: Delivery,
    errors: ['webhook.delivery_not_found'],
  },
})

const channel = { can: 'channel', envelope: 'bare' } as const

/** The same for the channel itself, with its key. */
export const bcWebhooks = defineArea('bcWebhooks', {
  list: {
    ...channel,
    method: 'GET',
    path: '/v1/bc/webhooks',
    summary: 'The endpoints of this channel.',
    audit: 'none',
    query: z.object(pageQuery),
    result: bcPageOf(WebhookEndpoint),
    errors: [],
  },
  create: {
    ...channel,
    method: 'POST',
    path: '/v1/bc/webhooks',
    summary: 'Add an endpoint; answers the secret we sign with this once.',
    status: 201,
    audit: 'webhook.created',
    idempotent: 'sealed',
    body: z.object(endpointFields),
    result: EndpointWithSecret,
    errors: ['webhook.address_refused', 'webhook.address_taken', 'webhook.too_many'],
  },
  verify: {
    ...channel,
    method: 'POST',
    path: '/v1/bc/webhooks/:id/verify',
    summary: 'Send the challenge to an endpoint.',
    audit: 'webhook.verification_asked',
    params: IdParams,
    oddId: 'webhook.not_found',
    result: z.object({ endpoint: WebhookEndpoint, outcome: CallOutcome }),
    errors: ['webhook.not_found'],
  },
  test: {
    ...channel,
    method: 'POST',
    path: '/v1/bc/webhooks/:id/test',
    summary: 'Send an event about no booking to an endpoint now, marked `test`, and answer what it said.',
    audit: 'webhook.tested',
    params: IdParams,
    oddId: 'webhook.not_found',
    body: Trial,
    result: CallOutcome,
    errors: ['webhook.not_found'],
  },
  trigger: {
    ...channel,
    method: 'POST',
    path: '/v1/bc/events/test',
    summary: 'Put an event about no booking, marked `test`, into the streams of this channel; `listening` says whether there is one.',
    audit: 'webhook.tested',
    body: Trial,
    result: z.object({ event_id: Id, listening: z.boolean() }),
    errors: [],
  },
  delete: {
    ...channel,
    method: 'DELETE',
    path: '/v1/bc/webhooks/:id',
    summary: 'Remove an endpoint with its deliveries.',
    audit: 'webhook.deleted',
    params: IdParams,
    oddId: 'webhook.not_found',
    result: z.object({ id: Id }),
    errors: ['webhook.not_found'],
  },
  deliveries: {
    ...channel,
    method: 'GET',
    path: '/v1/bc/webhook-deliveries',
    summary: 'What was sent to this channel and what waits; first what failed.',
    audit: 'none',
    query: z.object({ ...pageQuery, filters: z.optional(z.object(deliveryFilters)) }),
    result: bcPageOf(Delivery),
    errors: [],
  },
  replay: {
    ...channel,
    method: 'POST',
    path: '/v1/bc/webhook-deliveries/:id/replay',
    summary: 'Send one delivery again.',
    audit: 'webhook.replayed',
    params: IdParams,
    oddId: 'webhook.delivery_not_found',
    result: Delivery,
    errors: ['webhook.delivery_not_found'],
  },
})
