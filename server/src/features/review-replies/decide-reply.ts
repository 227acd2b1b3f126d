import type { ReplyState } from '@tablewire/contracts/reviews/reviews'
import { requireUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { keepDraft } from './keep-draft.ts'
import { readDesk, type ReplyDesk } from './reply-desk.ts'
import type { ReplyRecord } from './reply-rows.ts'
import { goingOut, requireFits } from './send-reply.ts'
import { type AnsweredReview, auditedReply, findReview, refuseOld, replyOf, stepReply, tellAuthor } from './write-reply.ts'

type Seen = { id: string; version: number }
type Decision = {
  action: 'reply.approved' | 'reply.declined' | 'reply.withdrawn'
  /** Where the reply may stand. */
  from: readonly ReplyState[]
  change: (ctx: Ctx, of: { review: AnsweredReview; reply: ReplyRecord }) => Parameters<typeof stepReply>[1]['change']
  after?: (ctx: Ctx, of: { review: AnsweredReview; reply: ReplyRecord }) => Promise<void>
}

const decide = (ctx: Ctx, { id, version }: Seen, { action, from, change, after }: Decision): Promise<ReplyDesk> =>
  transaction(ctx, async (inner) => {
    const review = await findReview(inner, { id }, { lock: true })
    const reply = await replyOf(inner, id)
    refuseOld(reply, version)
    if (!reply || !from.includes(reply.state)) throw new Problem('reply.state_wrong')
    const written = await stepReply(inner, { review, reply, change: change(inner, { review, reply }) })
    await after?.(inner, { review, reply })
    const both = { before: auditedReply(reply), after: auditedReply(written) }
    await audit(inner, { action, subject: 'reply', subjectId: id, venueId: review.venueId, ...both })
    return readDesk(inner, id)
  })

export const approveReply = (ctx: Ctx, seen: Seen): Promise<ReplyDesk> =>
  decide(ctx, seen, {
    action: 'reply.approved',
    from: ['awaiting'],
    change: (inner, { review, reply }) => {
      if (review.removedAt) throw new Problem('review.removed')
      // The source may take less by now than when it was written.
      requireFits(review, reply.content)
      return { ...goingOut(inner, review, reply.content), approvedBy: requireUser(inner).name }
    },
  })

export const declineReply = (ctx: Ctx, { reason, ...seen }: Seen & { reason: string }): Promise<ReplyDesk> =>
  decide(ctx, seen, {
    action: 'reply.declined',
    from: ['awaiting'],
    change: () => ({ state: 'rejected', rejectedBy: 'house', reason }),
    after: (inner, { review, reply }) => tellAuthor(inner, { review, reply, what: 'reply_declined' }),
  })

/** Its text goes on as the draft of whoever takes it back, unless there is one already. */
export const withdrawReply = (ctx: Ctx, seen: Seen): Promise<ReplyDesk> =>
  decide(ctx, seen, {
    action: 'reply.withdrawn',
    from: ['awaiting', 'pending'],
    change: () => ({ state: 'draft', approvedBy: null }),
    after: (inner, { reply: { reviewId, content } }) => keepDraft(inner, reviewId, { text: content, unlessThere: true }),
  })
