import type { audit } from '@tablewire/contracts/operations/audit'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { besidesMoving, type Filters, filteredEntries } from './audit-filters.ts'
import { entryColumns, entryViews } from './audit-view.ts'
import type { EntryRow } from './entry-row.ts'
import { countAll } from './close-days.ts'
import type { Undoables } from './undoable.ts'

type Query = Received<typeof audit.list>['query']
type Page = Result<typeof audit.list>

/** Days that are over are counted once, for whoever sees all of them and asks for nothing less. */
const counting = async (
  ctx: Ctx,
  filters: Filters,
  { where, isWhole }: { where: RawBuilder<SqlBool>; isWhole: boolean },
): Promise<number> => {
  if (isWhole && ctx.scope.kind === 'all' && Object.values(filters).every((filter) => filter === undefined)) return countAll(ctx)
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from audit_entries e where ${where}`.execute(ctx.db)
  return rows[0]!.total
}

/** Who did what, newest first, of what the caller may see. */
export const listAuditEntries = async (ctx: Ctx, query: Query, undoables: Undoables): Promise<Page> => {
  const { limit = 50, offset = 0, after } = query
  const moving = await besidesMoving(ctx)
  const asked = await filteredEntries(ctx, query.filters ?? {})
  const where = moving ? sql<SqlBool>`${asked} and ${moving}` : asked
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (e.at, e.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  // The page is found before anything is worked out of its rows: planned together, PostgreSQL 15 would read everything to save on the latter.
  const [page, counted] = await Promise.all([
    sql<EntryRow>`
      with page as materialized (
        select * from audit_entries e where ${where} ${beyond} order by e.at desc, e.id desc limit ${limit + 1} offset ${offset}
      ) select ${entryColumns(ctx)} from page e order by e.at desc, e.id desc`.execute(ctx.db),
    counting(ctx, query.filters ?? {}, { where, isWhole: moving === undefined }),
  ])
  const { data, next } = cutPage(page.rows, limit, (row) => row)
  return { data: await entryViews(ctx, undoables, data), next, total: counted }
}
