import type { Importers } from '#src/features/imports/api.ts'
import { onboardingImporter } from '#src/features/onboarding-imports/api.ts'
import { reservationImporter } from '#src/features/reservation-imports/api.ts'
import { reviewImporter } from '#src/features/review-imports/api.ts'
import { userImporter } from '#src/features/user-imports/api.ts'
import { venueImporter } from '#src/features/venue-imports/api.ts'

/** Who reads and writes the rows of each kind of import. */
export const importers: Importers = {
  venues: venueImporter,
  reservations: reservationImporter,
  users: userImporter,
  reviews: reviewImporter,
  onboarding: onboardingImporter,
}
