import { z } from 'zod/mini'
import { Id, Instant } from '../kit/wire.ts'

/** One message of GET /v1/live (server-sent events, not a JSON call): what changed, so that a screen can fetch it. */
export const LiveMessage = z.object({
  type: z.enum([
    'reservation',
    'waitlist',
    'shift_note',
    'tables',
    'book',
    'venue',
    'group',
    'notification',
    'channel',
    'import',
    'sync',
    'review',
    'listing',
    'onboarding',
    'sales_link',
    'reset',
  ]),
  venueId: z.nullable(Id),
  id: z.nullable(Id),
  /** For reservations: the event kind of its history (`booked`, `moved`, …); for reviews `received`, `replied` or `writing`; for onboarding requests `created`, `changed` or `moved`; for sales links `created`, `revoked`, `viewed` or `enquired`. */
  kind: z.nullable(z.string()),
  /** When it could be read by others; what is asked for since then (`Data-Since`) has it. */
  at: Instant,
})
export type LiveMessage = z.infer<typeof LiveMessage>
