import * as venueFields from './venue-fields.ts'
import * as venueFilters from './venue-filters.ts'
import * as venueMerge from './venue-merge.ts'

/** The modules of the venues whose schemas the documentation names. */
export const venueSchemas = [venueFields, venueFilters, venueMerge] as const
