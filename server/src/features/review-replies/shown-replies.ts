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
      const { rows } = await sql<{ shown: Shown }>`
        select r.shown_reply as shown from reviews r where r.id = ${id} and r.shown_reply is not null`.execute(inner.db)
      const shown = rows[0]?.shown
      if (!shown) return
      const review = await findReview(inner, { id }, { lock: true })
      const report = { state: 'published', text: shown.text, author: shown.author, at: shown.publishedAt } as const
      await takeReport(inner, { review, report })
    })
  }
}
