import { sql } from 'kysely'
import type { GuestReviews } from '#src/features/venue-pages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './request-rows.ts'

const shown = 10

/** The newest that somebody of the house has published, and how many there are with how many stars on average. */
export const publishedReviews = async (ctx: Ctx, venueId: string): Promise<GuestReviews> => {
  const where = sql`r.venue_id = ${venueId} and r.source = 'own' and r.moderation = 'published' and r.removed_at is null`
  const [newest, all] = await Promise.all([
    sql<GuestReviews['reviews'][number]>`
      select r.stars, r.content as text, r.lang, r.author, r.visited_on::text as visited_on, p.shown as reply
      from reviews r left join review_replies p on p.review_id = r.id
      where ${where} order by r.published_at desc, r.id desc limit ${shown}`.execute(ctx.db),
    sql<{ count: number; average: number | null }>`
      select count(*)::integer as count, avg(r.stars)::float8 as average from reviews r where ${where}`.execute(ctx.db),
  ])
  return { reviews: newest.rows, ...all.rows[0]! }
}
