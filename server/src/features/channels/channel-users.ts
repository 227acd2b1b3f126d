import type { ChannelUser } from '@tablewire/contracts/channels/channel-objects'
import { sql } from 'kysely'
import { bindToChannel, unbindFromChannel } from '#src/features/access/api.ts'
import { invalidateUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { requirePlatform } from './channel-fields.ts'
import { channelOf } from './channel-of.ts'

type OfChannel = { channelId: string; userId?: string }
const read = async (ctx: Ctx, { channelId, userId }: OfChannel): Promise<ChannelUser[]> => {
  const { rows } = await sql<ChannelUser>`
    select u.id, u.first_name, u.last_name, u.email, u.disabled_at is not null as disabled, cu.created_at as since
    from channel_users cu join users u on u.id = cu.user_id
    where cu.channel_id = ${channelId} ${userId === undefined ? sql`` : sql`and cu.user_id = ${userId}`}
    order by lower(u.last_name), lower(u.first_name), u.id`.execute(ctx.db)
  return rows
}

export const listChannelUsers = async (ctx: Ctx, channelId: string): Promise<ChannelUser[]> => {
  requirePlatform(ctx)
  await channelOf(ctx, channelId)
  return read(ctx, { channelId })
}

/** Only somebody with the role of a channel's agent; who is bound already stays so. */
export const addChannelUser = async (ctx: Ctx, { id, email }: { id: string; email: string }): Promise<ChannelUser> => {
  requirePlatform(ctx)
  return transaction(ctx, async (inner) => {
    await channelOf(inner, id)
    const user = await inner.db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email', '=', email.toLowerCase())
      .where(sql<boolean>`'ROLE_BC_AGENT' = any(roles)`)
      .executeTakeFirst()
    if (!user) throw new Problem('channel.no_agent', {}, { email: [{ issue: 'invalid' }] })
    await bindToChannel(inner, { channelId: id, userId: user.id })
    await audit(inner, { action: 'channel.user_added', subject: 'channel', subjectId: id, after: { userId: user.id, email: user.email } })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(user.id))
    const [bound] = await read(inner, { channelId: id, userId: user.id })
    return bound!
  })
}

export const removeChannelUser = async (ctx: Ctx, { id, userId }: { id: string; userId: string }): Promise<{ id: string }> => {
  requirePlatform(ctx)
  return transaction(ctx, async (inner) => {
    await channelOf(inner, id)
    const [bound] = await read(inner, { channelId: id, userId })
    if (!bound) throw new Problem('user.not_found')
    await unbindFromChannel(inner, { channelId: id, userId })
    await audit(inner, { action: 'channel.user_removed', subject: 'channel', subjectId: id, before: { userId, email: bound.email } })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(userId))
    return { id: userId }
  })
}

/** Somebody who was deleted is there again: agent of those of the channels that are still there. */
export const bindAgain = async (ctx: Ctx, userId: string, channels: readonly string[]): Promise<void> => {
  const still = channels.length > 0 ? await ctx.db.selectFrom('channels').select('id').where('id', 'in', channels).execute() : []
  for (const { id } of still) await bindToChannel(ctx, { channelId: id, userId })
}
