import type { ChannelKey } from '@tablewire/contracts/channels/channel-objects'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { requirePlatform } from './channel-fields.ts'
import { channelOf } from './channel-of.ts'
import { invalidateChannel } from './known-channel.ts'

const columns = sql`k.id, substr(encode(k.hash, 'hex'), 1, 12) as fingerprint, k.created_at, k.last_used_at, k.expires_at`

/** The keys that are good now, newest first. */
export const listKeys = async (ctx: Ctx, channelId: string): Promise<ChannelKey[]> => {
  requirePlatform(ctx)
  await channelOf(ctx, channelId)
  const { rows } = await sql<ChannelKey>`
    select ${columns} from channel_keys k where k.channel_id = ${channelId} and (k.expires_at is null or k.expires_at > ${ctx.clock().toString()}::timestamptz)
    order by k.expires_at is not null, k.created_at desc, k.id`.execute(ctx.db)
  return rows
}

/** Ends a key now: here at once, in other processes within five seconds. */
export const revokeKey = async (ctx: Ctx, { id, keyId }: { id: string; keyId: string }): Promise<{ id: string }> => {
  requirePlatform(ctx)
  return transaction(ctx, async (inner) => {
    await channelOf(inner, id)
    const { rows } = await sql<{ fingerprint: string }>`
      delete from channel_keys k where k.channel_id = ${id} and k.id = ${keyId} returning substr(encode(k.hash, 'hex'), 1, 12) as fingerprint`.execute(
      inner.db,
    )
    if (!rows[0]) throw new Problem('channel.key_not_found')
    await audit(inner, { action: 'channel.key_revoked', subject: 'channel', subjectId: id, before: { fingerprint: rows[0].fingerprint } })
    inner.unitOfWork.afterCommit.push(() => invalidateChannel(id))
    return { id: keyId }
  })
}
