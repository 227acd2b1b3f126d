import type { DemoLinkDetail, demoLinks } from '@tablewire/contracts/demo/demo-links'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { linkView, named, type NamedLink, requireLink } from './link-view.ts'

type Query = Received<typeof demoLinks.list>['query']

const conditions = ({ status, search }: NonNullable<Query['filters']>): RawBuilder<unknown>[] => [
  ...(status === 'done' ? [sql`l.opened_at is not null`] : status === 'pending' ? [sql`l.opened_at is null`] : []),
  ...(search?.trim() ? [sql`lower(l.email) like lower(${containing(search.trim())})`] : []),
]

/** Newest first, with an exact total. */
export const listLinks = async (
  ctx: Ctx,
  { filters = {}, limit = 50, offset = 0, after }: Query,
): Promise<Result<typeof demoLinks.list>> => {
  const where = sql.join([sql`true`, ...conditions(filters)], sql` and `)
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (l.created_at, l.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<NamedLink>`
      select ${named} from demo_links l where ${where} ${beyond} order by l.created_at desc, l.id desc limit ${limit + 1} offset ${offset}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*)::int as total from demo_links l where ${where}`.execute(ctx.db),
  ])
  const { data, next } = cutPage(page.rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { data: data.map((link) => linkView(ctx, link)), next, total: counted.rows[0]!.total }
}

/** One link, and what was looked at, in the order in which it was first opened. */
export const getLink = async (ctx: Ctx, id: string): Promise<DemoLinkDetail> => {
  const [link, visits] = await Promise.all([
    requireLink(ctx, id),
    ctx.db
      .selectFrom('demoVisits')
      .select(['page', 'times', 'firstAt', 'lastAt'])
      .where('linkId', '=', id)
      .orderBy('firstAt')
      .orderBy('page')
      .execute(),
  ])
  return { ...linkView(ctx, link), visits }
}

/** Which brands there are to choose from. */
export const linkChoices = async (ctx: Ctx): Promise<Result<typeof demoLinks.choices>> => {
  const brands = await ctx.db
    .selectFrom('brands')
    .select(['id', 'name'])
    .orderBy('isDefault', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return { brands, most: ctx.ports.demos.most }
}
