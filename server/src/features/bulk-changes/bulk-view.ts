import type { BulkRun } from '@tablewire/contracts/estate/bulk-changes'
import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { type Bulk, type BulkCounts, bulkInSight } from './bulk-rows.ts'

const counts = sql`json_build_object('done', count(*) filter (where outcome is not null), 'changed', count(*) filter (where outcome = 'changed'),
    'unchanged', count(*) filter (where outcome = 'unchanged'), 'refused', count(*) filter (where outcome = 'refused'),
    'restored', count(*) filter (where undo = 'restored'), 'kept', count(*) filter (where undo = 'kept'))`

export const countsOf = async (ctx: Ctx, id: string): Promise<BulkCounts> => {
  const { rows } = await sql<{ counts: BulkCounts }>`select ${counts} as counts from bulk_change_venues where bulk_id = ${id}`.execute(
    ctx.db,
  )
  return rows[0]!.counts
}

type Row = Pick<Bulk, 'id' | 'change' | 'state' | 'total' | 'createdByName' | 'createdAt' | 'appliedAt' | 'undoneAt'> & {
  counts: BulkCounts
  name: string | null
}

const columns = (ctx: Ctx) => sql`
  p.id, p.change, p.state, p.total, p.created_by_name, p.created_at, p.applied_at, p.undone_at,
  coalesce(p.counts, (select ${counts}::jsonb from bulk_change_venues bv where bv.bulk_id = p.id)) as counts,
  coalesce(
    (select g.name from groups g where g.id = (p.change ->> 'groupId')::uuid),
    (select c.name from channel_names c where c.id = (p.change ->> 'channelId')::uuid),
    (select v.name from venues v where v.id = (p.change ->> 'from')::uuid and ${inScope(ctx, 'v.id')})) as name`

/** Rows of `bulk_changes b` under this condition, the latest first. */
export const readRuns = async (ctx: Ctx, which: RawBuilder<unknown>): Promise<BulkRun[]> => {
  const { rows } = await sql<Row>`
    with page as materialized (select b.* from bulk_changes b where ${bulkInSight(ctx)} and ${which})
    select ${columns(ctx)} from page p order by p.created_at desc, p.id desc`.execute(ctx.db)
  return rows.map(({ counts: { done, ...rest }, ...row }) => ({ ...row, done, counts: rest }))
}

export const readRun = async (ctx: Ctx, id: string): Promise<BulkRun> => {
  const [run] = await readRuns(ctx, sql`b.id = ${id}`)
  if (!run) throw new Problem('bulk_change.not_found')
  return run
}
