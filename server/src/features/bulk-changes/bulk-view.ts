import type { BulkRun } from '@tablewire/contracts/estate/bulk-changes'
import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { type Bulk, bulkInSight } from './bulk-rows.ts'

type Counts = BulkRun['counts'] & { done: number }

/** Counted from the venues themselves: nothing is kept beside them that could say something else. */
export const countsOf = async (ctx: Ctx, id: string): Promise<BulkRun['counts']> => {
  const { rows } = await sql<BulkRun['counts']>`
    select count(*) filter (where outcome = 'changed')::integer as changed, count(*) filter (where outcome = 'unchanged')::integer as unchanged,
      count(*) filter (where outcome = 'refused')::integer as refused, count(*) filter (where undo = 'restored')::integer as restored,
      count(*) filter (where undo = 'kept')::integer as kept
    from bulk_change_venues where bulk_id = ${id}`.execute(ctx.db)
  return rows[0]!
}

type Row = Pick<Bulk, 'id' | 'change' | 'state' | 'total' | 'createdByName' | 'createdAt' | 'appliedAt' | 'undoneAt'> &
  Counts & { name: string | null }

const columns = (ctx: Ctx) => sql`
  p.id, p.change, p.state, p.total, p.created_by_name, p.created_at, p.applied_at, p.undone_at, n.*,
  coalesce(
    (select g.name from groups g where g.id = (p.change ->> 'groupId')::uuid),
    (select c.name from channel_names c where c.id = (p.change ->> 'channelId')::uuid),
    (select v.name from venues v where v.id = (p.change ->> 'from')::uuid and ${inScope(ctx, 'v.id')})) as name`

const counted = sql`cross join lateral (
    select count(*) filter (where outcome is not null)::integer as done,
      count(*) filter (where outcome = 'changed')::integer as changed, count(*) filter (where outcome = 'unchanged')::integer as unchanged,
      count(*) filter (where outcome = 'refused')::integer as refused, count(*) filter (where undo = 'restored')::integer as restored,
      count(*) filter (where undo = 'kept')::integer as kept
    from bulk_change_venues bv where bv.bulk_id = p.id) n`

/** Rows of `bulk_changes b` under this condition, the latest first. */
export const readRuns = async (ctx: Ctx, which: RawBuilder<unknown>): Promise<BulkRun[]> => {
  const { rows } = await sql<Row>`
    with page as materialized (select b.* from bulk_changes b where ${bulkInSight(ctx)} and ${which})
    select ${columns(ctx)} from page p ${counted} order by p.created_at desc, p.id desc`.execute(ctx.db)
  return rows.map(({ changed, unchanged, refused, restored, kept, ...row }) => ({
    ...row,
    counts: { changed, unchanged, refused, restored, kept },
  }))
}

export const readRun = async (ctx: Ctx, id: string): Promise<BulkRun> => {
  const [run] = await readRuns(ctx, sql`b.id = ${id}`)
  if (!run) throw new Problem('bulk_change.not_found')
  return run
}
