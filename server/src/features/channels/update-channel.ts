import type { ChannelDetail } from '@tablewire/contracts/channels/channel-objects'
import type { channels } from '@tablewire/contracts/channels/channels'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { refuseStale } from '#src/features/access/api.ts'
import { audit, savesNothing, withFields } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { channelRow, requireFields, requirePlatform, withoutCurrency } from './channel-fields.ts'
import { readChannel } from './channel-view.ts'
import { invalidateChannel } from './known-channel.ts'

/** Changes a channel; one that is switched off is known to nobody any more, here at once and everywhere within five seconds. */
export const updateChannel = async (ctx: Ctx, { params: { id }, body }: Received<typeof channels.update>): Promise<ChannelDetail> => {
  requirePlatform(ctx)
  const { version, ...fields } = body
  await requireFields(ctx, fields, id)
  return transaction(ctx, async (inner) => {
    await inner.db.selectFrom('channels').select('id').where('id', '=', id).forUpdate().execute()
    const before = await readChannel(inner, id)
    await refuseStale(inner, {
      code: 'channel.version_stale',
      seen: version,
      now: before.version,
      subjectId: id,
      actions: ['channel.updated', 'channel.undone'],
    })
    const same = { before, after: withFields(before, withoutCurrency(fields)) }
    if (savesNothing(inner, { action: 'channel.updated', subject: 'channel', ...same })) return before
    await inner.db
      .updateTable('channels')
      .set({ ...channelRow(fields), version: before.version + 1, updatedAt: inner.clock().toString() })
      .where('id', '=', id)
      .execute()
    const after = await readChannel(inner, id)
    await audit(inner, { action: 'channel.updated', subject: 'channel', subjectId: id, before, after })
    inner.unitOfWork.afterCommit.push(() => invalidateChannel(id))
    return after
  })
}
