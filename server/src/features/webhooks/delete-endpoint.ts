import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { lockEndpoint, auditedFields } from './endpoint-view.ts'

export const deleteEndpoint = async (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    const before = await lockEndpoint(inner, id)
    await inner.db.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
    await audit(inner, { action: 'webhook.deleted', subject: 'webhook', subjectId: id, before: auditedFields(before) })
    return { id }
  })
