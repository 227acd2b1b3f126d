import type { channels } from '@tablewire/contracts/channels/channels'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { invalidateUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { sqlCodeOf, transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { requirePlatform } from './channel-fields.ts'
import { readChannel } from './channel-view.ts'
import { invalidateChannel } from './known-channel.ts'
import { keepChannel } from './revive-channel.ts'

/** Takes the channel's keys, links and people with it; for some weeks it can be brought back without its keys. Bookings say where they came from for ever, so a channel that has some stays. */
export const deleteChannel = async (ctx: Ctx, id: string): Promise<Result<typeof channels.delete>> => {
  requirePlatform(ctx)
  return transaction(ctx, async (inner) => {
    await inner.db.selectFrom('channels').select('id').where('id', '=', id).forUpdate().execute()
    const before = await readChannel(inner, id)
    const { rows } = await sql<{ booked: boolean; links: number; keys: number; users: number }>`
      select exists (select from placed_bookings r where r.channel_id = ${id}) as booked,
        (select count(*)::integer from channel_venues where channel_id = ${id}) as links,
        (select count(*)::integer from channel_keys where channel_id = ${id}) as keys,
        (select count(*)::integer from channel_users where channel_id = ${id}) as users`.execute(inner.db)
    const { booked, ...gone } = rows[0]!
    if (booked) throw new Problem('channel.in_use')
    const people = await inner.db.selectFrom('channelUsers').select('userId').where('channelId', '=', id).execute()
    await keepChannel(inner, id)
    await inner.db.deleteFrom('channels').where('id', '=', id).execute()
    await audit(inner, { action: 'channel.deleted', subject: 'channel', subjectId: id, before: { ...before, ...gone } })
    inner.unitOfWork.afterCommit.push(() => {
      invalidateChannel(id)
      for (const { userId } of people) invalidateUser(userId)
    })
    return { id, ...gone }
  }).catch((error: unknown) => {
    // Somebody booked between our look and our delete.
    throw sqlCodeOf(error) === '23503' ? new Problem('channel.in_use') : error
  })
}
