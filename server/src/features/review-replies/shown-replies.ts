import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { takeReport } from './report-reply.ts'
import { findReview } from './write-reply.ts'

type Shown = { text: string; author: string | null; publishedAt: string }

/** What reviews had under them when their channel brought them: written at the source by somebody else, or ours, come back. */
export const takeShown = async (ctx: Ctx, { reviewIds }: { reviewIds: readonly string[] }): Promise<void> => {
  for (const id of reviewIds) {
    await ctx.ports.jobs.backpressure()
    await transaction(ctx, async (inner) => {
      const { rows } = await sql<{ shown: Shown; channel: string | null }>`
        select r.shown_reply as shown, c.name as channel from reviews r left join channels c on c.id = r.channel_id
        where r.id = ${id} and r.shown_reply is not null`.execute(inner.db)
      const [row] = rows
      if (!row) return
      const { shown, channel } = row
      const review = await findReview(inner, { id }, { lock: true })
      const report = { state: 'published', text: shown.text, author: shown.author, at: shown.publishedAt } as const
      // People read whose word it was.
      await takeReport({ ...inner, actor: { kind: 'system', id: null, name: channel ?? review.source } }, { review, report })
    })
  }
}
