import type { Leftover } from '#src/platform/leftovers.ts'

/** Retention: notices are deduplicated and kept for a day. */
export const partnerLeftovers: readonly Leftover[] = [{ table: 'system_notices', column: 'received_at', keep: { hours: 24 } }]
