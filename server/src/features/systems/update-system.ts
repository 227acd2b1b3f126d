import type { Received } from '@tablewire/contracts/endpoint'
import { SystemSecret } from '@tablewire/contracts/system-fields'
import type { SystemDetail, systems } from '@tablewire/contracts/systems'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { forgetSystem } from './known-system.ts'
import { connectionToKeep } from './connection.ts'
import { refuseAddresses, refuseHorizon, refuseTaken } from './system-fields.ts'
import { readSystem, requireSystem, toldOf } from './system-view.ts'

type Change = Received<typeof systems.update>

/** Takes a change only from whoever has seen the system as it is now. What is not sent stays. */
export const updateSystem = async (ctx: Ctx, { params: { id }, body }: Change): Promise<SystemDetail> =>
  transaction(ctx, async (inner) => {
    await requireSystem(inner, id, { lock: true })
    const before = await readSystem(inner, id)
    if (before.version !== body.version) throw new Problem('system.version_stale')
    refuseAddresses(body)
    const kept = connectionToKeep(inner, before, body)
    refuseHorizon({ syncHorizon: before.syncHorizon, syncHorizonDays: before.syncHorizonDays, ...body })
    if (before.type === 'built_in' && (body.type !== undefined || body.active === false)) throw new Problem('system.built_in')
    const { version, rwgConfig, rwgAccount, capabilities, secrets, connection: _given, ...columns } = body
    await inner.db
      .updateTable('systems')
      .set({
        ...columns,
        ...(rwgConfig ? { rwgConfig: JSON.stringify(rwgConfig) } : {}),
        ...(rwgAccount ? { rwgAccount: JSON.stringify(rwgAccount) } : {}),
        ...(kept ? { connection: JSON.stringify(kept) } : {}),
        ...(capabilities ? { rwgCapabilities: [...new Set(capabilities)].toSorted() } : {}),
        version: version + 1,
        updatedAt: inner.clock().toString(),
      })
      .where('id', '=', id)
      .execute()
    await writeSecrets(inner, id, secrets ?? {})
    const after = await readSystem(inner, id)
    await audit(inner, { action: 'system.updated', subject: 'system', subjectId: id, before: toldOf(before), after: toldOf(after) })
    inner.trail.afterCommit.push(() => forgetSystem(id))
    return after
  }).catch(refuseTaken(body))

/** Null takes a secret away, text seals a new one, and what is not named stays. */
const writeSecrets = async (ctx: Ctx, systemId: string, given: NonNullable<Change['body']['secrets']>): Promise<void> => {
  for (const name of SystemSecret.options) {
    const plain = given[name]
    if (plain === undefined) continue
    if (plain === null) {
      await ctx.db.deleteFrom('systemSecrets').where('systemId', '=', systemId).where('name', '=', name).execute()
      continue
    }
    const row = { sealed: ctx.ports.secrets.seal(plain), setAt: ctx.clock().toString() }
    await ctx.db
      .insertInto('systemSecrets')
      .values({ systemId, name, ...row })
      .onConflict((conflict) => conflict.columns(['systemId', 'name']).doUpdateSet(row))
      .execute()
  }
}
