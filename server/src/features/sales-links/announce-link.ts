import type { Ctx } from '#src/platform/ctx.ts'

/** Open lists of whoever sees the venue follow. In the caller's transaction. */
export const announceLink = (
  ctx: Ctx,
  { id, venueId }: { id: string; venueId: string },
  kind: 'created' | 'revoked' | 'viewed' | 'enquired',
): Promise<void> => ctx.ports.live.publish(ctx, { type: 'sales_link', venueId, id, kind })
