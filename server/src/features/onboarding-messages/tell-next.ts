import type { OnboardingStatus } from '@tablewire/contracts/onboarding/onboarding.rules'
import { isOpen, ownerOf } from '@tablewire/contracts/onboarding/onboarding.rules'
import { notifyOfRequest } from '#src/features/notifications/api.ts'
import type {} from '#src/features/onboarding/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { peopleOfRequest } from './people-of-request.ts'

type Move = { requestId: string; eventId: string; to: OnboardingStatus; actorId: string | null; at: string }

/** ON3: whoever is next, and who runs the platform; of the end everybody. Nobody is told of what he did himself. */
export const tellNext = (ctx: Ctx, { requestId, eventId, to, actorId, at }: Move): Promise<void> =>
  transaction(ctx, async (inner) => {
    const request = await inner.db
      .selectFrom('onboardingRequests')
      .select(['systemId', 'channelId', 'venueId', 'venueName', 'status'])
      .where('id', '=', requestId)
      .executeTakeFirst()
    // It has moved on meanwhile: that move is told.
    if (request?.status !== to) return
    const next = isOpen(to) ? ownerOf[to] : undefined
    const people = await peopleOfRequest(inner, request)
    const told = people
      .filter(({ id, side }) => id !== actorId && (next === undefined || side === next || side === 'admin'))
      .map(({ id, side }) => ({ userId: id, news: { requestId, venueName: request.venueName, status: to, yours: side === next } }))
    await notifyOfRequest(inner, { eventId, at, told })
  })
