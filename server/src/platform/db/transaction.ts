import type { Ctx } from '../ctx.ts'

/**
 * Worth deciding again from the start: serialization failure and deadlock, and our own TW002–TW005,
 * which say that what the decision was built on has changed between reading and writing (migration 0003).
 */
const retryable = new Set(['40001', '40P01', 'TW002', 'TW003', 'TW004', 'TW005'])
export const sqlCodeOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code

/**
 * Runs `work` in one transaction and hands it a ctx bound to it; inside a transaction it joins that one.
 * What was put into `trail.afterCommit` runs once, after the commit and only then.
 */
export const transaction = async <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  if (ctx.trail.inTransaction) return work(ctx)
  for (let attempt = 1; ; attempt++) {
    const trail = { audited: [] as string[], afterCommit: [] as (() => void)[], inTransaction: true }
    try {
      const result = await ctx.db.transaction().execute((trx) => work({ ...ctx, db: trx, trail }))
      ctx.trail.audited.push(...trail.audited)
      for (const run of trail.afterCommit) run()
      return result
    } catch (error) {
      if (attempt >= 4 || !retryable.has(sqlCodeOf(error) ?? '')) throw error
    }
  }
}
