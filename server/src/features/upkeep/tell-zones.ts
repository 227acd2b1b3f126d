import type { Ctx } from '#src/platform/ctx.ts'
import { differingZones } from '#src/platform/db/zone-data.ts'

/** Says in the log of which zones with venues the database's data is older, or newer, than this process's: the runbook tells what to do then. */
export const tellZones = async (ctx: Ctx): Promise<void> => {
  const rows = await ctx.db.selectFrom('venues').select('timeZone').distinct().where('archivedAt', 'is', null).execute()
  const differing = await differingZones(
    ctx.db,
    rows.map(({ timeZone }) => timeZone),
    ctx.clock(),
  )
  if (differing.length) ctx.log.warn({ differing, zoneData: process.versions.tz }, 'the database tells another time in zones with venues')
}
