import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { ReplyApproval, reviewReplies } from '@tablewire/contracts/reviews/replies'
import { starsForTemplates } from '@tablewire/contracts/reviews/reply.rules'
import { sql } from 'kysely'
import { inScope, notArchived } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './reply-rows.ts'
import type { AnsweredReview } from './write-reply.ts'

type Setting = Result<typeof reviewReplies.setApproval>

const lowStars = 2
/** Whether a reply of the caller waits for somebody else. Who may let replies out needs nobody. */
export const needsApproval = async (ctx: Ctx, review: AnsweredReview): Promise<boolean> => {
  if (ctx.ability.can('override', 'reviews')) return false
  const row = await ctx.db.selectFrom('reviewReplySettings').select('approval').where('venueId', '=', review.venueId).executeTakeFirst()
  if (row?.approval === 'low') return (starsForTemplates(review) ?? lowStars) <= lowStars
  return row?.approval === 'always'
}

const columns = sql`v.id, v.name, coalesce(s.approval, 'never') as approval`
const key = sql`lower(v.name)`

export const listSettings = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after, filters = {} }: Received<typeof reviewReplies.settings>['query'],
): Promise<Result<typeof reviewReplies.settings>> => {
  const search = filters.search ? sql`and ${key} like ${containing(filters.search.toLowerCase())}` : sql``
  const where = sql`${inScope(ctx, 'v.id')} and ${notArchived('v.id')} ${search}`
  const place = after === undefined ? undefined : readNameCursor(after, 'name')
  const beyond = place ? sql`and (${key}, v.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<Setting & { sortKey: string }>`
      select ${columns}, ${key} as sort_key from venues v left join review_reply_settings s on s.venue_id = v.id
      where ${where} ${beyond} order by ${key}, v.id limit ${limit + 1} offset ${offset}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from venues v where ${where}`.execute(ctx.db),
  ])
  const cut = cutNames(page.rows, limit, { sort: 'name', placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...cut, total: counted.rows[0]!.total }
}

export const readSetting = async (ctx: Ctx, id: string): Promise<Setting> => {
  const { rows } = await sql<Setting>`
    select ${columns} from venues v left join review_reply_settings s on s.venue_id = v.id where v.id = ${id} and ${inScope(ctx, 'v.id')}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new Problem('venue.not_found')
  return rows[0]
}

export const setApproval = (ctx: Ctx, { id, approval }: { id: string; approval: ReplyApproval }): Promise<Setting> =>
  transaction(ctx, async (inner) => {
    const before = await readSetting(inner, id)
    await inner.db
      .insertInto('reviewReplySettings')
      .values({ venueId: id, approval })
      .onConflict((clash) => clash.column('venueId').doUpdateSet({ approval }))
      .execute()
    await audit(inner, {
      action: 'reply_settings.updated',
      subject: 'reply_settings',
      subjectId: id,
      venueId: id,
      before: { approval: before.approval },
      after: { approval },
    })
    return readSetting(inner, id)
  })
