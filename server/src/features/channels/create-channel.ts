import type { channels } from '@tablewire/contracts/channels/channels'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { addKey, channelRow, requireFields, requirePlatform } from './channel-fields.ts'
import { readChannel } from './channel-view.ts'

/** Makes a channel (of type partner, unless said) with its first key, answered this once. `twin`: to try things, of which channel or system. */
export const createChannel = async (
  ctx: Ctx,
  body: Received<typeof channels.create>['body'],
  twin: { testOf?: string; testOfSystem?: string } = {},
): Promise<Result<typeof channels.create>> => {
  requirePlatform(ctx)
  await requireFields(ctx, body)
  const id = newId()
  return transaction(ctx, async (inner) => {
    const createdAt = inner.clock().toString()
    await inner.db
      .insertInto('channels')
      .values({
        ...channelRow(body),
        ...twin,
        test: twin.testOf !== undefined || twin.testOfSystem !== undefined,
        name: body.name,
        type: body.type ?? 'partner',
        id,
        createdAt,
        updatedAt: createdAt,
      })
      .execute()
    const channel = await readChannel(inner, id)
    const xToken = await addKey(inner, channel)
    await audit(inner, { action: 'channel.created', subject: 'channel', subjectId: id, after: channel })
    return { ...channel, xToken }
  })
}
