import type { GoogleFeedKind } from '@tablewire/contracts/google/google-feeds'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

/** A file that arrived at Google, of which it has not said yet what became of it. */
export type UnreadFile = { feedId: string; shard: number; name: string; kind: GoogleFeedKind }
/** FeedStatus, as far as it is kept. */
export type GoogleWord = { state: string; details: string | null; added: number | null; existing: number | null; deleted: number | null }

/** Google is done with a file within hours; what it has not said by then it will not say. */
const patienceHours = 72

export const unreadFiles = async (ctx: Ctx, accountId: string, limit: number): Promise<UnreadFile[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<UnreadFile>`
    select x.feed_id, x.shard, x.name, f.kind from google_feed_files x join google_feeds f on f.id = x.feed_id
    where f.account_id = ${accountId} and x.sent_at > ${now}::timestamptz - make_interval(hours => ${patienceHours})
      and (x.google_state is null or x.google_state not in ('SUCCESS', 'FAILURE'))
    order by x.google_asked_at nulls first, x.sent_at, x.name limit ${limit}`.execute(ctx.db)
  return rows
}

/** What Google said of a file; nothing where it does not know it yet. */
export const noteGoogleWord = async (ctx: Ctx, { feedId, shard }: UnreadFile, word: GoogleWord | undefined): Promise<void> => {
  const said = word && {
    googleState: word.state,
    googleDetails: word.details,
    googleAdded: word.added,
    googleExisting: word.existing,
    googleDeleted: word.deleted,
  }
  await ctx.db
    .updateTable('googleFeedFiles')
    .set({ ...said, googleAskedAt: ctx.clock().toString() })
    .where('feedId', '=', feedId)
    .where('shard', '=', shard)
    .execute()
}
