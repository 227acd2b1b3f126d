import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { SystemDetail, systems } from '@tablewire/contracts/rms/systems'
import { refuseStale } from '#src/features/access/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { invalidateSystem } from './known-system.ts'
import { refuseHorizon } from './system-fields.ts'
import { readSystem, requireSystem, auditedFields } from './system-view.ts'
import { systemColumns, writeSecrets } from './system-write.ts'

type Change = Received<typeof systems.update>

/** Optimistic lock: takes a change only for the version the caller has read. Fields not sent stay. */
export const updateSystem = async (ctx: Ctx, { params: { id }, body }: Change): Promise<SystemDetail> =>
  transaction(ctx, async (inner) => {
    await requireSystem(inner, id, { lock: true })
    const before = await readSystem(inner, id)
    await refuseStale(inner, {
      code: 'system.version_stale',
      seen: body.version,
      now: before.version,
      subjectId: id,
      actions: ['system.updated', 'system.undone'],
    })
    const { version, ...given } = body
    const columns = systemColumns(inner, before, given)
    refuseHorizon({ syncHorizon: before.syncHorizon, syncHorizonDays: before.syncHorizonDays, ...body })
    if (before.type === 'built_in' && (body.type !== undefined || body.active === false)) throw new Problem('system.built_in')
    await inner.db
      .updateTable('systems')
      .set({
        ...columns,
        version: version + 1,
        updatedAt: inner.clock().toString(),
      })
      .where('id', '=', id)
      .execute()
    await writeSecrets(inner, id, body.secrets)
    const after = await readSystem(inner, id)
    await audit(inner, {
      action: 'system.updated',
      subject: 'system',
      subjectId: id,
      before: auditedFields(before),
      after: auditedFields(after),
    })
    inner.unitOfWork.afterCommit.push(() => invalidateSystem(id))
    return after
  })
