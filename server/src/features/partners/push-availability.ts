import type { Received, Result } from '@tablewire/contracts/endpoint'
import type { partners } from '@tablewire/contracts/partners'
import { forgetDays } from '#src/features/remote/api.ts'
import { venueIdOf } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** What we keep of those days counts no more; they are asked anew before they are offered. */
export const pushAvailability = async (
  ctx: Ctx,
  { venueId: ref, dates }: Received<typeof partners.pushAvailability>['body'],
): Promise<Result<typeof partners.pushAvailability>> => {
  const venueId = await venueIdOf(ctx, ref)
  await forgetDays(ctx, venueId, dates)
  return { venueId, days: dates ? new Set(dates).size : null }
}
