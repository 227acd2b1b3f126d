import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { SystemDetail, systems } from '@tablewire/contracts/rms/systems'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { refuseHorizon } from './system-fields.ts'
import { readSystem, requirePlatform, auditedFields } from './system-view.ts'
import { systemColumns, writeSecrets } from './system-write.ts'

/** A new system; it has no key yet, and no venue. */
export const createSystem = async (ctx: Ctx, body: Received<typeof systems.create>['body']): Promise<SystemDetail> => {
  requirePlatform(ctx)
  refuseHorizon({ syncHorizonDays: null, ...body })
  const id = newId()
  return transaction(ctx, async (inner) => {
    const now = inner.clock().toString()
    const columns = systemColumns(inner, { type: body.type, connector: 'standard', connection: {} }, body)
    await inner.db
      .insertInto('systems')
      .values({ ...columns, id, createdAt: now, updatedAt: now })
      .execute()
    await writeSecrets(inner, id, body.secrets)
    const system = await readSystem(inner, id)
    await audit(inner, { action: 'system.created', subject: 'system', subjectId: id, after: auditedFields(system) })
    return system
  })
}
