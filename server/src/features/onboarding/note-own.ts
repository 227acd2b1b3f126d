import type { OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { requestInScope, requireSeen } from './request-scope.ts'
import { readRequest } from './request-view.ts'
import { stepRequest } from './step-request.ts'

/** What one partner notes for itself, also of what is over; neither the history nor the audit keeps what was said. */
export const noteOwn = (
  ctx: Ctx,
  { id, version, of }: { id: string; version: number; of: 'rms' | 'bc' },
  text: string,
): Promise<OnboardingDetail> =>
  transaction(ctx, async (inner) => {
    const request = await requestInScope(inner, id, { lock: true })
    await requireSeen(inner, request, version)
    // Administrators keep both sides' notes; a restaurant has none.
    if (request.side !== of && request.side !== 'admin') throw new Problem('access.denied')
    const field = of === 'rms' ? 'rmsNotes' : 'bcNotes'
    // As it stood: a new version would stop the other side's calls for nothing.
    if (request[field] === text) return readRequest(inner, id)
    await stepRequest(inner, request, { change: { [field]: text } })
    await audit(inner, {
      action: 'onboarding.updated',
      subject: 'onboarding',
      subjectId: id,
      venueId: request.venueId,
    })
    return readRequest(inner, id)
  })
