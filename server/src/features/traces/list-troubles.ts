import type { GroundTrouble } from '@tablewire/contracts/traces'
import type { Ctx } from '#src/platform/ctx.ts'

/** What this server stands on, where it is not well: for the platform's people, who may do something about it. */
export const listTroubles = async (ctx: Ctx): Promise<GroundTrouble[]> => {
  if (ctx.scope.kind !== 'all') return []
  const { storage, secrets, descriptors } = await ctx.ports.ground.look()
  const troubles: GroundTrouble[] = []
  if (storage.fault !== null && storage.since !== null)
    troubles.push({
      what: `storage_${storage.fault}`,
      since: storage.since,
      count: storage.disk && Math.floor(storage.disk.freeBytes / 1_000_000),
    })
  if (secrets.since !== null)
    troubles.push({
      what: secrets.proven ? 'secrets_unreadable' : 'secrets_wrong_key',
      since: secrets.since,
      count: secrets.unreadable.reduce((sum, { count }) => sum + count, 0),
    })
  if (descriptors.fullSince !== null) troubles.push({ what: 'descriptors', since: descriptors.fullSince, count: descriptors.limit })
  return troubles
}
