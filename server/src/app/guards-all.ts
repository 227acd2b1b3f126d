import { accessGuards } from '#src/features/access/api.ts'
import { channelGuards } from '#src/features/channels/api.ts'
import { peopleGuards } from '#src/features/people/api.ts'
import { reservationGuards } from '#src/features/reservations/api.ts'
import { systemGuards } from '#src/features/rms-settings/api.ts'
import { venueGuards } from '#src/features/venues/api.ts'
import type { Guards } from '#src/platform/http/errors.ts'

/** What the guards of every feature refuse, in the product's words. */
export const allGuards: Guards = {
  ...accessGuards,
  ...peopleGuards,
  ...venueGuards,
  ...channelGuards,
  ...systemGuards,
  ...reservationGuards,
}
