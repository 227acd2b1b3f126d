import { audit } from '#src/platform/audit/audit.ts'
import { keepDeleted, takeDeleted } from '#src/platform/audit/deleted-things.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { createEndpoint } from './create-endpoint.ts'
import { lockEndpoint, auditedFields } from './endpoint-view.ts'

export const deleteEndpoint = async (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    const before = await lockEndpoint(inner, id)
    const { channelId, systemId, url, ownChanges } = before
    await keepDeleted(inner, { subject: 'webhook', id, kept: { channelId, systemId, url, ownChanges } })
    await inner.db.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
    await audit(inner, { action: 'webhook.deleted', subject: 'webhook', subjectId: id, before: auditedFields(before) })
    return { id }
  })

/** Those kept before systems had any are of channels. */
type KeptEndpoint = { channelId: string | null; systemId?: string | null; url: string; ownChanges: boolean }

/**
 * As a new one at its address: not verified, with a secret nobody has seen, without what it proved itself by and without deliveries. Who keeps it makes a
 * secret that is shown, and asks it to verify itself.
 */
export const reviveEndpoint = async (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { channelId, systemId, ...kept } = await takeDeleted<KeptEndpoint>(inner, 'webhook', id)
    await createEndpoint(inner, { id, ...kept, ...(systemId ? { systemId } : { channelId: channelId! }) })
  })
