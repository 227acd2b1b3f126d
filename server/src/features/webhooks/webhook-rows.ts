import type { DeliveryState, EndpointState, EventName, WebhookAction } from '@tablewire/contracts/channels/webhook-objects'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultedInstant, InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

type WebhookEndpoints = {
  id: string
  channelId: string
  url: string
  authKind: Generated<'none' | 'bearer' | 'basic' | 'header'>
  authName: string | null
  authSealed: string | null
  ownChanges: Generated<boolean>
  state: Generated<EndpointState>
  pausedBy: 'person' | 'hub' | null
  failures: Generated<number>
  failingSince: NullableInstant
  retryAt: NullableInstant
  lastDeliveredAt: NullableInstant
  lastError: string | null
  version: Generated<number>
  createdAt: InstantColumn
  updatedAt: InstantColumn
}
type WebhookSecrets = {
  id: string
  endpointId: string
  sealed: string
  hint: string
  createdAt: InstantColumn
  expiresAt: NullableInstant
}
/** Written by triggers of the bookings' history and of the replies to reviews; `reservationId` is the id of what it is about. */
type WebhookEvents = {
  id: string
  sequence: GeneratedAlways<number>
  channelId: string
  venueId: string
  reservationId: string
  entity: Generated<'booking' | 'review'>
  action: WebhookAction
  data: JsonColumn<Record<string, unknown>>
  name: Generated<EventName>
  own: Generated<boolean>
  test: Generated<boolean>
  xid: GeneratedAlways<string | null>
  occurredAt: InstantColumn
}
/** Channels with event recording turned on. */
type WebhookStreams = { channelId: string; until: InstantColumn }
type WebhookDeliveries = {
  id: Generated<string>
  endpointId: string
  eventId: string
  channelId: string
  reservationId: string
  sequence: number
  state: Generated<DeliveryState>
  rank: GeneratedAlways<number>
  attempts: Generated<number>
  step: Generated<number>
  nextAt: InstantColumn
  lease: string | null
  httpStatus: number | null
  error: string | null
  createdAt: DefaultedInstant
  finishedAt: NullableInstant
}
type WebhookAttempts = {
  deliveryId: string
  n: number
  at: InstantColumn
  durationMs: number
  httpStatus: number | null
  error: string | null
  answer: string | null
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    webhookEndpoints: WebhookEndpoints
    webhookSecrets: WebhookSecrets
    webhookEvents: WebhookEvents
    webhookStreams: WebhookStreams
    webhookDeliveries: WebhookDeliveries
    webhookAttempts: WebhookAttempts
  }
}
