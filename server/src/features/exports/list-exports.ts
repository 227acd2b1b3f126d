import type { Export } from '@tablewire/contracts/exports'
import { requireUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './export-rows.ts'
import { exportView } from './export-view.ts'

/** Of oneself only. */
export const listExports = async (
  ctx: Ctx,
  { offset = 0, limit = 50 }: { offset?: number | undefined; limit?: number | undefined },
): Promise<{ data: Export[]; total: number }> => {
  const mine = ctx.db.selectFrom('exports').where('userId', '=', requireUser(ctx).id)
  const [rows, counted] = await Promise.all([
    mine.selectAll().orderBy('createdAt', 'desc').orderBy('id').limit(limit).offset(offset).execute(),
    mine.select((row) => row.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { data: rows.map((row) => exportView(ctx, row)), total: Number(counted.total) }
}

export const readExport = async (ctx: Ctx, id: string): Promise<Export> => {
  const row = await ctx.db
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', requireUser(ctx).id)
    .executeTakeFirst()
  if (!row) throw new Problem('export.not_found')
  return exportView(ctx, row)
}
