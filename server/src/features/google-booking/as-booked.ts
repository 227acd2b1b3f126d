import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { KnownBooking } from './booking-view.ts'

/**
 * A booking is looked after as the channel it was made by, which may not be the account's any more: so it stays the guest's own doing. Its account is
 * what makes it Google's, and a channel that has closed since keeps no guest from canceling.
 */
export const asBooked = async (ctx: Ctx, account: CallingAccount, { channelId }: Pick<KnownBooking, 'channelId'>): Promise<Ctx> => {
  if (channelId === account.channel.id) return ctx
  const channel = await ctx.db
    .selectFrom('channels')
    .select(['id', 'name', 'rateLimitPerMinute', 'test'])
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow()
  return { ...ctx, actor: { ...ctx.actor, kind: 'channel', ...channel, product: 'google' }, scope: { kind: 'all' } }
}
