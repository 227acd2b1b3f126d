import type { channels } from '@tablewire/contracts/channels/channels'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { addKey, requirePlatform } from './channel-fields.ts'
import { readChannel } from './channel-view.ts'
import { invalidateChannel } from './known-channel.ts'

/** How long the key before stays good (AC10). */
const overlapHours = 24

/** A new key, answered this once. The one before stays for a day, any older one goes now: never more than two are good. */
export const rotateToken = async (ctx: Ctx, id: string): Promise<Result<typeof channels.rotateToken>> => {
  requirePlatform(ctx)
  return transaction(ctx, async (inner) => {
    await inner.db.selectFrom('channels').select('id').where('id', '=', id).forUpdate().execute()
    const channel = await readChannel(inner, id)
    const now = inner.clock()
    await sql`
      with newest as (
        select hash from channel_keys where channel_id = ${id} and (expires_at is null or expires_at > ${now.toString()}::timestamptz)
        order by expires_at desc nulls first, created_at desc limit 1
      ), gone as (
        delete from channel_keys where channel_id = ${id} and hash not in (select hash from newest)
      )
      update channel_keys set expires_at = least(expires_at, ${now.add({ hours: overlapHours }).toString()}::timestamptz)
      where hash in (select hash from newest)`.execute(inner.db)
    const xToken = await addKey(inner, channel)
    await audit(inner, { action: 'channel.token_rotated', subject: 'channel', subjectId: id })
    inner.unitOfWork.afterCommit.push(() => invalidateChannel(id))
    return { ...channel, xToken }
  })
}
