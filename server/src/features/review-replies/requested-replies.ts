import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { bcReviewReplies } from '@tablewire/contracts/reviews/replies'
import { sql } from 'kysely'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import type {} from './reply-rows.ts'

type Page = Result<typeof bcReviewReplies.requested>

/** What a channel has still to publish, oldest first. */
export const requestedReplies = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after }: Received<typeof bcReviewReplies.requested>['query'],
): Promise<Page> => {
  const where = sql`p.state = 'pending' and r.removed_at is null and ${inScope(ctx, 'p.venue_id')} and ${ofScopedChannels(ctx, 'r.channel_id')}`
  const from = sql`review_replies p join reviews r on r.id = p.review_id`
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (p.written_at, p.review_id) > (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<Page['data'][number]>`
      select p.review_id, p.venue_id, r.source, r.external_id, p.revision, p.content as text, r.lang as language, p.written_at as requested_at
      from ${from} where ${where} ${beyond} order by p.written_at, p.review_id limit ${limit + 1} offset ${offset}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from ${from} where ${where}`.execute(ctx.db),
  ])
  const cut = cutPage(page.rows, limit, ({ requestedAt, reviewId }) => ({ at: requestedAt, id: reviewId }))
  return { total: counted.rows[0]!.total, data: cut.data, next: cut.next }
}
