import { emptyRwgAccount, type RwgAccount } from '@tablewire/contracts/rms/system-fields'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { AccountInput } from './account-fields.ts'

/** What a reservation system has set of an account of its own; its private key is sealed anew with the account. */
export const settingsOfSystem = async (ctx: Ctx, systemId: string): Promise<AccountInput> => {
  const system = await ctx.db.selectFrom('systems').select(['rwgAccount', 'rwgCapabilities']).where('id', '=', systemId).executeTakeFirst()
  if (!system) throw new Problem('system.not_found')
  const set: RwgAccount = { ...emptyRwgAccount, ...system.rwgAccount }
  const key = await ctx.db
    .selectFrom('systemSecrets')
    .select('sealed')
    .where('systemId', '=', systemId)
    .where('name', '=', 'sftpPrivateRsaKey')
    .executeTakeFirst()
  return {
    partnerId: set.partnerId,
    sftpUrl: set.sftpUrl,
    sftpPort: set.sftpPort,
    sftpUsers: {
      service: set.sftpServiceUser,
      merchants: set.sftpMerchantsUser,
      availability: set.sftpAvailabilityUser,
      generic: set.sftpGenericUser,
    },
    capabilities: system.rwgCapabilities,
    ...(key ? { sftpPrivateRsaKey: ctx.ports.secrets.open(key.sealed) } : {}),
  }
}
