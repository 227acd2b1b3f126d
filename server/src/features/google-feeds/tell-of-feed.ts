import type { GoogleFeedKind } from '@tablewire/contracts/google/google-feeds'
import { publishGoogleTrouble } from '#src/features/notifications/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** By bell and mail, once for each feed: until somebody mends it Google goes on with what it was told before. */
export const tellOfFeed = async (
  ctx: Ctx,
  { id, accountId, kind }: { id: string; accountId: string; kind: GoogleFeedKind },
  { what, count }: { what: 'feed_refused' | 'feed_failed'; count: number },
): Promise<void> => {
  const account = await ctx.db.selectFrom('googleAccounts').select(['name', 'environment']).where('id', '=', accountId).executeTakeFirst()
  if (account) await publishGoogleTrouble(ctx, { accountId, ...account, what, subject: kind, count, limit: null }, id)
}
