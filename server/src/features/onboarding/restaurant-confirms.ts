import { waitsFor } from '@tablewire/contracts/onboarding/onboarding.rules'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type { OnboardingRecord, RestaurantWord } from './request-rows.ts'
import { stepRequest } from './step-request.ts'

type Confirmation = RestaurantWord & { termsVersion: string }

/**
 * The restaurant says yes: what it said of itself is kept and is what the request says from then on, and the request goes on to whoever is next. The
 * caller has made sure that it is the restaurant that speaks.
 */
export const restaurantConfirms = (ctx: Ctx, requestId: string, { termsVersion, ...word }: Confirmation): Promise<OnboardingRecord> =>
  transaction(ctx, async (inner) => {
    const request = await inner.db.selectFrom('onboardingRequests').selectAll().where('id', '=', requestId).forUpdate().executeTakeFirst()
    if (!request) throw new Problem('onboarding.not_found')
    if (request.status !== 'restaurant_activation') throw new Problem('onboarding.state_wrong')
    const restaurantConfirmedAt = inner.clock().toString()
    const status = waitsFor({ ...request, restaurantConfirmedAt })
    const before = { name: request.venueName, address: request.venueAddress }
    const said = { venueName: word.name || before.name, venueAddress: word.address || before.address }
    const change = { ...said, restaurantConfirmedAt, termsVersion, restaurantWord: JSON.stringify(word), status }
    const after = await stepRequest(inner, request, { change, entry: { kind: 'confirmed', data: { ...word, termsVersion, before } } })
    await audit(inner, {
      action: 'onboarding.confirmed',
      subject: 'onboarding',
      subjectId: requestId,
      venueId: request.venueId,
      before: { status: request.status, ...before },
      after: { status: after.status, ...word, termsVersion },
    })
    return after
  })
