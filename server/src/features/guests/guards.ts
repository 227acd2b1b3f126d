import type { Guards } from '#src/platform/db/guards.ts'

/** Who can be one person with whom (migration 0253). */
export const guestsGuards: Guards = {
  states: { TW253: 'guest.not_mergeable' },
}
