import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { readSystem, auditedFields } from './system-view.ts'

/**
 * Creates the twin of a system, with the same settings but without its addresses and secrets: those of the test server are entered there. Must run in
 * the caller's transaction.
 */
export const createTestSystem = async (ctx: Ctx, testOf: string): Promise<string> => {
  const { code: liveCode, name: liveName } = await readSystem(ctx, testOf)
  const [id, now] = [newId(), ctx.clock().toString()]
  const names = { code: `${liveCode.slice(0, 35)}-test`, name: `${liveName.slice(0, 100)} (test)` }
  await sql`
    insert into systems (id, code, name, test, test_of, type, connector, sync_algorithm, sync_horizon, sync_horizon_days, sync_venues, sync_availabilities,
      store_customer_data, source_in_notes, credentials_type, created_at, updated_at)
    select ${id}, ${names.code}, ${names.name}, true, s.id, s.type, s.connector, s.sync_algorithm, s.sync_horizon, s.sync_horizon_days, s.sync_venues,
      s.sync_availabilities, s.store_customer_data, s.source_in_notes, s.credentials_type, ${now}::timestamptz, ${now}::timestamptz
    from systems s where s.id = ${testOf}`.execute(ctx.db)
  await audit(ctx, { action: 'system.created', subject: 'system', subjectId: id, after: auditedFields(await readSystem(ctx, id)) })
  return id
}
