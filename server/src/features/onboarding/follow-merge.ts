import { openStatuses } from '@tablewire/contracts/onboarding/onboarding.rules'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { ownIdOf } from './create-request.ts'
import type { OnboardingRecord } from './request-rows.ts'
import { sheetPhrases } from './sheet-phrases.ts'
import { stepRequest } from './step-request.ts'

type Merged = { from: string; to: string }

type Kept = { venueId: string; rmsVenueId: string | null }
/** The kept venue by both its names, as far as the request's own system knows it; one that has none there goes by the name it had. */
const keptFor = async (ctx: Ctx, { systemId, rmsVenueId }: OnboardingRecord, venueId: string): Promise<Kept> => {
  const venue = await ctx.db.selectFrom('venues').select(['systemId', 'externalId']).where('id', '=', venueId).executeTakeFirstOrThrow()
  const atSystem = venue.systemId === systemId ? (venue.externalId ?? ownIdOf(systemId, venueId)) : null
  return { venueId, rmsVenueId: atSystem ?? rmsVenueId }
}

/** Whether another open request is about the kept venue and that channel already: then there is nothing to move, and that one goes on. */
const goesOnAlready = async (
  ctx: Ctx,
  { status, channelId, systemId, id }: OnboardingRecord,
  { venueId, rmsVenueId }: Kept,
): Promise<boolean> => {
  if (!openStatuses.some((one) => one === status)) return false
  const standing = await ctx.db
    .selectFrom('onboardingRequests')
    .select('id')
    .where('channelId', '=', channelId)
    .where((is) => is.or([is('venueId', '=', venueId), is.and([is('systemId', '=', systemId), is('rmsVenueId', '=', rmsVenueId)])]))
    .where('status', 'in', openStatuses)
    .where('id', '<>', id)
    .executeTakeFirst()
  return standing !== undefined
}

const reason = sheetPhrases.en.ended.merged

const carry = async (ctx: Ctx, request: OnboardingRecord, to: string): Promise<void> => {
  const kept = await keptFor(ctx, request, to)
  const ends = await goesOnAlready(ctx, request, kept)
  const after = ends
    ? await stepRequest(ctx, request, {
        change: { status: 'canceled', cancellationReason: reason, endedBecause: 'merged' },
        entry: { kind: 'canceled', data: { reason, because: 'merged' } },
      })
    : await stepRequest(ctx, request, {
        change: kept,
        entry: { kind: 'venue_merged', data: { mozrestId: to, rmsVenueId: kept.rmsVenueId } },
      })
  await audit(ctx, {
    action: ends ? 'onboarding.canceled' : 'onboarding.updated',
    subject: 'onboarding',
    subjectId: request.id,
    venueId: after.venueId,
    before: { mozrestId: request.venueId, rmsVenueId: request.rmsVenueId, status: request.status },
    after: { mozrestId: after.venueId, rmsVenueId: after.rmsVenueId, status: after.status },
  })
}

/** Of two venues that became one, the requests about the one that went are about the one that is kept. */
export const followMerge = (ctx: Ctx, { from, to }: Merged): Promise<void> =>
  transaction(ctx, async (inner) => {
    const requests = await inner.db
      .selectFrom('onboardingRequests')
      .selectAll()
      .where('venueId', '=', from)
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const request of requests) await carry(inner, request, to)
  })
