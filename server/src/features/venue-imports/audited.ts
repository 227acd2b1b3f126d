import type { BookRules } from '#src/features/venues/api.ts'
import { venueColumns, type VenueFields } from './venue-columns.ts'

/** In the names the audit knows them by from the forms of venue and book. */
export const audited = (fields: Partial<VenueFields>, rules: BookRules | undefined): Record<string, unknown> => {
  const { party, ...book } = rules ?? {}
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [venueColumns[name as keyof VenueFields].audited, value])),
    ...(party && { minCovers: party.min, maxCovers: party.max }),
    ...book,
  }
}
