import { type GoogleFeed, googleFeedKinds, type googleFeeds } from '@tablewire/contracts/google/google-feeds'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { readFeeds } from './feed-view.ts'
import { requireAccount } from './list-feeds.ts'
import { enqueueFeeds, missingOf } from './plan-feeds.ts'

/** Feeds now, beside those of the day; answers those of these kinds that wait, also where somebody asked for them before. */
export const askFeeds = async (ctx: Ctx, { params: { id }, body }: Received<typeof googleFeeds.send>): Promise<GoogleFeed[]> =>
  transaction(ctx, async (inner) => {
    const missing = missingOf(await requireAccount(inner, id))
    if (missing.length) throw new Problem('google_feed.not_set_up', { missing: missing.join(', ') })
    const kinds = body.kinds ?? googleFeedKinds
    const made = await enqueueFeeds(inner, id, { kinds, cause: { askedBy: inner.actor.name } })
    await audit(inner, {
      action: 'google_account.feeds_asked',
      subject: 'google_account',
      subjectId: id,
      after: { kinds: [...kinds], feeds: made },
    })
    return readFeeds(
      inner,
      sql`select f.id from google_feeds f where f.account_id = ${id} and f.kind = any(${[...kinds]}::text[]) and f.state = 'waiting' and f.next_at is not null`,
    )
  })
