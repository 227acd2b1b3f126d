import type { Ctx } from '#src/platform/ctx.ts'
import type { Batch } from './batch-rows.ts'

/** Rows that stay out say so by their outcome. */
export const settledOut = ['rejected', 'skipped'] as const
export const linesWithRemarks = ({ db }: Ctx, batchId: string) =>
  db.selectFrom('importFindings as f').select('f.line').where('f.batchId', '=', batchId).where('f.outcome', 'not in', settledOut)

/** How many rows come in, or stay as they are, though something was found in them; of what is found very often, of those that are kept. */
export const countRemarks = async (ctx: Ctx, { id, reasons }: Pick<Batch, 'id' | 'reasons'>): Promise<number> => {
  // Most files have none, and it is asked with every look at an import.
  if (Object.keys(reasons).every((key) => settledOut.some((out) => key.startsWith(`${out} `)))) return 0
  const { count } = await ctx.db
    .selectFrom('importRows as r')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('r.batchId', '=', id)
    .where('r.outcome', 'not in', settledOut)
    .where('r.line', 'in', linesWithRemarks(ctx, id))
    .executeTakeFirstOrThrow()
  return Number(count)
}
