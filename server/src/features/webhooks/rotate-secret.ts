import { webhookOverlapHours } from '@tablewire/contracts/channels/webhook-objects'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { addSecret } from './endpoint-fields.ts'
import { type AnyEndpointWithSecret, lockEndpoint, readEndpoint } from './endpoint-view.ts'

/**
 * Rotates the secret; the new one is answered this once. The previous one stays valid for a day, any older one ends now: never more than two are
 * valid.
 */
export const rotateSecret = async (ctx: Ctx, id: string): Promise<AnyEndpointWithSecret> =>
  transaction(ctx, async (inner) => {
    const { secrets } = await lockEndpoint(inner, id)
    const newest = secrets[0]
    const until = inner.clock().add({ hours: webhookOverlapHours }).toString()
    const old = inner.db.deleteFrom('webhookSecrets').where('endpointId', '=', id)
    await (newest ? old.where('id', '<>', newest.id) : old).execute()
    if (newest) await inner.db.updateTable('webhookSecrets').set({ expiresAt: until }).where('id', '=', newest.id).execute()
    const secret = await addSecret(inner, id)
    const endpoint = await readEndpoint(inner, id)
    await audit(inner, { action: 'webhook.secret_rotated', subject: 'webhook', subjectId: id, after: { url: endpoint.url } })
    return { ...endpoint, secret }
  })
