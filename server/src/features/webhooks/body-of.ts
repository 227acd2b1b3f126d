import type { WebhookBody } from '@tablewire/contracts/channels/webhook-objects'

type Event = {
  eventId: string
  sequence: number
  occurredAt: string
  reservationId: string
  action: WebhookBody['action']
  data: Record<string, unknown>
  test?: boolean
}

/** The body of a delivery, the same at every attempt. */
export const bodyOf = ({ eventId, sequence, occurredAt, reservationId, action, data, test }: Event): WebhookBody => ({
  event_id: eventId,
  sequence,
  occurred_at: occurredAt,
  entity: 'booking',
  entity_id: reservationId,
  action,
  data,
  ...(test ? { test } : {}),
})
