import type { audit } from '@tablewire/contracts/operations'
import type { Received, Result } from '@tablewire/contracts/endpoint'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'

type Query = Received<typeof audit.list>['query']
type Page = Result<typeof audit.list>

/** A company's people see what happened at their venues and what their company's people did; whoever has single venues sees those. */
const seen = (ctx: Ctx): RawBuilder<SqlBool> =>
  ctx.scope.kind === 'company'
    ? sql<SqlBool>`(company_id = ${ctx.scope.companyId} or ${inScope(ctx, 'venue_id')})`
    : inScope(ctx, 'venue_id')

/** Days of the filter are UTC days, both included. */
const asked = (ctx: Ctx, { filters = {} }: Query): RawBuilder<SqlBool> => {
  const { action, subject, subjectId, venueId, actorId, from, to } = filters
  return sql.join(
    [
      seen(ctx),
      ...(action ? [sql`action = ${action}`] : []),
      ...(subject ? [sql`subject = ${subject}`] : []),
      ...(subjectId ? [sql`subject_id = ${subjectId}`] : []),
      ...(venueId ? [sql`venue_id = ${venueId}`] : []),
      // Also what that administrator did in others' names.
      ...(actorId ? [sql`(actor_id = ${actorId} or acted_by_id = ${actorId})`] : []),
      ...(from ? [sql`at >= (${from}::date)::timestamp at time zone 'UTC'`] : []),
      ...(to ? [sql`at < (${to}::date + 1)::timestamp at time zone 'UTC'`] : []),
    ],
    sql` and `,
  ) as RawBuilder<SqlBool>
}

/** Who did what, newest first, of what the caller may see. */
export const listAuditEntries = async (ctx: Ctx, query: Query): Promise<Page> => {
  const { limit = 50, offset = 0, after } = query
  const where = asked(ctx, query)
  const place = after === undefined ? undefined : readCursor(after)
  const rows = await ctx.db
    .selectFrom('auditEntries')
    .select([
      'id',
      'action',
      'subject',
      'subjectId',
      'venueId',
      'actorKind',
      'actorId',
      'actorName',
      'actedById',
      'actedByName',
      'requestId',
      'before',
      'after',
      'at',
    ])
    .where(where)
    .$if(place !== undefined, (page) => page.where(sql<SqlBool>`(at, id) < (${place?.at}::timestamptz, ${place?.id}::uuid)`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .offset(offset)
    .execute()
  const { total } = await ctx.db
    .selectFrom('auditEntries')
    .select((of) => of.fn.countAll<number>().as('total'))
    .where(where)
    .executeTakeFirstOrThrow()
  return { ...cutPage(rows, limit, (row) => row), total }
}
