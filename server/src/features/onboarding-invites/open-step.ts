import { requestInScope, type ScopedRequest } from '#src/features/onboarding/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './invite-rows.ts'
import { tokenOf } from './invite-token.ts'

/** For whoever has the page open; by mail a link is good for days. */
const openHours = 2

/** Who looks after the house and could change all that a confirmation changes; nobody accepts terms while he acts as somebody else. */
export const mayAnswer = ({ actor, ability }: Ctx, { side, venueId, status }: ScopedRequest): boolean =>
  side === 'venue' &&
  venueId !== null &&
  status === 'restaurant_activation' &&
  actor.kind === 'user' &&
  !actor.actedBy &&
  ability.can('update', 'onboarding') &&
  ability.can('update', 'venues')

/** ON3: the restaurant's own step for somebody of it who is signed in: the page that a link by mail opens, with the same laws. The mailed link stays good. */
export const openStep = (ctx: Ctx, id: string): Promise<{ path: string }> =>
  transaction(ctx, async (inner) => {
    const request = await requestInScope(inner, id, { lock: true })
    if (request.side === 'venue' && request.status !== 'restaurant_activation') throw new Problem('onboarding.step_closed')
    if (!mayAnswer(inner, request)) throw new Problem('onboarding.step_of_house')
    const userId = inner.actor.id!
    const { email, lang } = await inner.db.selectFrom('users').select(['email', 'lang']).where('id', '=', userId).executeTakeFirstOrThrow()
    const now = inner.clock()
    const open = { houseVenueId: request.venueId, expiresAt: now.add({ hours: openHours }).toString() }
    const again = await inner.db
      .updateTable('onboardingInvites')
      .set(open)
      .where('requestId', '=', id)
      .where('userId', '=', userId)
      .where('answer', 'is', null)
      .returning('id')
      .executeTakeFirst()
    const inviteId = again?.id ?? newId()
    const token = tokenOf(inner, inviteId)
    if (!again)
      await inner.db
        .insertInto('onboardingInvites')
        .values({
          id: inviteId,
          requestId: id,
          userId,
          email,
          lang,
          ...open,
          tokenHash: secretHash(token),
          createdAt: now.toString(),
          createdBy: inner.actor.name,
          people: '[]',
        })
        .execute()
    await audit(inner, {
      action: 'onboarding.invited',
      subject: 'onboarding',
      subjectId: id,
      venueId: request.venueId,
      after: { email, lang },
    })
    return { path: `/onboarding/${token}` }
  })
