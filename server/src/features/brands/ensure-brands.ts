import type { Db } from '#src/platform/db/schema.ts'
import type {} from './brand-rows.ts'
import { defaultBrand, shippedBrands } from './shipped-brands.ts'

/** Puts the shipped brands into a database that has none; what somebody changed or deleted stays so. Safe to run at every start. */
export const ensureBrands = async (db: Db): Promise<void> => {
  const known = await db.selectFrom('brands').select('id').limit(1).execute()
  if (known.length > 0) return
  await db
    .insertInto('brands')
    .values(shippedBrands.map((brand) => ({ ...brand, theme: JSON.stringify(brand.theme), isDefault: brand === defaultBrand })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
