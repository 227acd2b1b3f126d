import type { Lang } from '@tablewire/contracts/kit/wire'
import { noteHistory, type OnboardingRecord } from '#src/features/onboarding/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { linkDaysOf } from './effective-limits.ts'
import type {} from './invite-rows.ts'
import { mailInviteJob } from './mail-invite.ts'

type Sending = { email: string; lang: Lang; by: string | null }

/** A new link; the one before leads nowhere any more. In a transaction that holds the request. */
export const sendInvite = async (ctx: Ctx, request: Pick<OnboardingRecord, 'id'>, { email, lang, by }: Sending): Promise<string> => {
  const now = ctx.clock()
  await ctx.db
    .updateTable('onboardingInvites')
    .set({ replacedAt: now.toString() })
    .where('requestId', '=', request.id)
    .where('replacedAt', 'is', null)
    .where('answer', 'is', null)
    .execute()
  const id = newId()
  const days = await linkDaysOf(ctx, request.id)
  await ctx.db
    .insertInto('onboardingInvites')
    .values({
      id,
      requestId: request.id,
      email,
      lang,
      createdAt: now.toString(),
      createdBy: by,
      expiresAt: now.add({ hours: 24 * days }).toString(),
      people: '[]',
    })
    .execute()
  await ctx.ports.jobs.enqueue(ctx, mailInviteJob, { inviteId: id, letter: 'mail' })
  await noteHistory(ctx, request.id, { kind: 'invited', data: { days } })
  return id
}

/** The request waits for its restaurant: it is asked by itself, once, where we know its address. */
export const inviteWhenDue = async (ctx: Ctx, { requestId, to }: { requestId: string; to: string }): Promise<void> => {
  if (to !== 'restaurant_activation') return
  await transaction(ctx, async (inner) => {
    const request = await inner.db.selectFrom('onboardingRequests').selectAll().where('id', '=', requestId).forUpdate().executeTakeFirst()
    if (request?.status !== 'restaurant_activation') return
    const since = await inner.db
      .selectFrom('onboardingInvites')
      .select('id')
      .where('requestId', '=', requestId)
      .where('createdAt', '>=', request.statusSince)
      .limit(1)
      .executeTakeFirst()
    if (since) return
    if (request.contactEmail === null) return noteHistory(inner, requestId, { kind: 'contact_missing' })
    await sendInvite(inner, request, { email: request.contactEmail, lang: request.contactLanguage ?? 'en', by: null })
  })
}
