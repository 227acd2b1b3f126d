import type { Guards } from '#src/platform/db/guards.ts'

/** Test venues have test systems and test channels (migration 0069). */
export const venueGuards: Guards = {
  states: { TW031: 'test_mode.apart' },
  constraints: {
    venues_external: { code: 'venue.external_id_taken', field: 'externalId' },
    venues_external_of_system: { code: 'venue.external_id_taken', field: 'externalId' },
    venues_archived_closed: { code: 'venue.archived' },
    areas_external: { code: 'request.invalid', field: 'externalId' },
  },
}
