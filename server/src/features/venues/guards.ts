import type { Guards } from '#src/platform/db/guards.ts'

/** Test venues have test systems and test channels (migration 0069); nobody is placed at an archived venue (migration 0095). */
export const venueGuards: Guards = {
  states: { TW031: 'test_mode.apart', TW040: 'venue.archived' },
  retried: ['TW040'],
  constraints: {
    venues_external: { code: 'venue.external_id_taken', field: 'externalId' },
    venues_external_of_system: { code: 'venue.external_id_taken', field: 'externalId' },
    venues_archived_closed: { code: 'venue.archived' },
    venues_merged_archived: { code: 'venue.merged' },
    venues_tripadvisor: { code: 'venue.tripadvisor_id_taken', field: 'tripadvisorId' },
    areas_external: { code: 'request.invalid', field: 'externalId' },
  },
}
