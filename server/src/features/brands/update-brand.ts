import type { BrandDetail, brands } from '@tablewire/contracts/identity/brands'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { refuseStale } from '#src/features/access/api.ts'
import { audit, savesNothing, withFields } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { refuseTakenDomains, requireFields } from './brand-fields.ts'
import { readBrand } from './brand-view.ts'
import { invalidateBrands } from './known-brands.ts'

/** Takes a change only from whoever has seen the brand as it is now. */
export const updateBrand = async (ctx: Ctx, { params: { id }, body }: Received<typeof brands.update>): Promise<BrandDetail> =>
  transaction(ctx, async (inner) => {
    await inner.db.selectFrom('brands').select('id').where('id', '=', id).forUpdate().execute()
    const before = await readBrand(inner, id)
    await refuseStale(inner, {
      code: 'brand.version_stale',
      seen: body.version,
      now: before.version,
      subjectId: id,
      actions: ['brand.updated', 'brand.undone'],
    })
    const fields = await requireFields(inner, body, before)
    await refuseTakenDomains(inner, fields.domains, id)
    const same = { before, after: withFields(before, { ...fields, theme: body.theme }) }
    if (savesNothing(inner, { action: 'brand.updated', subject: 'brand', ...same })) return before
    await inner.db
      .updateTable('brands')
      .set({ ...fields, version: before.version + 1, updatedAt: inner.clock().toString() })
      .where('id', '=', id)
      .execute()
    const after = await readBrand(inner, id)
    await audit(inner, { action: 'brand.updated', subject: 'brand', subjectId: id, before, after })
    inner.unitOfWork.afterCommit.push(invalidateBrands)
    return after
  })
