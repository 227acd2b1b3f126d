import { EventName, OnboardingMovedBody, WebhookBody } from '@tablewire/contracts/channels/webhook-objects'
import type { Converter, JsonSchema } from './json-schema.ts'

export type WebhookOperation = {
  post: {
    operationId: string
    tags: string[]
    summary: string
    requestBody: { required: true; content: { 'application/json': { schema: JsonSchema } } }
    responses: { 200: { description: string } }
  }
}

const said: Readonly<Record<EventName, string>> = {
  'booking.created': 'To channels: a booking of theirs began elsewhere.',
  'booking.updated': 'To channels: party, time, area or status of a booking changed.',
  'booking.canceled': 'To channels: a booking was canceled.',
  'review.reply_requested': 'To channels: publish this reply under a review that they brought.',
  'review.reply_withdrawn': 'To channels: do not publish the reply, if it is not public yet.',
  'onboarding.moved': 'To both partners of an onboarding request: it was made, waits for somebody else, or is over.',
  'guest.erased':
    'To channels and reservation systems: a guest wants to be forgotten; answer 2xx once you have erased whose these bookings were.',
  'installation.restored':
    'To both kinds of partners: our database was restored. What you booked between `data.from` and `data.to` may not be known here: compare, and book again what is missing.',
}

const forBoth: ReadonlySet<EventName> = new Set(['onboarding.moved', 'guest.erased', 'installation.restored'])

/** What endpoints of partners are called with. */
export const webhookOperations = (converter: Converter): Record<string, WebhookOperation> =>
  Object.fromEntries(
    EventName.options.map((name) => [
      name,
      {
        post: {
          operationId: `webhook.${name}`,
          tags: forBoth.has(name) ? ['bcWebhooks', 'rmsWebhooks'] : ['bcWebhooks'],
          summary: said[name],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: converter.output(name === 'onboarding.moved' ? OnboardingMovedBody : WebhookBody) } },
          },
          responses: { 200: { description: 'Any status from 200 to 299 within ten seconds says that you have it.' } },
        },
      },
    ]),
  )
