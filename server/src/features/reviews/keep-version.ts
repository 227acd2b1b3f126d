import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type {} from './review-rows.ts'

type Kept = { id: string; rating: number | null; scale: number | null; title: string | null; content: string | null }

/** What a review said until now, before its author says otherwise; in the caller's transaction. */
export const keepVersion = async (ctx: Ctx, { id, rating, scale, title, content }: Kept): Promise<void> => {
  await ctx.db
    .insertInto('reviewVersions')
    .values({ id: newId(), reviewId: id, rating, scale, title, content, replacedAt: ctx.clock().toString() })
    .execute()
}
