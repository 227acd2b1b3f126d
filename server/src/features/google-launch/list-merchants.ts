import type { googleLaunch } from '@tablewire/contracts/google/google-launch'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { accountById, readAccount } from '#src/features/google-accounts/api.ts'
import { belongsTo } from '#src/features/google-merchants/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { standingsOf } from './standing.ts'

const sort = 'name'

/** The venues of an account by name. Those of its channel are looked at: they are as many as it sells. */
export const listMerchants = async (
  ctx: Ctx,
  { params: { id }, query: { filters = {}, limit = 50, offset = 0, after } }: Received<typeof googleLaunch.merchants>,
): Promise<Result<typeof googleLaunch.merchants>> => {
  await readAccount(ctx, id)
  const account = await accountById(ctx.db, id)
  if (!account) return { data: [], total: 0, next: null }
  const { search, match } = filters
  const of = sql`
    from channel_venues cv join venues v on v.id = cv.venue_id join companies c on c.id = v.company_id
      left join google_merchant_states s on s.account_id = ${id} and s.venue_id = v.id
    where cv.channel_id = ${account.channel.id} and cv.state <> 'not_enabled' and ${belongsTo(account)}
      and ${search ? sql`lower(v.name) like lower(${containing(search)})` : sql`true`}
      and ${match?.length ? sql`coalesce(s.match, 'unasked') = any(${match}::text[])` : sql`true`}`
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const beyond = place ? sql`and (lower(v.name), v.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: string; sortKey: string }>`
      select v.id, lower(v.name) as sort_key ${of} ${beyond} order by lower(v.name), v.id limit ${limit + 1} offset ${offset}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*)::integer as total ${of}`.execute(ctx.db),
  ])
  const { data, next } = cutNames(rows, limit, { sort, placeOf: (row) => ({ name: row.sortKey, id: row.id }) })
  return {
    data: await standingsOf(
      ctx,
      account,
      data.map((row) => row.id),
    ),
    total: counted.rows[0]!.total,
    next,
  }
}
