import type { Db } from '#src/platform/db/schema.ts'
import type {} from './brand-rows.ts'
import { defaultBrand, shippedBrands } from './shipped-brands.ts'

/** Puts the shipped brands where they are missing and leaves alone what somebody changed; safe to run at every start. */
export const ensureBrands = async (db: Db): Promise<void> => {
  await db
    .insertInto('brands')
    .values(shippedBrands.map((brand) => ({ ...brand, theme: JSON.stringify(brand.theme), isDefault: brand === defaultBrand })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
