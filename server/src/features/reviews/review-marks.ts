import { sql } from 'kysely'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './review-rows.ts'

/** A review as those who work on it know it. */
export type MarkedReview = {
  id: string
  venueId: string
  source: string
  rating: number | null
  scale: number | null
  recommended: boolean | null
  visitedOn: string | null
  publishedAt: string
  reservationId: string | null
  tiedBy: string | null
  flagged: boolean
  labels: string[]
  assigneeId: string | null
  dueAt: string | null
  escalatedAt: string | null
}
const columns = sql`r.id, r.venue_id, r.source, r.rating::float8 as rating, r.scale::float8 as scale, r.recommended, r.visited_on, r.published_at,
  r.reservation_id, r.tied_by, r.flagged, r.labels, r.assignee_id, r.due_at, r.escalated_at`

/** `review.not_found` where the caller may not see it; `locked` until the transaction ends. */
export const requireReview = async (ctx: Ctx, id: string, { locked = false } = {}): Promise<MarkedReview> => {
  const { rows } = await sql<MarkedReview>`
    select ${columns} from reviews r where r.id = ${id} and ${inScope(ctx, 'r.venue_id')} and ${ofScopedChannels(ctx, 'r.channel_id')}
    ${locked ? sql`for no key update` : sql``}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('review.not_found')
  return rows[0]
}

type Marks = Partial<
  Pick<MarkedReview, 'flagged' | 'labels' | 'assigneeId' | 'dueAt' | 'reservationId' | 'tiedBy' | 'escalatedAt'> & {
    remindedAt: string | null
  }
>
/** The one way others write to a review; it is locked by the caller. Open inboxes hear of it. */
export const writeMarks = async (ctx: Ctx, { id, venueId }: Pick<MarkedReview, 'id' | 'venueId'>, marks: Marks): Promise<void> => {
  await ctx.db.updateTable('reviews').set(marks).where('id', '=', id).execute()
  await tellInboxes(ctx, { id, venueId })
}

export const tellInboxes = (ctx: Ctx, { id, venueId }: Pick<MarkedReview, 'id' | 'venueId'>): Promise<void> =>
  ctx.ports.live.publish(ctx, { type: 'review', venueId, id, kind: 'worked' })
