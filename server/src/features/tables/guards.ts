import type { Guards } from '#src/platform/db/guards.ts'

/** Who has a table when (migration 0280), and which layout rules a day (0292). */
export const tableGuards: Guards = {
  states: { TW280: 'tables.unknown', TW281: 'reservation.final', TW282: 'tables.put_away' },
  constraints: { floor_days_one: { code: 'floor.days_taken', field: 'layouts', issue: 'invalid' } },
}
