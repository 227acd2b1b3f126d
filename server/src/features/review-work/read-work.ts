import type { ReviewComment, ReviewWork } from '@tablewire/contracts/reviews/review-work'
import { sql } from 'kysely'
import { peopleOf, requireReview } from '#src/features/reviews/api.ts'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './work-rows.ts'

const labelsOffered = 50

const commentsOf = async (ctx: Ctx, reviewId: string): Promise<ReviewComment[]> => {
  const rows = await ctx.db
    .selectFrom('reviewComments')
    .select(['id', 'authorId', 'authorName', 'content', 'mentions', 'createdAt'])
    .where('reviewId', '=', reviewId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(({ id, authorId, authorName, content, mentions, createdAt }) => ({
    id,
    author: authorName,
    mine: authorId !== null && authorId === ctx.actor.id,
    text: content,
    mentions,
    at: createdAt,
  }))
}

export const knownLabels = async (ctx: Ctx): Promise<string[]> => {
  const { rows } = await sql<{ label: string }>`
    select label from reviews r, unnest(r.labels) as label
    where r.labels <> '{}' and ${inScope(ctx, 'r.venue_id')} and ${ofScopedChannels(ctx, 'r.channel_id')}
    group by label order by count(*) desc, label limit ${labelsOffered}`.execute(ctx.db)
  return rows.map(({ label }) => label)
}

const nameOf = async (ctx: Ctx, id: string | null): Promise<ReviewWork['assignee']> => {
  if (id === null) return null
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name from users u where u.id = ${id}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** Comments, labels and who looks after it. */
export const readWork = async (ctx: Ctx, id: string): Promise<ReviewWork> => {
  const { venueId, flagged, labels, assigneeId, dueAt, escalatedAt } = await requireReview(ctx, id)
  return {
    flagged,
    labels,
    dueAt,
    escalatedAt,
    assignee: await nameOf(ctx, assigneeId),
    comments: await commentsOf(ctx, id),
    people: await peopleOf(ctx, venueId),
    knownLabels: await knownLabels(ctx),
  }
}
