import { moveGuards } from '#src/features/company-move/guards.ts'
import { accessGuards } from '#src/features/access/guards.ts'
import { brandGuards } from '#src/features/brands/guards.ts'
import { peopleGuards } from '#src/features/people/guards.ts'
import { venueGuards } from '#src/features/venues/guards.ts'
import { channelGuards } from '#src/features/channels/guards.ts'
import { googleAccountGuards } from '#src/features/google-accounts/guards.ts'
import { metaGuards } from '#src/features/meta/guards.ts'
import { systemGuards } from '#src/features/rms-settings/guards.ts'
import { widgetGuards } from '#src/features/widget/guards.ts'
import { guestsGuards } from '#src/features/guests/guards.ts'
import { waitlistGuards } from '#src/features/waitlist/guards.ts'
import { tableGuards } from '#src/features/tables/guards.ts'
import { reservationGuards } from '#src/features/reservations/guards.ts'
import { onboardingGuards } from '#src/features/onboarding/guards.ts'
import { replyGuards } from '#src/features/review-replies/guards.ts'
import { textPortGuards } from '#src/features/text-port/guards.ts'
import { webhookGuards } from '#src/features/webhooks/guards.ts'
import type { Guards } from '#src/platform/db/guards.ts'

/** The error codes of all features' triggers and constraints. */
export const allGuards: readonly Guards[] = [
  accessGuards,
  brandGuards,
  peopleGuards,
  venueGuards,
  channelGuards,
  systemGuards,
  googleAccountGuards,
  metaGuards,
  textPortGuards,
  tableGuards,
  reservationGuards,
  guestsGuards,
  waitlistGuards,
  widgetGuards,
  replyGuards,
  onboardingGuards,
  webhookGuards,
  moveGuards,
]
