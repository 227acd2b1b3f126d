import type { Guards } from '#src/platform/db/guards.ts'

/** Places that are moved to another installation take no writes here (migration 0380). */
export const moveGuards: Guards = { states: { TW380: 'venue.moving', TW381: 'venue.moved' } }
