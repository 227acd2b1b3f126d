import type { Received } from '@tablewire/contracts/endpoint'
import type { SystemDetail, systems } from '@tablewire/contracts/systems'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { refuseHorizon, refuseTaken } from './system-fields.ts'
import { readSystem, requirePlatform, toldOf } from './system-view.ts'

/** A new system; it has no key yet, and no venue. */
export const createSystem = async (ctx: Ctx, body: Received<typeof systems.create>['body']): Promise<SystemDetail> => {
  requirePlatform(ctx)
  refuseHorizon({ syncHorizonDays: null, ...body })
  const id = newId()
  return transaction(ctx, async (inner) => {
    const now = inner.clock().toString()
    await inner.db
      .insertInto('systems')
      .values({ ...body, id, createdAt: now, updatedAt: now })
      .execute()
    const system = await readSystem(inner, id)
    await audit(inner, { action: 'system.created', subject: 'system', subjectId: id, after: toldOf(system) })
    return system
  }).catch(refuseTaken(body))
}
