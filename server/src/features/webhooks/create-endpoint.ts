import type { EndpointAuth, EndpointWithSecret } from '@tablewire/contracts/channels/webhook-objects'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { addSecret, authColumns, endpointUrl } from './endpoint-fields.ts'
import { readEndpoint, auditedFields } from './endpoint-view.ts'
import { ofOwnChannels } from './own-channels.ts'

const limit = 5

type Wish = {
  /** Of one that comes back. */ id?: string
  channelId: string
  url: string
  auth?: EndpointAuth | undefined
  ownChanges?: boolean | undefined
}

/** Starts unverified: no deliveries are recorded, and only a challenge is sent. */
export const createEndpoint = async (
  ctx: Ctx,
  { id = newId(), channelId, url, auth, ownChanges = false }: Wish,
): Promise<EndpointWithSecret> =>
  transaction(ctx, async (inner) => {
    // The lock keeps two concurrent calls from exceeding the limit.
    const { rows } = await sql<{ id: string }>`
      select c.id from channels c where c.id = ${channelId} and ${ofOwnChannels(inner, 'c.id')} for no key update`.execute(inner.db)
    if (!rows[0]) throw new Problem('channel.not_found')
    const now = inner.clock().toString()
    const have = await inner.db.selectFrom('webhookEndpoints').select('id').where('channelId', '=', channelId).execute()
    if (have.length >= limit) throw new Problem('webhook.too_many', { limit })
    await inner.db
      .insertInto('webhookEndpoints')
      .values({
        id,
        channelId,
        url: endpointUrl(inner, url),
        ...authColumns(inner, auth ?? { kind: 'none' }),
        ownChanges,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    const secret = await addSecret(inner, id)
    const endpoint = await readEndpoint(inner, id)
    await audit(inner, { action: 'webhook.created', subject: 'webhook', subjectId: id, after: auditedFields(endpoint) })
    return { ...endpoint, secret }
  })
