import type { WebhookBody } from '@tablewire/contracts/channels/webhook-objects'

type Event = {
  eventId: string
  sequence: number
  occurredAt: string
  /** The id of what it is about. */
  reservationId: string
  entity: WebhookBody['entity']
  action: WebhookBody['action']
  data: Record<string, unknown>
  test?: boolean
}

/** The body of a delivery, the same at every attempt. */
export const bodyOf = ({ eventId, sequence, occurredAt, reservationId, entity, action, data, test }: Event): WebhookBody => ({
  event_id: eventId,
  sequence,
  occurred_at: occurredAt,
  entity,
  entity_id: reservationId,
  action,
  data,
  ...(test ? { test } : {}),
})
