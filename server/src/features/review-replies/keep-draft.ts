import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { reviewReplies } from '@tablewire/contracts/reviews/replies'
import { sql } from 'kysely'
import { requireUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { whoWrites } from './reply-desk.ts'
import type {} from './reply-rows.ts'
import { findReview } from './write-reply.ts'

type Draft = { text: string; templateId?: string | null | undefined; variantId?: string | null | undefined; unlessThere?: boolean }

export const keepDraft = async (ctx: Ctx, reviewId: string, draft: Draft): Promise<void> => {
  const { id: userId } = requireUser(ctx)
  const row = {
    content: draft.text,
    templateId: draft.templateId ?? null,
    variantId: draft.variantId ?? null,
    savedAt: ctx.clock().toString(),
  }
  await ctx.db
    .insertInto('reviewReplyDrafts')
    .values({ ...row, reviewId, userId })
    .onConflict((clash) =>
      draft.unlessThere ? clash.columns(['reviewId', 'userId']).doNothing() : clash.columns(['reviewId', 'userId']).doUpdateSet(row),
    )
    .execute()
}

/** Everybody's own, on the server, so that it is there after a reload and on another device; the others see that somebody is writing. */
export const saveDraft = (
  ctx: Ctx,
  { params: { id }, body }: Received<typeof reviewReplies.saveDraft>,
): Promise<Result<typeof reviewReplies.saveDraft>> =>
  transaction(
    ctx,
    async (inner) => {
      const { id: userId } = requireUser(inner)
      const { venueId } = await findReview(inner, { id })
      if (body.text === '') await sql`delete from review_reply_drafts where review_id = ${id} and user_id = ${userId}`.execute(inner.db)
      else await keepDraft(inner, id, body)
      await inner.ports.live.publish(inner, { type: 'review', venueId, id, kind: 'writing' })
      return { savedAt: body.text === '' ? null : inner.clock().toString(), writing: await whoWrites(inner, id) }
    },
    { unhurried: true },
  )
