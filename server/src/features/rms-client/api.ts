import { sql } from 'kysely'
import { builtInSystemId } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Leftover } from '#src/platform/leftovers.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'

export { flushDemand } from './day-demand.ts'
export { keptDays, remoteDays } from './cached-days.ts'
export { writeCalls } from './count-calls.ts'
export { dropPastDays, invalidateDays } from './invalidate-days.ts'
export { invalidateConnection, secretLost } from './rms-connection.ts'
export { storePushedDays } from './store-pushed-days.ts'
export { markVenues, type VenueMark } from './mark-venues.ts'
export { storeFetchedDays, type FetchedDays, sizesInDemand } from './store-fetched-days.ts'
export type { CachedDay } from './known-days.ts'
export { type Choice, offeredView, requireOffered } from './offered.ts'
export { freshDays } from './refresh-days.ts'
export { type RmsClient, rmsClientOf } from './rms-client.ts'

/** Whether a system is called at all; cached for a few seconds. */
type VenueSummary = { id: string; remote: boolean }
const memory = makeTtlCache<VenueSummary>({ keepMs: 5000, max: 10_000 })

/** True when the venue's tables belong to an active system that is not our own book. */
export const isRemote = async (ctx: Ctx, { systemId }: { systemId: string | null }): Promise<boolean> => {
  if (systemId === null || systemId === builtInSystemId) return false
  const known = await memory.getOrLoad(systemId, async () => {
    const { rows } = await sql<VenueSummary>`
      select id, active and type <> 'built_in' as remote from systems where id = ${systemId}`.execute(ctx.db)
    return rows[0] ?? { id: systemId, remote: false }
  })
  return known.remote
}

/** Retention: health shows a day, by kind, and compares with the week before. */
export const remoteLeftovers: readonly Leftover[] = [{ table: 'remote_calls', column: 'minute', keep: { hours: 24 * 8 } }]
