import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type { OnboardingRecord } from './request-rows.ts'
import { stepRequest } from './step-request.ts'

/** The restaurant says no, and why. The caller has made sure that it is the restaurant that speaks. */
export const restaurantDeclines = (ctx: Ctx, requestId: string, reason: string): Promise<OnboardingRecord> =>
  transaction(ctx, async (inner) => {
    const request = await inner.db.selectFrom('onboardingRequests').selectAll().where('id', '=', requestId).forUpdate().executeTakeFirst()
    if (!request) throw new Problem('onboarding.not_found')
    if (request.status !== 'restaurant_activation') throw new Problem('onboarding.state_wrong')
    const after = await stepRequest(inner, request, {
      change: { status: 'rejected', rejectReason: reason },
      entry: { kind: 'rejected', data: { reason } },
    })
    await audit(inner, {
      action: 'onboarding.rejected',
      subject: 'onboarding',
      subjectId: requestId,
      venueId: request.venueId,
      before: { status: request.status },
      after: { status: after.status, reason },
    })
    return after
  })
