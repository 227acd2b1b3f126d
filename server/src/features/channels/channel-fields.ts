import type { Ctx } from '#src/platform/ctx.ts'
import { sqlCodeOf } from '#src/platform/db/transaction.ts'
import { newSecret, secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'

/** Channels serve all companies: their keys, limits and switches are the platform's, however much somebody may do within one company. */
export const requirePlatform = (ctx: Ctx): void => {
  if (ctx.scope.kind !== 'all') throw new Problem('access.denied')
}

export const refuseTakenName = (error: unknown): never => {
  if (sqlCodeOf(error) === '23505' && (error as { constraint?: string }).constraint === 'channels_name')
    throw new Problem('channel.name_taken')
  throw error
}

/** A fresh key of the channel: the answer is the only place where it ever stands in clear. */
export const addKey = async (ctx: Ctx, channelId: string): Promise<string> => {
  const key = newSecret()
  await ctx.db
    .insertInto('channelKeys')
    .values({ hash: secretHash(key), channelId, createdAt: ctx.clock().toString() })
    .execute()
  return key
}
