import type { Brand } from '@tablewire/contracts/brands'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { makeShortMemory, type ShortMemory } from '#src/platform/short-memory.ts'
import type { BrandRecord } from './brand-rows.ts'
import { brandView } from './brand-view.ts'
import { defaultBrand } from './shipped-brands.ts'

export { ensureBrands } from './ensure-brands.ts'
export { shippedBrands } from './shipped-brands.ts'

/** Brands change rarely and are asked for with every page: a change shows after ten seconds at the latest. */
const memories = new WeakMap<Db, ShortMemory<BrandRecord[]>>()

const allBrands = async (db: Db): Promise<BrandRecord[]> => {
  let memory = memories.get(db)
  if (!memory) memories.set(db, (memory = makeShortMemory<BrandRecord[]>({ keepMs: 10_000, max: 1 })))
  return memory.recall('all', () => db.selectFrom('brands').selectAll().orderBy('createdAt').orderBy('id').execute())
}

/** BR2: neither the port nor a leading `panel.` matters, nor how the name is written. */
export const domainOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .replace(/^panel\./, '')

/** The brand of a request's host; the default brand for a host that is nobody's. Never fails for want of a brand. */
export const brandOfHost = async (db: Db, host: string): Promise<Brand> => {
  const brands = await allBrands(db)
  const domain = domainOf(host)
  const found = brands.find(({ domains }) => domains.includes(domain)) ?? brands.find(({ isDefault }) => isDefault)
  return found ? brandView(found) : defaultBrand
}

/** BR4: the brand of the company that owns the venue, which mails, public pages and exports carry. */
export const brandOfVenue = async (ctx: Ctx, venueId: string): Promise<Brand> => {
  const { rows } = await sql<BrandRecord>`
    select b.* from venues v join companies c on c.id = v.company_id join brands b on b.id = c.brand_id where v.id = ${venueId}`.execute(
    ctx.db,
  )
  return rows[0] ? brandView(rows[0]) : brandOfHost(ctx.db, '')
}
