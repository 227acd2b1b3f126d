import type { Leftover } from '#src/platform/leftovers.ts'

export { callGoogle, type Result } from './call-google.ts'

/** Retention: a week is measured, and compared with those before it. */
export const toldLeftovers: readonly Leftover[] = [{ table: 'google_told_days', column: 'day', keep: { hours: 24 * 60 } }]
