import type { bulkChanges, BulkVenue } from '@tablewire/contracts/estate/bulk-changes'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { sayFault } from '@tablewire/contracts/phrases/faults'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor, readNumberCursor, writeNumberCursor } from '#src/platform/db/cursor.ts'
import { bulkInSight, findBulk } from './bulk-rows.ts'
import { readRuns } from './bulk-view.ts'

/** Changes of many venues in the caller's sight, the latest first. */
export const listBulk = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after }: Received<typeof bulkChanges.list>['query'],
): Promise<Result<typeof bulkChanges.list>> => {
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`(b.created_at, b.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql`true`
  const page = sql`${beyond} order by b.created_at desc, b.id desc limit ${limit + 1} offset ${offset}`
  const [runs, counted] = await Promise.all([
    readRuns(ctx, page),
    sql<{ total: number }>`select count(*)::integer as total from bulk_changes b where ${bulkInSight(ctx)}`.execute(ctx.db),
  ])
  return { ...cutPage(runs, limit, ({ createdAt, id }) => ({ at: createdAt, id })), total: counted.rows[0]!.total }
}

type Row = Omit<BulkVenue, 'reason'> & { place: number; reason: string | null; undoReason: string | null }

/** What became of each venue, in the order they were worked through; names only of those the reader may know. */
export const listBulkVenues = async (
  ctx: Ctx,
  { params: { id }, query: { limit = 50, offset = 0, after, filters = {} } }: Received<typeof bulkChanges.venues>,
): Promise<Result<typeof bulkChanges.venues>> => {
  const last = after === undefined ? -1 : readNumberCursor(after)
  await findBulk(ctx, id)
  const { outcome, undo } = filters
  const which = sql`bv.bulk_id = ${id} ${outcome ? sql`and bv.outcome = ${outcome}` : sql``} ${undo ? sql`and bv.undo = ${undo}` : sql``}`
  const [page, counted] = await Promise.all([
    sql<Row>`
      with page as materialized (select bv.* from bulk_change_venues bv where ${which} and bv.place > ${last} order by bv.place limit ${limit + 1} offset ${offset})
      select p.place, p.venue_id as id, v.name, v.city, p.outcome, p.undo, p.reason, p.undo_reason
      from page p left join venues v on v.id = p.venue_id and ${inScope(ctx, 'v.id')} order by p.place`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from bulk_change_venues bv where ${which}`.execute(ctx.db),
  ])
  const rows = page.rows.slice(0, limit)
  const next = page.rows.length > limit ? writeNumberCursor(rows.at(-1)!.place) : null
  const data = rows.map(({ place: _place, reason, undoReason, ...venue }) => {
    const reasonNow = undoReason ?? reason
    return { ...venue, reason: reasonNow && sayFault(reasonNow, ctx.lang) }
  })
  return { data, total: counted.rows[0]!.total, next }
}
