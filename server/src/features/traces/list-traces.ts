import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { Trace, traces } from '@tablewire/contracts/operations/traces'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { type TraceQuery, wantedTraces } from './trace-filters.ts'
import { traceColumns, traceJoins } from './trace-view.ts'

/** By an id the rows are few and found first: walking all traces by time until enough were found could take for ever. */
const source = ({ filters }: Pick<TraceQuery, 'filters'>) => (filters?.id?.trim() ? sql`offset 0` : sql``)

/** What went between the parties, newest first. */
export const listTraces = async (ctx: Ctx, query: TraceQuery): Promise<Result<typeof traces.list>> => {
  const { limit = 50, offset = 0, after } = query
  const where = wantedTraces(ctx, query.filters)
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`where (t.started_at, t.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<Trace>`
      with page as materialized (
        select t.* from (select * from traces t where ${where} ${source(query)}) t ${beyond} order by t.started_at desc, t.id desc
        limit ${limit + 1} offset ${offset}
      ) select ${traceColumns(ctx)} from page t ${traceJoins(ctx)} order by t.started_at desc, t.id desc`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from traces t where ${where}`.execute(ctx.db),
  ])
  const { data, next } = cutPage(page.rows, limit, ({ startedAt, id }) => ({ at: startedAt, id }))
  return { data, next, total: counted.rows[0]!.total }
}

/** The same, in numbers. */
export const sumTraces = async (ctx: Ctx, query: Pick<TraceQuery, 'filters'>): Promise<Result<typeof traces.summary>> => {
  const { rows } = await sql<Result<typeof traces.summary>>`
    select count(*)::integer as total, count(*) filter (where outcome = 'ok')::integer as ok, count(*) filter (where outcome = 'refused')::integer as refused,
      count(*) filter (where outcome = 'unclear')::integer as unclear, count(*) filter (where outcome = 'failed')::integer as failed,
      avg(duration_ms)::integer as average_ms, percentile_disc(0.95) within group (order by duration_ms) as p95_ms
    from traces t where ${wantedTraces(ctx, query.filters)}`.execute(ctx.db)
  return rows[0]!
}
