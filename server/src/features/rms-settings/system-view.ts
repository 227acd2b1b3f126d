import type { SystemDetail } from '@tablewire/contracts/rms/systems'
import { emptyRwgAccount, emptyRwgConfig } from '@tablewire/contracts/rms/system-fields'
import { sql } from 'kysely'
import { notArchived } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** Tenant scope: systems serve all companies, so only people of the platform may set one up, whatever their permissions within one company. */
export const requirePlatform = (ctx: Ctx): void => {
  if (ctx.scope.kind !== 'all') throw new Problem('access.denied')
}

type Required = { name: string; type: string; test: boolean }

/** The system, or `system.not_found`; `lock` locks the row until the transaction ends. */
export const requireSystem = async (ctx: Ctx, id: string, { lock = false } = {}): Promise<Required> => {
  requirePlatform(ctx)
  const { rows } = await sql<Required>`
    select name, type, test from systems where id = ${id} ${lock ? sql`for update` : sql``}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('system.not_found')
  return rows[0]
}

type Row = SystemDetail & { secrets: SystemDetail['secrets'] | null }

/** One system, or `system.not_found`. */
export const readSystem = async (ctx: Ctx, id: string): Promise<SystemDetail> => {
  requirePlatform(ctx)
  const { rows } = await sql<Row>`
    select s.id, s.code, s.name, s.type, s.test, s.connector, s.connection, s.connected_at,
      s.connection_failed_at, s.sync_algorithm, s.sync_horizon, s.sync_horizon_days, s.sync_venues_minutes, s.sync_areas_minutes, s.sync_availability_minutes,
      s.sync_reservations_minutes, s.sync_health_minutes, s.sync_party_sizes, s.min_advance_booking_pressure_release,
      s.sync_venues, s.sync_availabilities, s.store_customer_data, s.source_in_notes, s.rwg_enabled, s.fb_onboarding, s.credentials_type,
      s.active, s.rate_limit_per_minute, s.rwg_config, s.rwg_account, s.rwg_capabilities as capabilities, s.version, s.created_at, s.updated_at,
      (select count(*)::integer from venues v where v.system_id = s.id and ${notArchived('v.id')}) as venue_count
    from systems s where s.id = ${id}`.execute(ctx.db)
  const system = rows[0]
  if (!system) throw new Problem('system.not_found')
  const secrets = await ctx.db.selectFrom('systemSecrets').select(['name', 'setAt']).where('systemId', '=', id).orderBy('name').execute()
  return {
    ...system,
    rwgConfig: { ...emptyRwgConfig, ...system.rwgConfig },
    rwgAccount: { ...emptyRwgAccount, ...system.rwgAccount },
    secrets,
  }
}

/** What the audit records: of secrets only since when they are set. */
export const auditedFields = ({
  secrets,
  version: _version,
  updatedAt: _updatedAt,
  venueCount: _venues,
  connectedAt: _connected,
  connectionFailedAt: _failed,
  ...system
}: SystemDetail) => ({
  ...system,
  sealedSince: Object.fromEntries(secrets.map(({ name, setAt }) => [name, setAt])),
})
