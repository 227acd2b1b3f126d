import { z } from 'zod/mini'
import { isOwnHeader } from '../kit/headers.rules.ts'
import { Id, Instant, text } from '../kit/wire.ts'
import { OnboardingStatus, Requester } from '../onboarding/onboarding.rules.ts'

/** `failing`: several deliveries in a row did not arrive. Nothing is collected for an endpoint that is not verified. */
export const EndpointState = z.enum(['unverified', 'active', 'failing', 'paused'])
export type EndpointState = z.infer<typeof EndpointState>
export const deliveryStates = ['waiting', 'delivered', 'dead'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>
/** What happened, as one name; bodies say it by `entity` and `action`. */
export const EventName = z.enum([
  'booking.created',
  'booking.updated',
  'booking.canceled',
  'review.reply_requested',
  'review.reply_withdrawn',
  'onboarding.moved',
  'guest.erased',
  'installation.restored',
])
export type EventName = z.infer<typeof EventName>
/**
 * Of bookings `update` and `canceled`; of reviews `reply` (publish this reply) and `withdrawn` (do not, if it is not public yet); of onboarding requests
 * `moved`; of a guest `erased`: forget whose the bookings in `data` were, and answer 2xx when that is done; of the installation `restored`: what happened
 * from `data.from` to `data.to` is not known here any more.
 */
export const WebhookAction = z.enum(['update', 'canceled', 'reply', 'withdrawn', 'moved', 'erased', 'restored'])
export type WebhookAction = z.infer<typeof WebhookAction>
export const WebhookEntity = z.enum(['booking', 'review', 'onboarding', 'guest', 'installation'])
export type WebhookEntity = z.infer<typeof WebhookEntity>

/** Seconds after the change, then after the attempt before: the published schedule, 27 h 42 min in all. Each step is lengthened by up to a tenth by chance. */
export const webhookSchedule = [0, 5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200] as const
/** How long an endpoint may take to answer. */
export const webhookTimeoutMs = 10_000
/** After so long without a single delivery that arrives, the hub stops calling by itself. */
export const webhookPatienceHours = 72
/** How long the secret before stays good after a rotation. */
export const webhookOverlapHours = 24

const HeaderName = z.string().check(
  z.regex(/^[A-Za-z][A-Za-z0-9-]{0,59}$/),
  z.refine((name) => !isOwnHeader(name), 'header_name'),
)
const Value = z.string().check(z.minLength(1), z.maxLength(2000), z.regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/))
/** How we show ourselves to the endpoint. `value` is the token, the password or the header's value; it is write-only. */
export const EndpointAuth = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('bearer'), value: Value }),
  z.object({ kind: z.literal('basic'), name: text(200), value: Value }),
  z.object({ kind: z.literal('header'), name: HeaderName, value: Value }),
])
export type EndpointAuth = z.infer<typeof EndpointAuth>

export const WebhookEndpoint = z.object({
  id: Id,
  channelId: Id,
  channelName: z.string(),
  url: z.string(),
  auth: z.object({ kind: z.enum(['none', 'bearer', 'basic', 'header']), name: z.nullable(z.string()) }),
  /** Whether the partner also hears of what it did itself. */
  ownChanges: z.boolean(),
  state: EndpointState,
  /** `hub`: stopped by itself after three days without a delivery that arrived. */
  pausedBy: z.nullable(z.enum(['person', 'hub'])),
  /** Since when nothing arrives. */
  failingSince: z.nullable(Instant),
  /** Nothing is sent before this. */
  retryAt: z.nullable(Instant),
  lastDeliveredAt: z.nullable(Instant),
  lastError: z.nullable(z.string()),
  /** The secrets we sign with now, newest first; never the secret itself. */
  secrets: z.array(z.object({ id: Id, hint: z.string(), createdAt: Instant, expiresAt: z.nullable(Instant) })),
  waiting: z.int(),
  dead: z.int(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>
/** `secret` is answered this once. */
export const EndpointWithSecret = z.extend(WebhookEndpoint, { secret: z.string() })
export type EndpointWithSecret = z.infer<typeof EndpointWithSecret>

/** Of a reservation system, which is told of onboarding requests. */
export const SystemEndpoint = z.extend(z.omit(WebhookEndpoint, { channelId: true, channelName: true }), {
  systemId: Id,
  systemName: z.string(),
})
export type SystemEndpoint = z.infer<typeof SystemEndpoint>
export const SystemEndpointWithSecret = z.extend(SystemEndpoint, { secret: z.string() })

/** What one call of an endpoint came to. `answer` is the beginning of what it said. */
export const CallOutcome = z.object({
  ok: z.boolean(),
  status: z.nullable(z.int()),
  durationMs: z.int(),
  answer: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type CallOutcome = z.infer<typeof CallOutcome>

export const Delivery = z.object({
  id: Id,
  endpointId: Id,
  url: z.string(),
  eventId: Id,
  sequence: z.int(),
  entity: WebhookEntity,
  action: WebhookAction,
  /** The id of the booking, of the review, or of the onboarding request. */
  reservationId: Id,
  /** What people call the booking. */
  reference: z.nullable(z.string()),
  state: DeliveryState,
  attempts: z.int(),
  /** When it is tried next; null = it is over. */
  nextAt: z.nullable(Instant),
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  occurredAt: Instant,
  finishedAt: z.nullable(Instant),
})
export type Delivery = z.infer<typeof Delivery>

/** The body that is sent, as it is sent. */
export const WebhookBody = z.object({
  event_id: Id,
  sequence: z.int(),
  occurred_at: Instant,
  entity: WebhookEntity,
  entity_id: Id,
  action: WebhookAction,
  data: z.record(z.string(), z.unknown()),
  /** True = sent on demand, about nothing there is. */
  test: z.optional(z.literal(true)),
})
export type WebhookBody = z.infer<typeof WebhookBody>

/** `data` of `onboarding.moved`, the same for both partners. */
export const OnboardingMoved = z.object({
  /** Null of a new request. */
  from: z.nullable(OnboardingStatus),
  to: OnboardingStatus,
  /** Who moved it; `hub`: what really happened. */
  by: z.enum(['rms', 'bc', 'venue', 'admin', 'hub']),
  /** Why it was rejected or canceled. */
  reason: z.nullable(z.string()),
  /** Nobody wrote that reason, which is English then: `merged`, its restaurant became one with another. */
  because: z.optional(z.nullable(z.enum(['merged', 'undone']))),
  requester: Requester,
  systemId: Id,
  channelId: Id,
  mozrestId: z.nullable(Id),
  rmsVenueId: z.nullable(z.string()),
  bookingChannelVenueId: z.nullable(z.string()),
  venueName: z.string(),
  reference: z.nullable(z.string()),
})
export type OnboardingMoved = z.infer<typeof OnboardingMoved>
export const OnboardingMovedBody = z.extend(WebhookBody, { data: OnboardingMoved })

export const DeliveryDetail = z.extend(Delivery, {
  body: WebhookBody,
  tries: z.array(
    z.object({
      n: z.int(),
      at: Instant,
      durationMs: z.int(),
      status: z.nullable(z.int()),
      error: z.nullable(z.string()),
      answer: z.nullable(z.string()),
    }),
  ),
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>
