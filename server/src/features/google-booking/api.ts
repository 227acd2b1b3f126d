import type { Leftover } from '#src/platform/leftovers.ts'
import type {} from './booking-rows.ts'

export { areAvailable } from './lookup.ts'
export { statusOf } from './booking-view.ts'

/** Two weeks are what Google looks at before it lets a partner in. */
export const googleCallLeftovers: readonly Leftover[] = [{ table: 'google_calls', column: 'minute', keep: { hours: 24 * 15 } }]
