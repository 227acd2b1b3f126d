import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { partners } from '@tablewire/contracts/rms/rms-api'
import { invalidateDays, storePushedDays } from '#src/features/rms-client/api.ts'
import { venueIdOf } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** Invalidates the cache of those days; they are fetched anew before they are offered, unless the system pushes here what is open. */
export const pushAvailability = async (
  ctx: Ctx,
  { venueId: ref, dates, days = [] }: Received<typeof partners.pushAvailability>['body'],
): Promise<Result<typeof partners.pushAvailability>> => {
  const venueId = await venueIdOf(ctx, ref)
  const touched = dates || days.length ? [...new Set([...(dates ?? []), ...days.map(({ date }) => date)])] : undefined
  // Cached answers for other party sizes and areas of a changed day are invalid.
  await invalidateDays(ctx, venueId, touched)
  const kept = days.length ? await storePushedDays(ctx, { venueId, days }) : 0
  return { venueId, days: touched?.length ?? null, kept }
}
