import type { DemoLinkDetail, demoLinks, DemoLinkState } from '@tablewire/contracts/demo/demo-links'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { linkView, named, type NamedLink, requireLink } from './link-view.ts'
import { pageName } from './page-phrases.ts'

type Query = Received<typeof demoLinks.list>['query']

/** As `stateOf` says it of one link. */
const inState = (state: DemoLinkState, now: string): RawBuilder<unknown> => {
  const at = sql`${now}::timestamptz`
  if (state === 'revoked') return sql`l.revoked_at is not null`
  if (state === 'ended') return sql`l.revoked_at is null and l.tenant_ends_at <= ${at}`
  if (state === 'expired') return sql`l.revoked_at is null and l.tenant_ends_at is null and l.expires_at <= ${at}`
  return sql`l.revoked_at is null and coalesce(l.tenant_ends_at, l.expires_at) > ${at}`
}

const conditions = ({ status, state, generatedBy, search }: NonNullable<Query['filters']>, now: string): RawBuilder<unknown>[] => [
  ...(state ? [inState(state, now)] : []),
  ...(generatedBy ? [sql`l.generated_by = ${generatedBy}`] : []),
  ...(status === 'done' ? [sql`l.opened_at is not null`] : status === 'pending' ? [sql`l.opened_at is null`] : []),
  ...(search?.trim() ? [sql`lower(l.email) like lower(${containing(search.trim())})`] : []),
]

/** Newest first, with an exact total. */
export const listLinks = async (
  ctx: Ctx,
  { filters = {}, limit = 50, offset = 0, after }: Query,
): Promise<Result<typeof demoLinks.list>> => {
  const where = sql.join([sql`true`, ...conditions(filters, ctx.clock().toString())], sql` and `)
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
  return { data: await Promise.all(data.map((link) => linkView(ctx, link))), next, total: counted.rows[0]!.total }
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
  return { ...(await linkView(ctx, link)), visits: visits.map((visit) => ({ ...visit, name: pageName(ctx.lang, visit.page) })) }
}

/** More to choose from than this is no choice: they are found by their links. */
const mostPeople = 200

/** Which brands there are to choose from, and who has made links. */
export const linkChoices = async (ctx: Ctx): Promise<Result<typeof demoLinks.choices>> => {
  const [brands, people] = await Promise.all([
    ctx.db.selectFrom('brands').select(['id', 'name']).orderBy('isDefault', 'desc').orderBy('name').orderBy('id').execute(),
    // By the index, from one person to the next: as many steps as there are people, however many links they have made.
    sql<{ id: string; name: string }>`
      with recursive makers as (
        (select generated_by from demo_links where generated_by is not null order by generated_by limit 1)
        union all
        select (select l.generated_by from demo_links l where l.generated_by > m.generated_by order by l.generated_by limit 1)
        from makers m where m.generated_by is not null)
      select u.id, u.first_name || ' ' || u.last_name as name from makers m join users u on u.id = m.generated_by
      order by name, id limit ${mostPeople}`.execute(ctx.db),
  ])
  return { brands, people: people.rows, most: ctx.ports.demos.most }
}
