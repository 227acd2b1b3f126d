import type { Brand, BrandDetail } from '@tablewire/contracts/identity/brands'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { BrandRecord } from './brand-rows.ts'

export const brandView = ({ id, name, logo, menuLogo, favicon, domains, sdkTheme, theme }: BrandRecord): Brand => ({
  id,
  name,
  logo,
  menuLogo,
  favicon,
  domains,
  sdkTheme,
  theme,
})

/** The columns of `BrandDetail`. */
export const detailColumns = sql`b.id, b.name, b.logo, b.menu_logo, b.favicon, b.domains, b.sdk_theme, b.theme, b.is_default, b.version,
  b.created_at, b.updated_at, (select count(*)::integer from companies c where c.brand_id = b.id) as company_count`

/** One brand, or `brand.not_found`. */
export const readBrand = async (ctx: Ctx, id: string): Promise<BrandDetail> => {
  const { rows } = await sql<BrandDetail>`select ${detailColumns} from brands b where b.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('brand.not_found')
  return rows[0]
}
