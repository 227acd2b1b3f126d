import type { Leftover } from '#src/platform/leftovers.ts'

/** Retention: a season can be looked back on. */
export const driftLeftovers: readonly Leftover[] = [{ table: 'google_drifts', column: 'at', keep: { hours: 24 * 100 } }]
