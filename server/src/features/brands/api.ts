import type { Brand } from '@tablewire/contracts/identity/brands'
import { domainOf } from '@tablewire/contracts/identity/brands.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import type { BrandRecord } from './brand-rows.ts'
import { brandView } from './brand-view.ts'
import { knownBrands, lastKnownBrands } from './known-brands.ts'
import { defaultBrand } from './shipped-brands.ts'

export { domainOf } from '@tablewire/contracts/identity/brands.rules'
export { addPicture } from './add-picture.ts'
export { requirePicture } from './brand-fields.ts'
export { ensureBrands } from './ensure-brands.ts'
export { shippedBrands } from './shipped-brands.ts'
export { mailBrand } from './mail-brand.ts'
export { readBrand } from './brand-view.ts'
export { reviveBrand } from './revive-brand.ts'
export { updateBrand } from './update-brand.ts'
export { readPicture } from './read-picture.ts'

/** The brand of a request's host; the default brand for a host that is nobody's. Never fails for want of a brand. */
export const brandOfHost = async (db: Db, host: string): Promise<Brand> => brandFor(host, await knownBrands(db))

/** The same for pages that are shown also while the database is away. */
export const brandOfHostLastKnown = async (db: Db, host: string): Promise<Brand> => brandFor(host, await lastKnownBrands(db))

const brandFor = (host: string, brands: readonly BrandRecord[]): Brand => {
  const domain = domainOf(host)
  const found = brands.find(({ domains }) => domains.includes(domain)) ?? brands.find(({ isDefault }) => isDefault)
  return found ? brandView(found) : defaultBrand
}

export const brandById = async (db: Db, id: string): Promise<Brand | undefined> => {
  const found = (await knownBrands(db)).find((brand) => brand.id === id)
  return found && brandView(found)
}

/** BR4: the brand a company carries; of the platform's own people, and of a company without one, that of the host. */
export const brandOfCompany = async (ctx: Pick<Ctx, 'db'>, companyId: string | null, host: string): Promise<Brand> => {
  const { rows } = await sql<BrandRecord>`select b.* from companies c join brands b on b.id = c.brand_id where c.id = ${companyId}`.execute(
    ctx.db,
  )
  return rows[0] ? brandView(rows[0]) : brandOfHost(ctx.db, host)
}

/** BR4: the brand of the company that owns the venue, which mails, public pages and exports carry. */
export const brandOfVenue = async (ctx: Ctx, venueId: string): Promise<Brand> => {
  const { rows } = await sql<BrandRecord>`
    select b.* from venue_names v join companies c on c.id = v.company_id join brands b on b.id = c.brand_id where v.id = ${venueId}`.execute(
    ctx.db,
  )
  return rows[0] ? brandView(rows[0]) : brandOfHost(ctx.db, '')
}
