import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { salesLinks } from '@tablewire/contracts/rms/sales-links'
import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { type LinkRow, linkColumns, linksView, readLink } from './link-view.ts'

type Filters = NonNullable<Received<typeof salesLinks.list>['query']['filters']>

const inState = (ctx: Ctx, states: readonly string[]): RawBuilder<unknown> => {
  const now = sql`${ctx.clock().toString()}::timestamptz`
  const ofState: Record<string, RawBuilder<unknown>> = {
    active: sql`(l.revoked_at is null and l.expires_at > ${now})`,
    expired: sql`(l.revoked_at is null and l.expires_at <= ${now})`,
    revoked: sql`l.revoked_at is not null`,
  }
  return sql`(${sql.join(
    states.map((state) => ofState[state]!),
    sql` or `,
  )})`
}

const narrowing = (ctx: Ctx, { venueId, state = [], search = '' }: Filters): RawBuilder<unknown> =>
  sql.join(
    [
      inScope(ctx, 'l.venue_id'),
      ...(venueId ? [sql`l.venue_id = ${venueId}`] : []),
      ...(state.length ? [inState(ctx, state)] : []),
      ...(search
        ? [
            sql`(lower(v.name) like lower(${containing(search)}) or lower(v.display_name) like lower(${containing(search)}) or lower(l.recipient) like lower(${containing(search)}))`,
          ]
        : []),
    ],
    sql` and `,
  )

/** ON2: newest first, with the exact total. */
export const listLinks = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after, filters = {} }: Received<typeof salesLinks.list>['query'],
): Promise<Result<typeof salesLinks.list>> => {
  const where = narrowing(ctx, filters)
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (l.created_at, l.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<LinkRow>`
      select ${linkColumns(ctx)} from sales_links l join venues v on v.id = l.venue_id
      where ${where} ${beyond} order by l.created_at desc, l.id desc limit ${limit + 1} offset ${offset}`.execute(ctx.db),
    sql<{ total: number }>`
      select count(*)::integer as total from sales_links l join venues v on v.id = l.venue_id where ${where}`.execute(ctx.db),
  ])
  const { data, next } = cutPage(page.rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { data: await linksView(ctx, data), total: counted.rows[0]!.total, next }
}

type Enquiries = Result<typeof salesLinks.enquiries>

export const listEnquiries = async (ctx: Ctx, { params: { id }, query }: Received<typeof salesLinks.enquiries>): Promise<Enquiries> => {
  await readLink(ctx, id)
  const { limit = 50, offset = 0, after } = query
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (e.at, e.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const { rows } = await sql<Enquiries['data'][number]>`
    select e.id, e.name, e.email, e.phone, e.message, e.lang, e.at from sales_enquiries e
    where e.link_id = ${id} ${beyond} order by e.at desc, e.id desc limit ${limit + 1} offset ${offset}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from sales_enquiries where link_id = ${id}`.execute(ctx.db)
  return { ...cutPage(rows, limit, (row) => ({ at: row.at, id: row.id })), total: counted.rows[0]!.total }
}
