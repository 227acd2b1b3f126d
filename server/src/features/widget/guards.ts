import type { Guards } from '#src/platform/db/guards.ts'

/** How many places one address holds at once (migration 0233). */
export const widgetGuards: Guards = { states: { TW233: 'address.holds_enough' } }
