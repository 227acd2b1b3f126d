import type { ReplyDesk, ReviewReply } from '@tablewire/contracts/reviews/replies'
import { replyLimitOf } from '@tablewire/contracts/reviews/reply.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { offerTemplates } from './offer-templates.ts'
import type { ReplyRecord } from './reply-rows.ts'
import { needsApproval } from './reply-settings.ts'
import { findReview, replyOf } from './write-reply.ts'

export type { ReplyDesk }

/** Who has not been heard of for so long has stopped. */
const writingSeconds = 45
const mostSteps = 50

export const replyView = (reply: ReplyRecord): ReviewReply => ({
  state: reply.state,
  text: reply.content,
  revision: reply.revision,
  author: reply.authorName,
  writtenAt: reply.writtenAt,
  approvedBy: reply.approvedBy,
  reason: reply.reason,
  rejectedBy: reply.rejectedBy,
  shown:
    reply.shown !== null && reply.shownAt !== null
      ? { text: reply.shown, at: reply.shownAt, author: reply.shownAuthor, url: reply.shownUrl }
      : null,
  version: reply.version,
})

export const whoWrites = async (ctx: Ctx, reviewId: string): Promise<ReplyDesk['writing']> => {
  const since = ctx.clock().subtract({ seconds: writingSeconds }).toString()
  const { rows } = await sql<ReplyDesk['writing'][number]>`
    select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name, d.saved_at as at
    from review_reply_drafts d join users u on u.id = d.user_id
    where d.review_id = ${reviewId} and d.user_id <> ${ctx.actor.id}::uuid and d.saved_at > ${since}::timestamptz
    order by d.saved_at desc limit 5`.execute(ctx.db)
  return rows
}

const ownDraft = async (ctx: Ctx, reviewId: string): Promise<ReplyDesk['draft']> => {
  const { rows } = await sql<NonNullable<ReplyDesk['draft']>>`
    select d.content as text, d.template_id, d.variant_id, d.saved_at from review_reply_drafts d
    where d.review_id = ${reviewId} and d.user_id = ${ctx.actor.id}::uuid`.execute(ctx.db)
  return rows[0] ?? null
}

const stepsOf = async (ctx: Ctx, reviewId: string): Promise<ReplyDesk['steps']> => {
  const { rows } = await sql<ReplyDesk['steps'][number]>`
    select s.from_state as "from", s.to_state as "to", s.content as text, s.reason, s.actor_name as by, s.at from review_reply_steps s
    where s.review_id = ${reviewId} order by s.at desc, s.id desc limit ${mostSteps}`.execute(ctx.db)
  return rows
}

export const readDesk = async (ctx: Ctx, id: string): Promise<ReplyDesk> => {
  const review = await findReview(ctx, { id })
  const reply = await replyOf(ctx, id)
  const writes = ctx.ability.can('update', 'reviews')
  return {
    reply: reply ? replyView(reply) : null,
    steps: await stepsOf(ctx, id),
    draft: writes ? await ownDraft(ctx, id) : null,
    writing: await whoWrites(ctx, id),
    limit: replyLimitOf(review.source, review.replyLimit),
    templates: writes ? await offerTemplates(ctx, review) : [],
    needsApproval: await needsApproval(ctx, review),
    withoutChannel: review.channelId === null,
  }
}
