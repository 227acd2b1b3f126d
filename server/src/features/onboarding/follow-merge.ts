import { openStatuses } from '@tablewire/contracts/onboarding/onboarding.rules'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { OnboardingRecord } from './request-rows.ts'
import { stepRequest } from './step-request.ts'

type Merged = { from: string; to: string }

/** Whether another open request is about the kept venue and that channel already: then there is nothing to move, and that one goes on. */
const goesOnAlready = async (ctx: Ctx, { status, channelId, id }: OnboardingRecord, venueId: string): Promise<boolean> => {
  if (!openStatuses.some((one) => one === status)) return false
  const standing = await ctx.db
    .selectFrom('onboardingRequests')
    .select('id')
    .where('channelId', '=', channelId)
    .where('venueId', '=', venueId)
    .where('status', 'in', openStatuses)
    .where('id', '<>', id)
    .executeTakeFirst()
  return standing !== undefined
}

/** Read by all sides, as reasons of people are. */
const reason = 'The restaurant became one with another one, whose request goes on.'

const carry = async (ctx: Ctx, request: OnboardingRecord, to: string): Promise<void> => {
  const ends = await goesOnAlready(ctx, request, to)
  const after = ends
    ? await stepRequest(ctx, request, {
        change: { status: 'canceled', cancellationReason: reason },
        entry: { kind: 'canceled', data: { reason } },
      })
    : await stepRequest(ctx, request, { change: { venueId: to }, entry: { kind: 'venue_merged', data: { mozrestId: to } } })
  await audit(ctx, {
    action: ends ? 'onboarding.canceled' : 'onboarding.updated',
    subject: 'onboarding',
    subjectId: request.id,
    venueId: after.venueId,
    before: { mozrestId: request.venueId, status: request.status },
    after: { mozrestId: after.venueId, status: after.status },
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
