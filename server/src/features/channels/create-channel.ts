import type { channels } from '@tablewire/contracts/channels'
import type { Received, Result } from '@tablewire/contracts/endpoint'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { addKey, channelRow, refuseTakenName, requirePlatform, requireTerms } from './channel-fields.ts'
import { readChannel } from './channel-view.ts'

/** Makes a channel (of type partner, unless said) with its first key, answered this once. */
export const createChannel = async (ctx: Ctx, body: Received<typeof channels.create>['body']): Promise<Result<typeof channels.create>> => {
  requirePlatform(ctx)
  requireTerms(body)
  const id = newId()
  return transaction(ctx, async (inner) => {
    const createdAt = inner.clock().toString()
    await inner.db
      .insertInto('channels')
      .values({ ...channelRow(body), name: body.name, type: body.type ?? 'partner', id, createdAt, updatedAt: createdAt })
      .execute()
    const xToken = await addKey(inner, id)
    const channel = await readChannel(inner, id)
    await audit(inner, { action: 'channel.created', subject: 'channel', subjectId: id, after: channel })
    return { ...channel, xToken }
  }).catch(refuseTakenName)
}
