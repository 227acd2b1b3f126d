import type { EndpointAuth } from '@tablewire/contracts/channels/webhook-objects'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { addSecret, authColumns, endpointUrl } from './endpoint-fields.ts'
import { type AnyEndpointWithSecret, auditedFields, readEndpoint } from './endpoint-view.ts'
import { ofOwnChannels, ofOwnSystem } from './own-channels.ts'

const limit = 5

/** Whose it is to be. */
type Owner = { channelId: string; systemId?: null } | { systemId: string; channelId?: null }
type Wish = Owner & {
  /** Of one that comes back. */ id?: string
  url: string
  auth?: EndpointAuth | undefined
  ownChanges?: boolean | undefined
}

/** The lock keeps two concurrent calls from exceeding the limit. */
const lockOwner = async (ctx: Ctx, { channelId, systemId }: Owner): Promise<void> => {
  const { rows } = await (
    systemId
      ? sql`select from systems s where s.id = ${systemId} and ${ofOwnSystem(ctx, 's.id')} for no key update`
      : sql`select from channels c where c.id = ${channelId} and ${ofOwnChannels(ctx, 'c.id')} for no key update`
  ).execute(ctx.db)
  if (!rows[0]) throw new Problem(systemId ? 'system.not_found' : 'channel.not_found')
}

/** Starts unverified: no deliveries are recorded, and only a challenge is sent. */
export const createEndpoint = async (
  ctx: Ctx,
  { id = newId(), channelId = null, systemId = null, url, auth, ownChanges = false }: Wish,
): Promise<AnyEndpointWithSecret> =>
  transaction(ctx, async (inner) => {
    await lockOwner(inner, channelId === null ? { systemId: systemId! } : { channelId })
    const now = inner.clock().toString()
    const { rows: have } = await sql`select from webhook_endpoints e where ${
      channelId === null ? sql`e.system_id = ${systemId}` : sql`e.channel_id = ${channelId}`
    }`.execute(inner.db)
    if (have.length >= limit) throw new Problem('webhook.too_many', { limit })
    await inner.db
      .insertInto('webhookEndpoints')
      .values({
        id,
        channelId,
        systemId,
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
