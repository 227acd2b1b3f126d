import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { sqlCodeOf, transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { readBrand } from './brand-view.ts'
import { invalidateBrands } from './known-brands.ts'
import { keepBrand } from './revive-brand.ts'

/** Neither the default brand nor one that a company carries can go. */
export const deleteBrand = async (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    await inner.db.selectFrom('brands').select('id').where('id', '=', id).forUpdate().execute()
    const before = await readBrand(inner, id)
    if (before.isDefault) throw new Problem('brand.is_default')
    if (before.companyCount > 0) throw new Problem('brand.in_use', { companies: before.companyCount })
    await keepBrand(inner, before)
    await inner.db.deleteFrom('brands').where('id', '=', id).execute()
    await audit(inner, { action: 'brand.deleted', subject: 'brand', subjectId: id, before })
    inner.unitOfWork.afterCommit.push(invalidateBrands)
    return { id }
  }).catch((error: unknown) => {
    // A company took it on between our look and our delete.
    throw sqlCodeOf(error) === '23503' ? new Problem('brand.in_use', { companies: 1 }) : error
  })
