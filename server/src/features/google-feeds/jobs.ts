import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import type {} from './feed-rows.ts'
import { dropPieces } from './keep-files.ts'
import { planFeeds } from './plan-feeds.ts'

const batchSize = 100

/** Files past their week; what was told stays in the history. */
export const tidyFeeds = async (ctx: Ctx): Promise<void> => {
  const old = await ctx.db
    .selectFrom('googleFeeds')
    .select('id')
    .where('filesUntil', '<', ctx.clock().toString())
    .where('nextAt', 'is', null)
    .limit(batchSize)
    .execute()
  for (const { id } of old) {
    await dropPieces(ctx, id)
    await ctx.db.updateTable('googleFeeds').set({ filesUntil: null }).where('id', '=', id).execute()
    await ctx.db.updateTable('googleFeedFiles').set({ pieces: 0 }).where('feedId', '=', id).execute()
  }
}

export const googleFeedsJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('googleFeeds.plan', 0), planFeeds, '* * * * *'),
  onJob(defineJob<object>('googleFeeds.tidy', 0), tidyFeeds, '41 * * * *'),
]
