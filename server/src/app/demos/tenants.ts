import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { setCompany } from '#src/features/access/api.ts'
import {
  bringToLife,
  countTenants,
  endedTenants,
  lockTenants,
  readyTenants,
  removeStrays,
  removeTenant,
  takeReady,
  tenantOfLink,
  type TenantRecord,
} from '#src/features/demo-tenants/api.ts'
import { insertSession, invalidateAllUsers } from '#src/features/people/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { demoTokenPrefix, type Tenant, type TenantAsk } from '#src/platform/demos.ts'
import { newId, newSecret, secretHash } from '#src/platform/id.ts'
import { furnishTenant } from './furnish-tenant.ts'
import { removeFiles } from './tenant-files.ts'
import { zoneOf } from './tenant-houses.ts'

/** A service that was written longer ago than this is not that of now any more. */
const freshMs = 20 * 60_000
/** Made ahead for each language in which a link waits. */
const readyEach = 2

/** The brand as it is now, under its own id; domains lead to the real installation only. */
const wear = async (ctx: Ctx, companyId: string, brand: NonNullable<TenantAsk['brand']>): Promise<void> => {
  const { id, name, logo, menuLogo, favicon, sdkTheme, theme } = brand as Record<string, string>
  const row = { name: name!, logo: logo!, menuLogo: menuLogo!, favicon: favicon!, sdkTheme: sdkTheme!, theme: JSON.stringify(theme) }
  await ctx.db
    .insertInto('brands')
    .values({ id: id!, ...row, domains: [], isDefault: false })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  await setCompany(ctx, companyId, { brandId: id! })
}

/** The busiest house is called as the restaurant it is shown to. */
const nameHouse = async (ctx: Ctx, companyId: string, { name, cuisine, city }: NonNullable<TenantAsk['restaurant']>): Promise<void> => {
  await sql`
    update venues set name = ${name}, cuisine = coalesce(${cuisine}, cuisine), city = coalesce(${city}, city)
    where id = (select id from venues where company_id = ${companyId} order by id limit 1)`.execute(ctx.db)
  await setCompany(ctx, companyId, { name })
}

const beginSession = async (ctx: Ctx, { userId, endsAt }: { userId: string; endsAt: string }): Promise<string> => {
  const access = `${demoTokenPrefix}${newSecret()}`
  const now = ctx.clock().toString()
  await insertSession(ctx, {
    id: newId(),
    userId,
    kind: 'demo',
    accessHash: secretHash(access),
    accessExpiresAt: endsAt,
    refreshHash: secretHash(newSecret()),
    refreshExpiresAt: endsAt,
    longTime: false,
    createdAt: now,
    usedAt: now,
    device: 'unknown',
  })
  return access
}

const newTenant = async (ctx: Ctx, { lang, zone }: { lang: Lang; zone: string }): Promise<TenantRecord> => {
  const ready = await takeReady(ctx, { lang, zone })
  if (ready && ctx.clock().epochMilliseconds - instantMs(ready.madeAt) < freshMs) return ready
  await furnishTenant(ctx, { lang, zone })
  return (await takeReady(ctx, { lang, zone }))!
}

export const startTenant = async (ctx: Ctx, ask: TenantAsk, most: number): Promise<Tenant | 'full'> =>
  transaction(ctx, async (inner) => {
    await lockTenants(inner)
    const known = await tenantOfLink(inner, ask.linkId)
    if (known) return { tenantId: known.companyId, accessToken: await beginSession(inner, { userId: known.userId, endsAt: known.endsAt! }) }
    if ((await countTenants(inner, 'alive')) >= most) return 'full'
    const { companyId, userId } = await newTenant(inner, { lang: ask.lang, zone: ask.zone ?? zoneOf(ask.lang) })
    if (ask.brand) await wear(inner, companyId, ask.brand)
    if (ask.restaurant) await nameHouse(inner, companyId, ask.restaurant)
    await bringToLife(inner, companyId, { linkId: ask.linkId, endsAt: ask.endsAt })
    return { tenantId: companyId, accessToken: await beginSession(inner, { userId, endsAt: ask.endsAt }) }
  })

export const removeTenants = async (ctx: Ctx, tenantIds: readonly string[]): Promise<void> => {
  for (const id of tenantIds) {
    await removeFiles(ctx, id)
    await transaction(ctx, (inner) => removeTenant(inner, id))
  }
  if (tenantIds.length) invalidateAllUsers()
}

/** Removes what is over or stale, and makes ahead what is missing; each tenant is a transaction of its own. */
export const prepareTenants = async (ctx: Ctx, langs: readonly Lang[]): Promise<void> => {
  const staleMs = ctx.clock().epochMilliseconds - freshMs
  const ready = await readyTenants(ctx)
  const stale = ready.filter(({ lang, madeAt }) => instantMs(madeAt) < staleMs || !langs.includes(lang))
  await removeTenants(ctx, [...(await endedTenants(ctx)), ...stale.map(({ companyId }) => companyId)])
  await removeStrays(ctx)
  for (const lang of langs) {
    for (let round = 0; round < readyEach; round++)
      await transaction(ctx, async (inner) => {
        await lockTenants(inner)
        const zone = zoneOf(lang)
        const there = (await readyTenants(inner)).filter((one) => one.lang === lang && one.zone === zone)
        if (there.length < readyEach) await furnishTenant(inner, { lang, zone })
      })
  }
}
