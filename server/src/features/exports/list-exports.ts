import type { Export } from '@tablewire/contracts/operations/exports'
import { sql, type SqlBool } from 'kysely'
import { requireUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { Problem } from '#src/platform/problem.ts'
import type { ExportRecord } from './export-rows.ts'
import { isStillHis } from './export-sight.ts'
import { exportView } from './export-view.ts'

const shown = async (ctx: Ctx, row: ExportRecord): Promise<Export> => exportView(ctx, row, await isStillHis(ctx, row))

/** Of oneself only, newest first; goes on behind the last row of the page before. */
export const listExports = async (
  ctx: Ctx,
  { offset = 0, limit = 50, after }: { offset?: number | undefined; limit?: number | undefined; after?: string | undefined },
): Promise<{ data: Export[]; total: number; next: string | null }> => {
  const place = after === undefined ? undefined : readCursor(after)
  const mine = ctx.db.selectFrom('exports').where('userId', '=', requireUser(ctx).id)
  const [rows, counted] = await Promise.all([
    mine
      .selectAll()
      .$if(place !== undefined, (query) => query.where(sql<SqlBool>`(created_at, id) < (${place!.at}::timestamptz, ${place!.id}::uuid)`))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .offset(offset)
      .execute(),
    mine.select((row) => row.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ])
  const { data, next } = cutPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { data: await Promise.all(data.map((row) => shown(ctx, row))), total: Number(counted.total), next }
}

export const readExport = async (ctx: Ctx, id: string): Promise<Export> => {
  const row = await ctx.db
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', requireUser(ctx).id)
    .executeTakeFirst()
  if (!row) throw new Problem('export.not_found')
  return shown(ctx, row)
}
