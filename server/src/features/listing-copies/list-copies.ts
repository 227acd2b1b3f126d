import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { ListingCopy, ListingDifference, listingCopies } from '@tablewire/contracts/listing/copies'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { Problem } from '#src/platform/problem.ts'
import { copyStateOf } from './copy-rows.ts'
import { type Truth, truthsOf } from './truths-of.ts'

type Query = Received<typeof listingCopies.differences>['query']
type Filters = NonNullable<Query['filters']>

const columns = sql`d.id, d.venue_id, coalesce(v.display_name, v.name) as venue_name, d.channel_id, c.name as channel_name, d.field, d.ours, d.theirs,
  d.changed_by, d.since, d.state, k.asked_at, k.url`
const tables = sql`listing_differences d join listing_copies k on k.venue_id = d.venue_id and k.channel_id = d.channel_id
  join venues v on v.id = d.venue_id join channels c on c.id = d.channel_id`

/** Of venues that are listed, at channels that sell them, as far as the caller may know of both. */
export const differencesSeen = (ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`${inScope(ctx, 'd.venue_id')} and ${ofScopedChannels(ctx, 'd.channel_id')}`

/** Of which venues, by what they are. */
const placed = ({ companyId, groupId, test }: Filters): RawBuilder<unknown>[] => {
  const conditions = [
    ...(companyId ? [sql`w.company_id = ${companyId}`] : []),
    ...(groupId ? [sql`w.group_id = ${groupId}`] : []),
    ...(test === undefined ? [] : [sql`w.test = ${test}`]),
  ]
  return conditions.length ? [sql`exists (select from venues w where w.id = d.venue_id and ${sql.join(conditions, sql` and `)})`] : []
}

const conditionsOf = (ctx: Ctx, filters: Filters): RawBuilder<unknown> => {
  const { venueId, channelId, field, state, changedBy } = filters
  return sql.join(
    [
      differencesSeen(ctx),
      ...placed(filters),
      sql`d.state = any(${state?.length ? state : ['open', 'asked']}::text[])`,
      ...(venueId?.length ? [sql`d.venue_id = any(${venueId}::uuid[])`] : []),
      ...(channelId?.length ? [sql`d.channel_id = any(${channelId}::uuid[])`] : []),
      ...(field?.length ? [sql`d.field = any(${field}::text[])`] : []),
      ...(changedBy?.length ? [sql`d.changed_by = any(${changedBy}::text[])`] : []),
    ],
    sql` and `,
  )
}

/** LI1: what is shown otherwise anywhere, the latest first, with the exact total. */
export const listDifferences = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after, filters = {} }: Query,
): Promise<Result<typeof listingCopies.differences>> => {
  const where = conditionsOf(ctx, filters)
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (d.since, d.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<ListingDifference>`
      select ${columns} from ${tables} where ${where} ${beyond} order by d.since desc, d.id desc limit ${limit + 1} offset ${offset}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*)::integer as total from listing_differences d where ${where}`.execute(ctx.db),
  ])
  return { ...cutPage(page.rows, limit, ({ since, id }) => ({ at: since, id })), total: counted.rows[0]!.total }
}

type CopyRow = Omit<ListingCopy, 'state' | 'sentIsCurrent' | 'differences'> & {
  sentMark: string | null
  status: 'shown' | 'pending' | 'rejected' | null
  hasFacts: boolean
}

const copyView = (row: CopyRow, { truth, differences }: { truth: Truth; differences: ListingDifference[] }): ListingCopy => {
  const openDifferences = differences.filter(({ state }) => state !== 'ignored').length
  return { ...row, state: copyStateOf({ ...row, openDifferences }), sentIsCurrent: row.sentMark === truth.mark, differences }
}

/** Where a venue is sold, and how it is shown there. */
export const copiesOf = async (ctx: Ctx, venueId: string, channelId?: string): Promise<{ truth: Truth; copies: ListingCopy[] }> => {
  const truth = (await truthsOf(ctx, [venueId])).get(venueId)
  if (!truth) throw new Problem('venue.not_found')
  const [copies, differences] = await Promise.all([
    sql<CopyRow>`
      select c.id as channel_id, c.name as channel_name, k.sent_mark, k.sent_at, k.asked_at, k.observed_at, k.origin, k.url, k.reason, k.status,
        k.facts is not null as has_facts, coalesce(k.other_house, false) as other_house, k.probed_at, k.probe_failure,
        exists (select from listing_sites s where s.channel_id = c.id) as readable
      from live_links l join channels c on c.id = l.channel_id left join listing_copies k on k.venue_id = l.venue_id and k.channel_id = l.channel_id
      where l.venue_id = ${venueId} and ${inScope(ctx, 'l.venue_id')} and ${ofScopedChannels(ctx, 'l.channel_id')}
        and (${channelId ?? null}::uuid is null or c.id = ${channelId ?? null}) order by c.name, c.id`.execute(ctx.db),
    sql<ListingDifference>`
      select ${columns} from ${tables} where d.venue_id = ${venueId} and ${differencesSeen(ctx)} order by d.since desc, d.id desc`.execute(
      ctx.db,
    ),
  ])
  const byChannel = Map.groupBy(differences.rows, (row) => row.channelId)
  return { truth, copies: copies.rows.map((row) => copyView(row, { truth, differences: byChannel.get(row.channelId) ?? [] })) }
}

/** One place of a venue; `channel.not_linked` where it is not sold. */
export const copyOf = async (ctx: Ctx, venueId: string, channelId: string): Promise<ListingCopy> => {
  const { truth, copies } = await copiesOf(ctx, venueId, channelId)
  if (!copies[0]) throw new Problem('channel.not_linked')
  if (!truth.enabled) throw new Problem('listing.disabled')
  return copies[0]
}
