import type { Leftover } from '#src/platform/leftovers.ts'

export const listingDayLeftovers: readonly Leftover[] = [
  // Retention: as far back as a question may be compared.
  { table: 'listing_days', column: 'day', keep: { hours: 24 * 366 * 4 } },
]
