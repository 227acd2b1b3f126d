import { type Invitation, invitationsPerDay } from '@tablewire/contracts/onboarding/onboarding-invites'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { type OnboardingRecord, requestInScope, setContact } from '#src/features/onboarding/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { reachOf } from './house-addresses.ts'
import { invitationView, maySend, sentLately } from './read-invitation.ts'
import { sendInvite } from './send-invite.ts'

type Asked = { email?: string | undefined; lang?: Lang | undefined }

const notReached = ({ venueId }: OnboardingRecord, { email }: Asked): Problem => {
  if (venueId === null) return new Problem('onboarding.contact_missing', {}, { email: [{ issue: 'required' }] })
  return email === undefined
    ? new Problem('onboarding.house_silent')
    : new Problem('onboarding.contact_foreign', {}, { email: [{ issue: 'invalid' }] })
}

/** Sends the restaurant a new link; at most so many a day, for whoever's sake. One that is here keeps its addresses to itself. */
export const resendInvite = (ctx: Ctx, id: string, asked: Asked): Promise<Invitation> =>
  transaction(ctx, async (inner) => {
    const request = await requestInScope(inner, id, { lock: true })
    if (!maySend(request)) throw new Problem('access.denied')
    if (request.status !== 'restaurant_activation') throw new Problem('onboarding.step_closed')
    const reached = await reachOf(inner, request, asked.email)
    if (!reached) throw notReached(request, asked)
    if ((await sentLately(inner, id)) >= invitationsPerDay) throw new Problem('onboarding.invited_often', { limit: invitationsPerDay })
    const { email, houseVenueId } = reached
    const lang = asked.lang ?? reached.lang ?? 'en'
    const { side } = request
    const known = houseVenueId === null ? await setContact(inner, request, { email, lang }) : request
    await sendInvite(inner, known, { email, houseVenueId, lang, by: inner.actor.name })
    await audit(inner, {
      action: 'onboarding.invited',
      subject: 'onboarding',
      subjectId: id,
      venueId: request.venueId,
      after: { email, lang },
    })
    return invitationView(inner, { ...known, side })
  })
