import type { googleFeeds, GoogleFeedSchedule } from '@tablewire/contracts/google/google-feeds'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { requirePlatform, sftpSettings, type SftpSettings } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { Problem } from '#src/platform/problem.ts'
import { readFeeds } from './feed-view.ts'
import { dueTimes, missingOf } from './plan-feeds.ts'

/** An account, or `google_account.not_found`; for people of the platform only, whose accounts these are. */
export const requireAccount = async (ctx: Ctx, id: string): Promise<SftpSettings> => {
  requirePlatform(ctx)
  const [settings] = await sftpSettings(ctx, id)
  if (!settings) throw new Problem('google_account.not_found')
  return settings
}

export const readSchedule = async (ctx: Ctx, id: string): Promise<GoogleFeedSchedule> => {
  const settings = await requireAccount(ctx, id)
  const { at, nextAt } = dueTimes(ctx, id)
  return { at, nextAt, missing: missingOf(settings) }
}

/** The page of ids is cut from the index first: files and names are read of those alone. */
export const listFeeds = async (
  ctx: Ctx,
  { params: { id }, query: { filters = {}, offset = 0, limit = 50, after } }: Received<typeof googleFeeds.list>,
): Promise<Result<typeof googleFeeds.list>> => {
  await requireAccount(ctx, id)
  const { kind, state } = filters
  const where = sql.join(
    [
      sql`f.account_id = ${id}`,
      ...(kind?.length ? [sql`f.kind = any(${kind}::text[])`] : []),
      ...(state?.length ? [sql`f.state = any(${state}::text[])`] : []),
    ],
    sql` and `,
  )
  const place = after === undefined ? undefined : readCursor(after)
  const from = place ? sql`(f.created_at, f.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql`true`
  const [rows, counted] = await Promise.all([
    readFeeds(
      ctx,
      sql`select f.id from google_feeds f where ${where} and ${from} order by f.created_at desc, f.id desc limit ${limit + 1} offset ${offset}`,
    ),
    sql<{ total: number }>`select count(*)::integer as total from google_feeds f where ${where}`.execute(ctx.db),
  ])
  return { ...cutPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id })), total: counted.rows[0]!.total }
}
