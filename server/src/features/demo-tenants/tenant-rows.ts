import type { Lang } from '@tablewire/contracts/kit/wire'
import { type Generated, type Selectable, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type DemoTenants = {
  companyId: string
  userId: string
  state: 'ready' | 'alive'
  linkId: string | null
  lang: Lang
  zone: string
  madeAt: InstantColumn
  endsAt: NullableInstant
  nextAt: NullableInstant
  step: Generated<number>
}
export type TenantRecord = Selectable<DemoTenants>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    demoTenants: DemoTenants
  }
}

/** Whoever counts or makes tenants waits for the others: at most so many live, in all processes together. */
export const lockTenants = async ({ db }: Ctx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('demo tenants'))`.execute(db)
}

export const countTenants = async ({ db }: Ctx, state: TenantRecord['state']): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from demo_tenants where state = ${state}`.execute(db)
  return rows[0]!.total
}

export const tenantOfLink = (ctx: Ctx, linkId: string): Promise<TenantRecord | undefined> =>
  ctx.db.selectFrom('demoTenants').selectAll().where('linkId', '=', linkId).executeTakeFirst()

export const insertReady = async (ctx: Ctx, tenant: Pick<TenantRecord, 'companyId' | 'userId' | 'lang' | 'zone'>): Promise<void> => {
  await ctx.db
    .insertInto('demoTenants')
    .values({ ...tenant, state: 'ready', madeAt: ctx.clock().toString() })
    .execute()
}

/** One that was made ahead for such people; locked. */
export const takeReady = (ctx: Ctx, { lang, zone }: Pick<TenantRecord, 'lang' | 'zone'>): Promise<TenantRecord | undefined> =>
  ctx.db
    .selectFrom('demoTenants')
    .selectAll()
    .where('state', '=', 'ready')
    .where('lang', '=', lang)
    .where('zone', '=', zone)
    .orderBy('madeAt', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

export const readyTenants = (ctx: Ctx): Promise<Pick<TenantRecord, 'companyId' | 'lang' | 'zone' | 'madeAt'>[]> =>
  ctx.db.selectFrom('demoTenants').select(['companyId', 'lang', 'zone', 'madeAt']).where('state', '=', 'ready').orderBy('madeAt').execute()

export const bringToLife = async (ctx: Ctx, companyId: string, { linkId, endsAt }: { linkId: string; endsAt: string }): Promise<void> => {
  const nextAt = ctx.clock().add({ seconds: 6 }).toString()
  await ctx.db.updateTable('demoTenants').set({ state: 'alive', linkId, endsAt, nextAt }).where('companyId', '=', companyId).execute()
}

/** Claims tenants in which something should happen now; nobody else takes them before `until`. */
export const takeDue = async (ctx: Ctx, capacity: number, until: string): Promise<TenantRecord[]> => {
  const { rows } = await sql<TenantRecord>`
    update demo_tenants d set next_at = ${until}::timestamptz, step = d.step + 1 from (
      select company_id from demo_tenants where state = 'alive' and next_at <= ${ctx.clock().toString()}::timestamptz and ends_at > ${ctx.clock().toString()}::timestamptz
      order by next_at limit ${capacity} for update skip locked) due
    where d.company_id = due.company_id returning d.*`.execute(ctx.db)
  return rows
}

/** Tenants whose time is over. */
export const endedTenants = async (ctx: Ctx): Promise<string[]> => {
  const rows = await ctx.db
    .selectFrom('demoTenants')
    .select('companyId')
    .where('state', '=', 'alive')
    .where('endsAt', '<=', ctx.clock().toString())
    .execute()
  return rows.map(({ companyId }) => companyId)
}

/** The tenant with all that is its own; false = there was none. */
export const removeTenant = async ({ db }: Ctx, companyId: string): Promise<boolean> => {
  const { rows } = await sql<{ removed: boolean }>`select remove_demo(${companyId}) as removed`.execute(db)
  return rows[0]!.removed
}

/** What was on its way while a tenant was removed, and arrived after it. */
export const removeStrays = async ({ db }: Ctx): Promise<void> => {
  await sql`select remove_demo_strays()`.execute(db)
}
