import type { BrandDetail } from '@tablewire/contracts/identity/brands'
import { audit } from '#src/platform/audit/audit.ts'
import { keepDeleted, takeDeleted } from '#src/platform/audit/deleted-things.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { refuseTakenDomains, stillThere } from './brand-fields.ts'
import { readBrand } from './brand-view.ts'
import { invalidateBrands } from './known-brands.ts'

type KeptBrand = Pick<BrandDetail, 'name' | 'logo' | 'menuLogo' | 'favicon' | 'domains' | 'sdkTheme' | 'theme'>

/** Before it goes. */
export const keepBrand = (ctx: Ctx, { id, name, logo, menuLogo, favicon, domains, sdkTheme, theme }: BrandDetail): Promise<void> => {
  const kept: KeptBrand = { name, logo, menuLogo, favicon, domains, sdkTheme, theme }
  return keepDeleted(ctx, { subject: 'brand', id, kept })
}

/** With its domains, unless another brand answers there by now; pictures that were cleared away meanwhile stay gone. */
export const reviveBrand = async (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const kept = await takeDeleted<KeptBrand>(inner, 'brand', id)
    await refuseTakenDomains(inner, kept.domains, id)
    const now = inner.clock().toString()
    await inner.db
      .insertInto('brands')
      .values({
        ...kept,
        ...(await stillThere(inner, kept)),
        theme: JSON.stringify(kept.theme),
        id,
        isDefault: false,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    await audit(inner, { action: 'brand.created', subject: 'brand', subjectId: id, after: await readBrand(inner, id) })
    inner.unitOfWork.afterCommit.push(invalidateBrands)
  })
