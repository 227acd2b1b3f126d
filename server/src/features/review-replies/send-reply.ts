import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { reviewReplies } from '@tablewire/contracts/reviews/replies'
import { replyLength, replyLimitOf } from '@tablewire/contracts/reviews/reply.rules'
import { sql } from 'kysely'
import { requireUser } from '#src/features/people/api.ts'
import { peopleOf, tell } from '#src/features/reviews/api.ts'
import { audit, savesNothing } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { readDesk, type ReplyDesk } from './reply-desk.ts'
import { needsApproval } from './reply-settings.ts'
import type { ReplyRecord } from './reply-rows.ts'
import { type AnsweredReview, auditedReply, findReview, refuseOld, replyOf, stepReply } from './write-reply.ts'

type Sent = Received<typeof reviewReplies.send>

export const requireFits = ({ source, replyLimit }: AnsweredReview, text: string): void => {
  const limit = replyLimitOf(source, replyLimit)
  if (replyLength(text, limit) > limit.most)
    throw new Problem('reply.too_long', { limit: limit.most }, { text: [{ issue: 'max_length', value: limit.most }] })
}

/** What follows when a reply goes out: to its channel, or at once before guests where nobody stands between. */
export const goingOut = (ctx: Ctx, { channelId }: AnsweredReview, text: string): Partial<ReplyRecord> & Pick<ReplyRecord, 'state'> =>
  channelId ? { state: 'pending' } : { state: 'published', shown: text, shownAt: ctx.clock().toString(), shownAuthor: null, shownUrl: null }

/** Whoever lets replies out, but for the author. */
const whoApproves = async (ctx: Ctx, { venueId }: AnsweredReview): Promise<string[]> =>
  (await peopleOf(ctx, venueId, 'override')).map(({ id }) => id).filter((id) => id !== ctx.actor.id)

/** The next reply from this template takes another of its wordings. */
const noteUse = async (ctx: Ctx, { venueId }: AnsweredReview, variantId: string | null | undefined): Promise<void> => {
  if (!variantId) return
  await sql`
    insert into reply_variant_uses (variant_id, venue_id, used_at)
    select v.id, ${venueId}::uuid, ${ctx.clock().toString()}::timestamptz from reply_template_variants v where v.id = ${variantId}
    on conflict (variant_id, venue_id) do update set used_at = excluded.used_at`.execute(ctx.db)
}

/** LI2: a reply of the house: to whoever approves, or out. */
export const sendReply = (ctx: Ctx, { params: { id }, body }: Sent): Promise<ReplyDesk> =>
  transaction(ctx, async (inner) => {
    const author = requireUser(inner)
    const review = await findReview(inner, { id }, { lock: true })
    const reply = await replyOf(inner, id)
    refuseOld(reply, body.version)
    if (review.removedAt) throw new Problem('review.removed')
    if (review.moderation === 'awaiting' || review.moderation === 'declined') throw new Problem('review.unpublished')
    requireFits(review, body.text)
    const waits = await needsApproval(inner, review)
    const next = waits ? { state: 'awaiting' as const } : goingOut(inner, review, body.text)
    const same = { action: 'reply.sent', subject: 'reply', before: [reply?.content, reply?.state], after: [body.text, next.state] }
    if (reply && savesNothing(inner, same)) return readDesk(inner, id)
    const written = await stepReply(inner, {
      review,
      reply,
      change: {
        ...next,
        content: body.text,
        revision: reply ? reply.revision + 1 : 1,
        authorId: author.id,
        authorName: author.name,
        approvedBy: null,
        writtenAt: inner.clock().toString(),
      },
    })
    await inner.db.deleteFrom('reviewReplyDrafts').where('reviewId', '=', id).where('userId', '=', author.id).execute()
    await noteUse(inner, review, body.variantId)
    if (waits) await tell(inner, review, { what: 'reply_awaiting', to: await whoApproves(inner, review) })
    await audit(inner, {
      action: 'reply.sent',
      subject: 'reply',
      subjectId: id,
      venueId: review.venueId,
      before: auditedReply(reply),
      after: auditedReply(written),
    })
    return readDesk(inner, id)
  })
