import type { Guards } from '#src/platform/db/guards.ts'

/**
 * Companies, their groups, and partners' external ids. Nobody of one company is given a venue of another (migration 0018); the error is the same as
 * for any venue outside the caller's scope.
 */
export const accessGuards: Guards = {
  states: { TW021: 'venue.not_found' },
  constraints: {
    partner_ids_company: { code: 'company.external_id_taken', field: 'externalId' },
    partner_ids_group: { code: 'group.external_id_taken', field: 'externalId' },
    groups_name: { code: 'group.name_taken', field: 'name' },
  },
}
