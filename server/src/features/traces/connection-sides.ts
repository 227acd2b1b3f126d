import type { Connection } from '@tablewire/contracts/operations/traces'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import { isOfChannel, ofOwnChannels } from '#src/features/webhooks/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { ofOwnSystem } from './trace-filters.ts'

export type Side = Pick<Connection, 'kind' | 'id' | 'name' | 'waiting' | 'undelivered' | 'health'> & { isGoogle: boolean }
type VisibleConnections = { systems: RawBuilder<SqlBool>; channels: RawBuilder<SqlBool> }
const nothing = sql<SqlBool>`false`
const everything = sql<SqlBool>`true`

/**
 * Tenant scope: figures of a side are for those who answer for all of it, the platform's people and the side's own. For anybody else they would
 * reveal how other tenants' restaurants are doing.
 */
export const seesWhole = (ctx: Ctx): boolean =>
  ctx.scope.kind === 'all' || ctx.scope.kind === 'system' || ctx.scope.kind === 'channel' || isOfChannel(ctx)

const seenBy = (ctx: Ctx): VisibleConnections => {
  if (ctx.scope.kind === 'all') return { systems: everything, channels: everything }
  if (ctx.scope.kind === 'system') return { systems: ofOwnSystem(ctx, ctx.scope.systemId, 's.id'), channels: nothing }
  if (isOfChannel(ctx)) return { systems: nothing, channels: ofOwnChannels(ctx, 'c.id') }
  if (ctx.scope.kind === 'channel') return { systems: nothing, channels: sql<SqlBool>`c.id = ${ctx.scope.channelId}` }
  return {
    systems: sql<SqlBool>`exists (select from venues v where v.system_id = s.id and ${inScope(ctx, 'v.id')})`,
    channels: sql<SqlBool>`exists (select from channel_venues cv where cv.channel_id = c.id and cv.state = 'live' and ${inScope(ctx, 'cv.venue_id')})`,
  }
}

/** The sides shown, and the queue depth of each; the built-in book is no connection. */
export const sidesOf = async (ctx: Ctx): Promise<Side[]> => {
  const { systems, channels } = seenBy(ctx)
  const ofMine = seesWhole(ctx)
    ? everything
    : sql<SqlBool>`exists (select from webhook_events e where e.id = d.event_id and ${inScope(ctx, 'e.venue_id')})`
  const { rows } = await sql<Side>`
    select 'system' as kind, s.id, s.name, (
        select count(*)::integer from remote_bookings b where b.system_id = s.id and (b.next_at is not null or b.state = 'stuck') and ${inScope(ctx, 'b.venue_id')}
      ) as waiting, 0 as undelivered, case when h.duration_ms is not null and not (s.test and s.connection = '{}') then json_build_object('ok', h.ok, 'since', h.since, 'checkedAt', h.checked_at,
        'failures', h.failures, 'error', case when not h.ok then h.last_error end, 'durationMs', h.duration_ms) end as health, false as is_google
    from systems s left join system_health h on h.system_id = s.id where s.active and s.type <> 'built_in' and ${systems}
    union all
    select 'channel', c.id, c.name, (
        select count(*)::integer from webhook_deliveries d where d.channel_id = c.id and d.rank = 1 and d.attempts > 0 and ${ofMine}
      ), (select count(*)::integer from webhook_deliveries d where d.channel_id = c.id and d.rank = 0 and ${ofMine}), null, exists (select from google_accounts a where a.channel_id = c.id)
    from channels c where c.active and ${channels}`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    health: row.health && { ...row.health, since: utc(row.health.since), checkedAt: utc(row.health.checkedAt) },
  }))
}

/** Instants inside of JSON come with an offset. */
const utc = (text: string): string => new Date(text).toISOString()
