import type { BrandDetail, brands } from '@tablewire/contracts/identity/brands'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { refuseTakenDomains, requireFields } from './brand-fields.ts'
import { readBrand } from './brand-view.ts'
import { invalidateBrands } from './known-brands.ts'

export const createBrand = async (ctx: Ctx, body: Received<typeof brands.create>['body']): Promise<BrandDetail> => {
  const id = newId()
  return transaction(ctx, async (inner) => {
    const fields = await requireFields(inner, body)
    await refuseTakenDomains(inner, fields.domains, id)
    const now = inner.clock().toString()
    await inner.db
      .insertInto('brands')
      .values({ ...fields, id, isDefault: false, createdAt: now, updatedAt: now })
      .execute()
    const brand = await readBrand(inner, id)
    await audit(inner, { action: 'brand.created', subject: 'brand', subjectId: id, after: brand })
    inner.unitOfWork.afterCommit.push(invalidateBrands)
    return brand
  })
}
