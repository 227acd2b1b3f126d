import type { Guards } from '#src/platform/db/guards.ts'

/** Who has a table when (migration 0280). */
export const tableGuards: Guards = { states: { TW280: 'tables.unknown', TW281: 'reservation.final' } }
