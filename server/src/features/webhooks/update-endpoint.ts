import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { webhooks } from '@tablewire/contracts/channels/webhooks'
import { refuseStale } from '#src/features/access/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { authColumns, endpointUrl } from './endpoint-fields.ts'
import { type AnyEndpoint, auditedFields, lockEndpoint, readEndpoint } from './endpoint-view.ts'

const fresh = { failures: 0, failingSince: null, retryAt: null, lastError: null } as const

/** The state afterwards: a new address has to be verified again, and resuming resets the failure count. */
const standing = (before: AnyEndpoint, paused: boolean | undefined, moved: boolean) => {
  if (moved) return { state: 'unverified', pausedBy: null, ...fresh } as const
  if (paused === undefined || (before.state === 'paused') === paused) return {}
  if (before.state === 'unverified') throw new Problem('webhook.unverified')
  return paused ? ({ state: 'paused', pausedBy: 'person' } as const) : ({ state: 'active', pausedBy: null, ...fresh } as const)
}

/** Optimistic lock: takes a change only for the version the caller has read. Fields not sent stay. */
export const updateEndpoint = async (ctx: Ctx, { params: { id }, body }: Received<typeof webhooks.update>): Promise<AnyEndpoint> =>
  transaction(ctx, async (inner) => {
    const before = await lockEndpoint(inner, id)
    await refuseStale(inner, {
      code: 'webhook.version_stale',
      seen: body.version,
      now: before.version,
      subjectId: id,
      actions: ['webhook.updated', 'webhook.paused'],
    })
    const url = body.url === undefined ? before.url : endpointUrl(inner, body.url)
    await inner.db
      .updateTable('webhookEndpoints')
      .set({
        url,
        ...(body.auth ? authColumns(inner, body.auth) : {}),
        ...(body.ownChanges === undefined ? {} : { ownChanges: body.ownChanges }),
        ...standing(before, body.paused, url !== before.url),
        version: before.version + 1,
        updatedAt: inner.clock().toString(),
      })
      .where('id', '=', id)
      .execute()
    const after = await readEndpoint(inner, id)
    await audit(inner, {
      action: 'webhook.updated',
      subject: 'webhook',
      subjectId: id,
      before: auditedFields(before),
      after: auditedFields(after),
    })
    return after
  })
