import type { Channel } from '@tablewire/contracts/channels/channel-objects'
import type { channels } from '@tablewire/contracts/channels/channels'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { openToSystem } from './channel-of.ts'
import { channelColumns } from './channel-view.ts'

type Query = Received<typeof channels.list>['query']
type Page<Row> = { data: Row[]; total: number; next: string | null }
type Keyed<Row> = Row & { id: string; sortKey: string }

const sort = 'name'

const pageOf = async <Row>(
  ctx: Ctx,
  query: Query,
  { columns, only }: { columns: RawBuilder<unknown>; only: RawBuilder<unknown> },
): Promise<Page<Row>> => {
  const { criteria, active, type, product } = query.filters ?? {}
  const limit = query.filters?.limit ?? query.limit ?? 50
  const conditions = [
    only,
    ...(criteria ? [sql`lower(c.name) like lower(${containing(criteria)})`] : []),
    ...(active === undefined ? [] : [sql`c.active = ${active}`]),
    ...(type === undefined ? [] : [sql`c.type = ${type}`]),
    ...(product === undefined ? [] : [sql`c.product = ${product}`]),
  ]
  const where = sql.join(conditions, sql` and `)
  const place = query.after === undefined ? undefined : readNameCursor(query.after, sort)
  const beyond = place ? sql`and (lower(c.name), c.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const { rows } = await sql<Keyed<Row>>`
    select ${columns}, lower(c.name) as sort_key from channels c where ${where} ${beyond}
    order by lower(c.name), c.id ${limit === -1 ? sql`` : sql`limit ${limit + 1}`} offset ${query.offset ?? 0}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from channels c where ${where}`.execute(ctx.db)
  const page =
    limit === -1 ? { data: rows, next: null } : cutNames(rows, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...page, total: counted.rows[0]!.total }
}

/** All booking channels, by name. */
export const listChannels = (ctx: Ctx, query: Query): Promise<Page<Channel>> =>
  pageOf(ctx, query, { columns: channelColumns(ctx), only: sql`true` })

const ownOf = (ctx: Ctx, linked: RawBuilder<SqlBool>): RawBuilder<SqlBool> => {
  const { scope } = ctx
  if (scope.kind === 'all') return sql<SqlBool>`true`
  if (scope.kind === 'channel' || scope.kind === 'channels') return ofScopedChannels(ctx, 'c.id')
  if (scope.kind !== 'system') return linked
  return sql<SqlBool>`(c.active and c.test = (select s.test from known_systems s where s.id = ${scope.systemId}) and ${openToSystem(scope.systemId, 'c')})`
}

/** The channels that have anything to do with the caller's venues; for the platform itself, all of them. */
export const listOwnChannels = (ctx: Ctx, query: Query): Promise<Result<typeof channels.mine>> => {
  const linked = sql<SqlBool>`exists (select from channel_venues cv where cv.channel_id = c.id and cv.state <> 'not_enabled' and ${inScope(ctx, 'cv.venue_id')})`
  return pageOf(ctx, query, { columns: sql`c.id, c.name, c.type, c.logo`, only: ownOf(ctx, linked) })
}
