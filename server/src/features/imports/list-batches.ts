import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { imports } from '@tablewire/contracts/import/import'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { batchesInSight } from './batch-rows.ts'
import { type NamedBatch, rowView } from './batch-view.ts'

/** Imports in the caller's sight, newest first, with an exact total. */
export const listBatches = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after }: Received<typeof imports.list>['query'],
): Promise<Result<typeof imports.list>> => {
  const sight = batchesInSight(ctx, 'b')
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (b.created_at, b.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<NamedBatch>`
      with page as (
        select b.id, b.company_id, b.kind, b.venue_id, b.company_wanted, b.state, b.file_name, b.file_bytes, b.received_bytes, b.rows_done, b.rows_total, b.counts,
          b.problem, b.created_by_name, b.created_at, b.checked_at, b.applied_at, b.undone_at, b.version
        from import_batches b where ${sight} ${beyond}
        order by b.created_at desc, b.id desc limit ${limit + 1} offset ${offset})
      select p.*, v.name as venue_name, c.name as company_name
      from page p left join venues v on v.id = p.venue_id left join companies c on c.id::text = p.company_wanted
      order by p.created_at desc, p.id desc`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from import_batches b where ${sight}`.execute(ctx.db),
  ])
  const cut = cutPage(page.rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { ...cut, data: cut.data.map((row) => rowView(ctx, row)), total: counted.rows[0]!.total }
}
