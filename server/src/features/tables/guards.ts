import type { Guards } from '#src/platform/db/guards.ts'

/** Who has a table when (migration 0280), and which layout rules a day (0292). */
export const tableGuards: Guards = {
  states: { TW300: 'book.area_has_tables', TW280: 'tables.unknown', TW281: 'reservation.final', TW282: 'tables.put_away' },
  // Found by who was given a table meanwhile by the hub: it looks again. Whoever named one is told at the next look.
  retried: ['TW280', 'TW282'],
  constraints: { floor_days_one: { code: 'floor.days_taken', field: 'layouts', issue: 'invalid' } },
}
