import type { LinkState } from '@tablewire/contracts/channels.rules'
import type { Received, Result } from '@tablewire/contracts/endpoint'
import type { links } from '@tablewire/contracts/links'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'

type Query = Received<typeof links.venues>['query']
type Row = Result<typeof links.venues>['data'][number] & { sortKey: string }

const sort = 'name'

/** Venues with a link in one of the states. Not being linked at all counts as not enabled. */
const standing = (states: readonly LinkState[], channelId: string | undefined): RawBuilder<SqlBool> => {
  const ofChannel = channelId === undefined ? sql`true` : sql`cv.channel_id = ${channelId}`
  const linked = sql<SqlBool>`v.id in (select cv.venue_id from channel_venues cv where ${ofChannel} and cv.state = any(${[...states]}::text[]))`
  if (!states.includes('not_enabled')) return linked
  // With one channel: no link that says otherwise. With any: fewer such links than there are channels.
  const otherwise = sql`from channel_venues cv where cv.venue_id = v.id and ${ofChannel} and cv.state <> 'not_enabled'`
  const missing =
    channelId === undefined
      ? sql`(select count(*) ${otherwise}) < (select count(*) from channels where active)`
      : sql`not exists (select ${otherwise})`
  return sql<SqlBool>`(${linked} or ${missing})`
}

/** Venues by name, equal names by id, with how they stand with each channel. */
export const listVenueLinks = async (ctx: Ctx, query: Query): Promise<Result<typeof links.venues>> => {
  const { criteria, channelId, state } = query.filters ?? {}
  const limit = query.limit ?? 50
  const where = sql.join(
    [
      inScope(ctx, 'v.id'),
      ...(criteria ? [sql`lower(v.name) like lower(${containing(criteria)})`] : []),
      ...(state?.length ? [standing(state, channelId)] : []),
    ],
    sql` and `,
  )
  const place = query.after === undefined ? undefined : readNameCursor(query.after, sort)
  const beyond = place ? sql`and (lower(v.name), v.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const { rows } = await sql<Row>`
    with page as (
      select v.id, v.name, v.city, lower(v.name) as sort_key from venues v where ${where} ${beyond}
      order by lower(v.name), v.id limit ${limit + 1} offset ${query.offset ?? 0}
    )
    select page.*, coalesce((select json_agg(json_build_object('channelId', cv.channel_id, 'state', cv.state,
        'since', to_char(cv.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by cv.channel_id)
      from channel_venues cv where cv.venue_id = page.id), '[]') as links
    from page order by page.sort_key, page.id`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from venues v where ${where}`.execute(ctx.db)
  const page = cutNames(rows, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...page, total: counted.rows[0]!.total }
}
