import type { Company, companies } from '@tablewire/contracts/estate/companies'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { insertCompany, refuseStale, setCompany } from '#src/features/access/api.ts'
import { audit, savesNothing, withFields } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { companySnapshot, readCompany } from './company-view.ts'
import { installLink, isPlatform } from './install-link.ts'

type Body = Received<typeof companies.create>['body']
type Update = Received<typeof companies.update>

const requireBrand = async (ctx: Ctx, id: string): Promise<void> => {
  if (!(await ctx.db.selectFrom('brands').select('id').where('id', '=', id).forShare().executeTakeFirst()))
    throw new Problem('brand.not_found')
}

/** The owner is somebody of the company. */
const requireOwner = async (ctx: Ctx, id: string, companyId: string): Promise<void> => {
  const found = await ctx.db.selectFrom('users').select('id').where('id', '=', id).where('companyId', '=', companyId).executeTakeFirst()
  if (!found) throw new Problem('user.not_found', {}, { ownerId: [{ issue: 'invalid' }] })
}

export const createCompany = async (ctx: Ctx, { ownerId, brandId, ...fields }: Body): Promise<Company> =>
  transaction(ctx, async (inner) => {
    // Nobody belongs to a company that is not there yet.
    if (ownerId) throw new Problem('user.not_found', {}, { ownerId: [{ issue: 'invalid' }] })
    if (!isPlatform(inner)) throw new Problem('access.denied')
    if (brandId) await requireBrand(inner, brandId)
    const fbInstallLink = installLink(inner, fields.fbInstallLink, null)
    const id = newId()
    await insertCompany(inner, { ...fields, fbInstallLink, id, brandId: brandId ?? null })
    const company = await readCompany(inner, id)
    await audit(inner, { action: 'company.created', subject: 'company', subjectId: id, companyId: id, after: companySnapshot(company) })
    return company
  })

/** Its own administrators change a company's data; what face it has is the platform's matter. */
export const updateCompany = async (ctx: Ctx, { params: { id }, body }: Update): Promise<Company> =>
  transaction(ctx, async (inner) => {
    const { version, ...fields } = body
    await sql`select from companies where id = ${id} for update`.execute(inner.db)
    const before = await readCompany(inner, id)
    await refuseStale(inner, {
      code: 'company.version_stale',
      seen: version,
      now: before.version,
      subjectId: id,
      actions: ['company.updated', 'company.undone'],
    })
    const { brandId = before.brandId, ownerId = before.ownerId } = fields
    if (brandId !== before.brandId) {
      if (!isPlatform(inner)) throw new Problem('access.denied')
      if (brandId !== null) await requireBrand(inner, brandId)
    }
    const fbInstallLink = installLink(inner, fields.fbInstallLink, before.fbInstallLink)
    if (ownerId !== null && ownerId !== before.ownerId) await requireOwner(inner, ownerId, id)
    const same = { before: companySnapshot(before), after: companySnapshot(withFields(before, { ...fields, fbInstallLink })) }
    if (savesNothing(inner, { action: 'company.updated', subject: 'company', ...same })) return before
    await setCompany(inner, id, { ...fields, fbInstallLink, brandId, ownerId, version: version + 1, updatedAt: inner.clock().toString() })
    const after = await readCompany(inner, id)
    const changes = { before: companySnapshot(before), after: companySnapshot(after) }
    await audit(inner, { action: 'company.updated', subject: 'company', subjectId: id, companyId: id, ...changes })
    return after
  })
