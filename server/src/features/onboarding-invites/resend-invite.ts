import { type Invitation, invitationsPerDay } from '@tablewire/contracts/onboarding/onboarding-invites'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { requestInScope, setContact } from '#src/features/onboarding/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { invitationView, maySend, sentLately } from './read-invitation.ts'
import { sendInvite } from './send-invite.ts'

type Asked = { email?: string | undefined; lang?: Lang | undefined }

/** Sends the restaurant a new link; at most so many a day, for whoever's sake. */
export const resendInvite = (ctx: Ctx, id: string, asked: Asked): Promise<Invitation> =>
  transaction(ctx, async (inner) => {
    const request = await requestInScope(inner, id, { lock: true })
    if (!maySend(request)) throw new Problem('access.denied')
    if (request.status !== 'restaurant_activation') throw new Problem('onboarding.state_wrong')
    const email = asked.email ?? request.contactEmail
    if (email === null) throw new Problem('onboarding.contact_missing', {}, { email: [{ issue: 'required' }] })
    if ((await sentLately(inner, id)) >= invitationsPerDay) throw new Problem('onboarding.invited_often', { limit: invitationsPerDay })
    const lang = asked.lang ?? request.contactLanguage ?? 'en'
    const { side } = request
    const known = await setContact(inner, request, { email, lang })
    await sendInvite(inner, known, { email, lang, by: inner.actor.name })
    await audit(inner, {
      action: 'onboarding.invited',
      subject: 'onboarding',
      subjectId: id,
      venueId: request.venueId,
      after: { email, lang },
    })
    return invitationView(inner, { ...known, side })
  })
