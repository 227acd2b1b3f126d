import type { DeliveryState, EndpointState, EventName, WebhookAction, WebhookEntity } from '@tablewire/contracts/channels/webhook-objects'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultedInstant, InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

/** Of one channel, or of one reservation system. */
type Party = { channelId: string | null; systemId: string | null }

type WebhookEndpoints = Party & {
  id: string
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
/** Written by triggers of the bookings' history, of the replies to reviews and of onboarding's history; `reservationId` is the id of what it is about. */
type WebhookEvents = Party & {
  id: string
  sequence: GeneratedAlways<number>
  venueId: string | null
  reservationId: string
  entity: Generated<WebhookEntity>
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
type WebhookDeliveries = Party & {
  id: Generated<string>
  endpointId: string
  eventId: string
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
