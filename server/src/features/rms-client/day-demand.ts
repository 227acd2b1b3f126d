import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { rootDbOf, perDatabase } from '#src/platform/db/connect.ts'
import type { DaysOf } from './known-days.ts'

type DayKey = { v: string; d: string; p: number; a: string }
type DemandBuffer = { days: Map<string, DayKey>; cancel: (() => void) | undefined }

/** Write-behind: searches come by the thousand, so the days searched for are buffered and written every few seconds in one statement. */
const bufferOf = perDatabase((): DemandBuffer => ({ days: new Map(), cancel: undefined }))
const writeEveryMs = 3000
const most = 20_000

/** Records demand for these days: they are refreshed before they expire. */
export const recordDemand = (ctx: Ctx, { venue, partySize, areaId }: DaysOf, dates: readonly string[]): void => {
  // Our own sync is no demand.
  if (ctx.actor.kind === 'system' && ctx.actor.id === null) return
  const gathering = bufferOf(ctx.db)
  if (gathering.days.size < most)
    for (const date of dates)
      gathering.days.set(`${venue.id} ${date} ${partySize} ${areaId}`, { v: venue.id, d: date, p: partySize, a: areaId ?? '' })
  gathering.cancel ??= ctx.ports.timers.after(writeEveryMs, () => void flushDemand({ ...ctx, db: rootDbOf(ctx.db) }))
}

/** Flushes the buffer; a loss does no harm. */
export const flushDemand = async ({ db, log, clock }: Pick<Ctx, 'db' | 'log' | 'clock'>): Promise<void> => {
  const gathering = bufferOf(db)
  gathering.cancel?.()
  gathering.cancel = undefined
  if (!gathering.days.size) return
  const days = [...gathering.days.values()]
  gathering.days.clear()
  const now = clock().toString()
  await sql`
    update remote_days r set asked_at = ${now}::timestamptz
    from (select * from json_to_recordset(${JSON.stringify(days)}::json) as t (v uuid, d date, p integer, a text) order by v, d, p, a) as t
    where r.venue_id = t.v and r.on_date = t.d and r.party_size = t.p and r.area = t.a
      and (r.asked_at is null or r.asked_at < ${now}::timestamptz - interval '20 seconds')`
    .execute(db)
    .catch((error: unknown) => log.warn({ err: error }, 'days asked for'))
}
