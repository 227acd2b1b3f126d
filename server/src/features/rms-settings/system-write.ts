import type { Received } from '@tablewire/contracts/kit/endpoint'
import { SystemSecret } from '@tablewire/contracts/rms/system-fields'
import type { systems } from '@tablewire/contracts/rms/systems'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Before, connectionToKeep } from './connection.ts'
import { refuseAddresses } from './system-fields.ts'

type SystemInput = Omit<Received<typeof systems.update>['body'], 'version'>

/** The fields as columns, or one problem that names every invalid one; fields not given stay as they are. Secrets are written apart. */
export const systemColumns = <T extends SystemInput>(ctx: Ctx, before: Before, given: T) => {
  refuseAddresses(ctx, given)
  const stored = connectionToKeep(ctx, before, given)
  const { rwgConfig, rwgAccount, capabilities, secrets: _sealed, connection: _given, ...columns } = given
  return {
    ...columns,
    ...(rwgConfig ? { rwgConfig: JSON.stringify(rwgConfig) } : {}),
    ...(rwgAccount ? { rwgAccount: JSON.stringify(rwgAccount) } : {}),
    ...(stored ? { connection: JSON.stringify(stored) } : {}),
    ...(capabilities ? { rwgCapabilities: [...new Set(capabilities)].toSorted() } : {}),
  }
}

/** Null removes a secret, text seals a new one, and secrets not named stay. */
export const writeSecrets = async (ctx: Ctx, systemId: string, given: SystemInput['secrets']): Promise<void> => {
  for (const name of SystemSecret.options) {
    const plain = given?.[name]
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
