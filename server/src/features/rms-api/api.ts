import type { Leftover } from '#src/platform/leftovers.ts'

/** What a system told us a day ago has long been looked into. */
export const partnerLeftovers: readonly Leftover[] = [{ table: 'system_notices', column: 'received_at', keep: { hours: 24 } }]
