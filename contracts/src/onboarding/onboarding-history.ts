import { z } from 'zod/mini'
import { Id, Instant } from '../kit/wire.ts'
import { OnboardingStatus } from './onboarding.rules.ts'

/** What histories know of; a kind that is new to a reader is `other`. */
export const onboardingEntryKinds = [
  'requested',
  'skipped',
  'provided',
  'edited',
  'canceled',
  'rejected',
  'confirmed',
  'invited',
  'invite_waits',
  'contact_missing',
  'house_silent',
  'reminded',
  'escalated',
  'access_given',
  'access_refused',
  'access_withheld',
  'hours_open',
  'link_asked',
  'link_refused',
  'venue_found',
  'venue_merged',
  'visible',
  'available',
  'onboarded',
  'live',
  'other',
] as const

export const OnboardingEntry = z.object({
  id: Id,
  at: Instant,
  actor: z.string(),
  /** Whose side acted; `hub`: it went by itself. */
  side: z.enum(['rms', 'bc', 'venue', 'admin', 'hub']),
  kind: z.enum(onboardingEntryKinds),
  from: z.nullable(OnboardingStatus),
  to: z.nullable(OnboardingStatus),
  reason: z.nullable(z.string()),
  /** As they were from then on; null = it was not about them. */
  ids: z.nullable(z.object({ rmsVenueId: z.nullable(z.string()), bookingChannelVenueId: z.nullable(z.string()) })),
  /** What the restaurant said of itself when it confirmed, beside what stood there until then where it is known. */
  confirmed: z.nullable(
    z.object({
      name: z.string(),
      nameBefore: z.nullable(z.string()),
      address: z.string(),
      addressBefore: z.nullable(z.string()),
      hours: z.string(),
    }),
  ),
  /** Who got access, or did not; for the restaurant and for who runs the platform. */
  person: z.nullable(z.string()),
})
export type OnboardingEntry = z.infer<typeof OnboardingEntry>
