import { sql } from 'kysely'
import { notifyPeople } from '#src/features/notifications/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { type MarkedReview, requireReview, tellInboxes } from './review-marks.ts'
import { keepVersion } from './keep-version.ts'
import type { Subrating } from './review-rows.ts'
import { ownSource, saysOtherwise } from './given-review.ts'
import { aboutOf } from './tell-reviews.ts'

const scale = 5

type OwnReview = {
  /** Of the one that is written anew. */
  id: string | null
  externalId: string
  venueId: string
  reservationId: string
  visitedOn: string
  lang: string
  author: string | null
  rating: number
  content: string | null
  subratings: Subrating[]
}

/**
 * What a guest wrote to us himself, in the caller's transaction. It waits for somebody to publish it, who hears of the first writing. Undefined where
 * somebody has decided about it in this very moment.
 */
export const saveOwnReview = async (ctx: Ctx, { id, subratings, externalId, venueId, ...said }: OwnReview): Promise<string | undefined> => {
  const now = ctx.clock().toString()
  const columns = { ...said, scale, subratings: JSON.stringify(subratings) }
  const reviewId = id ?? newId()
  if (id) {
    if (!(await changeOwn(ctx, id, { ...columns, editedAt: now }))) return undefined
  } else {
    await ctx.db
      .insertInto('reviews')
      .values({
        ...columns,
        id: reviewId,
        venueId,
        externalId,
        source: ownSource,
        channelId: null,
        recommended: null,
        title: null,
        url: null,
        media: '[]',
        publishedAt: now,
        receivedAt: now,
        moderation: 'awaiting',
      })
      .execute()
    const about = aboutOf({ id: reviewId, source: ownSource, rating: said.rating, scale, recommended: null }, 'moderation')
    await notifyPeople(ctx, [{ eventId: reviewId, event: 'review', venueId, reservationId: null, actorUserId: null, about, at: now }])
  }
  await tellInboxes(ctx, { id: reviewId, venueId })
  return reviewId
}

/** The words that were there stay as an earlier version, as those of any other source. */
const changeOwn = async (
  ctx: Ctx,
  id: string,
  columns: { rating: number; scale: number; content: string | null; editedAt: string },
): Promise<boolean> => {
  const kept = await ctx.db
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', id)
    .where('moderation', '=', 'awaiting')
    .forUpdate()
    .executeTakeFirst()
  if (!kept) return false
  if (saysOtherwise({ ...kept, rating: Number(kept.rating) }, { title: null, ...columns })) await keepVersion(ctx, kept)
  await ctx.db.updateTable('reviews').set(columns).where('id', '=', id).execute()
  return true
}

type Decision = { moderation: 'published' | 'declined'; reason: string | null; editedAt: string | null }
/** Published or not, once and for all, by whoever has read it as it stands; in the caller's transaction. */
export const moderate = async (ctx: Ctx, id: string, { moderation, reason, editedAt }: Decision): Promise<MarkedReview> => {
  const review = await requireReview(ctx, id, { locked: true })
  const { rows } = await sql<{ awaits: boolean | null; isRead: boolean }>`
    select moderation = 'awaiting' as awaits, edited_at is not distinct from ${editedAt}::timestamptz as is_read from reviews where id = ${id}`.execute(
    ctx.db,
  )
  if (rows[0]?.awaits !== true) throw new Problem('review.not_awaiting')
  if (!rows[0].isRead) throw new Problem('review.changed_meanwhile')
  await ctx.db.updateTable('reviews').set({ moderation, moderationReason: reason }).where('id', '=', id).execute()
  await tellInboxes(ctx, review)
  return review
}
