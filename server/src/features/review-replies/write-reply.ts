import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { tell } from '#src/features/reviews/api.ts'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import type { ReplyRecord } from './reply-rows.ts'

export type AnsweredReview = {
  id: string
  venueId: string
  venueName: string
  channelId: string | null
  source: string
  lang: string | null
  author: string | null
  rating: number | null
  scale: number | null
  stars: number | null
  recommended: boolean | null
  removedAt: string | null
  /** Of what a guest wrote to us. */
  moderation: 'awaiting' | 'published' | 'declined' | null
  replyLimit: number | null
}

const columns = sql`r.id, r.venue_id, v.name as venue_name, r.channel_id, r.source, r.lang, r.author, r.rating::float8 as rating, r.scale::float8 as scale,
  r.stars, r.recommended, r.removed_at, r.moderation, r.reply_limit`

type One = { id: string } | { venueId: string; source: string; externalId: string }
const named = (one: One): RawBuilder<SqlBool> =>
  'id' in one
    ? sql<SqlBool>`r.id = ${one.id}`
    : sql<SqlBool>`r.venue_id = ${one.venueId} and r.source = ${one.source} and r.external_id = ${one.externalId}`

/** Within what the caller sees; locked, so that two who reply at once come one after the other. */
export const findReview = async (ctx: Ctx, one: One, { lock = false, anyChannel = false } = {}): Promise<AnsweredReview> => {
  const ofMine = anyChannel ? sql`true` : ofScopedChannels(ctx, 'r.channel_id')
  const { rows } = await sql<AnsweredReview>`
    select ${columns} from reviews r join venues v on v.id = r.venue_id
    where ${named(one)} and ${inScope(ctx, 'r.venue_id')} and ${ofMine} ${lock ? sql`for update of r` : sql``}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('review.not_found')
  return rows[0]
}

export const replyOf = (ctx: Ctx, reviewId: string): Promise<ReplyRecord | undefined> =>
  ctx.db.selectFrom('reviewReplies').selectAll().where('reviewId', '=', reviewId).executeTakeFirst()

const lastBy = ({ state, shownAuthor, authorName }: ReplyRecord): string =>
  (state === 'published' ? (shownAuthor ?? authorName) : authorName) ?? shownAuthor ?? '–'

/** Takes a change only from whoever has read the reply as it stands; others are told who was quicker, and with what. */
export const refuseOld = (reply: ReplyRecord | undefined, seen: number): void => {
  if ((reply?.version ?? 0) === seen) return
  if (!reply) throw new Problem('reply.state_wrong')
  const by = lastBy(reply)
  const { changedAt: at, state, shown, content } = reply
  throw new Problem('reply.changed_meanwhile', { who: by }).with({ reply: { by, at, state, text: shown ?? content } })
}

type Change = Partial<Omit<ReplyRecord, 'reviewId' | 'venueId' | 'version' | 'changedAt'>> & Pick<ReplyRecord, 'state'>
const asNew = (ctx: Ctx): Omit<ReplyRecord, 'reviewId' | 'venueId' | 'state' | 'version' | 'changedAt' | 'content'> => ({
  revision: 1,
  authorId: null,
  authorName: null,
  approvedBy: null,
  reason: null,
  rejectedBy: null,
  shown: null,
  shownAt: null,
  shownAuthor: null,
  shownUrl: null,
  reportedAt: null,
  writtenAt: ctx.clock().toString(),
})

/** One step of a reply, with its entry in the history and word to whoever looks at it. Why it was given back stands only as long as it is. */
export const stepReply = async (
  ctx: Ctx,
  { review, reply, change }: { review: AnsweredReview; reply: ReplyRecord | undefined; change: Change },
): Promise<ReplyRecord> => {
  const at = ctx.clock().toString()
  const ids = { reviewId: review.id, venueId: review.venueId }
  const before = reply ?? { ...asNew(ctx), content: '', version: 0 }
  const row = { ...before, ...ids, reason: null, rejectedBy: null, ...change, version: before.version + 1, changedAt: at }
  const written = reply
    ? await ctx.db.updateTable('reviewReplies').set(row).where('reviewId', '=', review.id).returningAll().executeTakeFirstOrThrow()
    : await ctx.db.insertInto('reviewReplies').values(row).returningAll().executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('reviewReplySteps')
    .values({
      id: newId(),
      reviewId: review.id,
      fromState: reply?.state ?? 'draft',
      toState: written.state,
      revision: written.revision,
      content: written.state === 'published' ? (written.shown ?? written.content) : written.content,
      reason: written.reason,
      actorId: ctx.actor.id,
      actorName: ctx.actor.name,
      at,
    })
    .execute()
  await ctx.ports.live.publish(ctx, { type: 'review', venueId: review.venueId, id: review.id, kind: 'replied' })
  return written
}

/** Its author hears that a reply came back to him, unless it was he himself. */
export const tellAuthor = async (
  ctx: Ctx,
  { review, reply, what }: { review: AnsweredReview; reply: ReplyRecord; what: 'reply_declined' | 'reply_rejected' },
): Promise<void> => {
  if (reply.authorId !== null && reply.authorId !== ctx.actor.id) await tell(ctx, review, { what, to: [reply.authorId] })
}

/** For the audit. */
export const auditedReply = (reply: ReplyRecord | undefined): Record<string, unknown> | null =>
  reply ? { state: reply.state, text: reply.content, reason: reply.reason, shown: reply.shown } : null
