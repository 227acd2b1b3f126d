import { linkStates, type LinkState } from '@tablewire/contracts/channels/channels.rules'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { links } from '@tablewire/contracts/channels/links'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope, notArchived } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'

type Query = Received<typeof links.venues>['query']
type Row = Result<typeof links.venues>['data'][number] & { sortKey: string }

const sort = 'name'

/**
 * Venues with a link in one of the states, on the channel named or on any; no link at all, there or anywhere, counts as not enabled. One `in`, so that the
 * database joins once for a whole platform; few venues are looked at one by one.
 */
const standing = (
  states: readonly LinkState[],
  { channelId, few }: { channelId: string | undefined; few: boolean },
): RawBuilder<SqlBool> => {
  const ofChannel = channelId === undefined ? sql`true` : sql`cv.channel_id = ${channelId}`
  const others = states.filter((state) => state !== 'not_enabled')
  const own = few ? sql`cv.venue_id = v.id` : sql`true`
  const linked = sql`select cv.venue_id from channel_venues cv where ${own} and ${ofChannel} and cv.state = any(${others}::text[])`
  if (others.length === states.length) return sql<SqlBool>`v.id in (${linked})`
  const missing = sql`select x.id from venues x where ${few ? sql`x.id = v.id` : sql`true`}
    and not exists (select from channel_venues cv where cv.venue_id = x.id and ${ofChannel} and cv.state <> 'not_enabled')`
  return sql<SqlBool>`v.id in (${others.length ? sql`${linked} union all ${missing}` : missing})`
}

/**
 * How many venues of the whole platform stand so: from small indexes alone, where joining every link would take longer than the page. Those that stand
 * in no state anywhere are the rest.
 */
const countStanding = async (ctx: Ctx, states: readonly LinkState[], channelId: string | undefined): Promise<number> => {
  const others = states.filter((state) => state !== 'not_enabled')
  const venuesIn = (wanted: RawBuilder<unknown>) =>
    channelId === undefined
      ? sql`(select count(*) from venue_link_states where states = any(link_state_sums(${wanted})) and ${notArchived('venue_id')})`
      : sql`(select count(*) from channel_venues where channel_id = ${channelId} and state = any(${wanted}) and ${notArchived('venue_id')})`
  const rest = sql`(select count(*) from venues v where ${notArchived('v.id')}) - ${venuesIn(sql`${linkStates.filter((state) => state !== 'not_enabled')}::text[]`)}`
  const { rows } = await sql<{ total: number }>`
    select (${venuesIn(sql`${others}::text[]`)} + ${others.length === states.length ? sql`0` : rest})::integer as total`.execute(ctx.db)
  return rows[0]!.total
}

/** Venues by name, equal names by id, with how they stand with each channel. */
export const listVenueLinks = async (ctx: Ctx, query: Query): Promise<Result<typeof links.venues>> => {
  const { criteria, channelId, state } = query.filters ?? {}
  const limit = query.limit ?? 50
  const conditions = (few: boolean) =>
    sql.join(
      [
        inScope(ctx, 'v.id'),
        notArchived('v.id'),
        ...(criteria ? [sql`lower(v.name) like lower(${containing(criteria)})`] : []),
        ...(state?.length ? [standing(state, { channelId, few })] : []),
      ],
      sql` and `,
    )
  const few = ctx.scope.kind !== 'all'
  // What has no link yet is most of a house: the page is full before many were looked at.
  const onPage = conditions(few || state?.includes('not_enabled') === true)
  const place = query.after === undefined ? undefined : readNameCursor(query.after, sort)
  const beyond = place ? sql`and (lower(v.name), v.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const [{ rows }, total] = await Promise.all([
    sql<Row>`
    with page as (
      select v.id, lower(v.name) as sort_key from venues v where ${onPage} ${beyond}
      order by lower(v.name), v.id limit ${limit + 1} offset ${query.offset ?? 0}
    )
    select page.id, page.sort_key, v.name, v.city, coalesce((select json_agg(json_build_object('channelId', cv.channel_id, 'state', cv.state,
        'since', to_char(cv.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by cv.channel_id)
      from channel_venues cv where cv.venue_id = page.id), '[]') as links
    from page join venues v on v.id = page.id order by page.sort_key, page.id`.execute(ctx.db),
    !few && !criteria && state?.length
      ? countStanding(ctx, state, channelId)
      : sql<{ total: number }>`select count(*)::integer as total from venues v where ${conditions(few)}`
          .execute(ctx.db)
          .then(({ rows: [first] }) => first!.total),
  ])
  const page = cutNames(rows, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...page, total }
}
