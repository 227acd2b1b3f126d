import type { Company, companies } from '@tablewire/contracts/companies'
import type { Received } from '@tablewire/contracts/endpoint'
import { sql } from 'kysely'
import { requireUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { mayBeCalled } from '#src/platform/net/guard.ts'
import { Problem } from '#src/platform/problem.ts'
import { companySnapshot, readCompany } from './company-view.ts'

type Body = Received<typeof companies.create>['body']
type Update = Received<typeof companies.update>

/** The platform's own people, who see all of it. */
export const isPlatform = (ctx: Ctx): boolean => ctx.scope.kind === 'all' && requireUser(ctx).companyId === null

const requireBrand = async (ctx: Ctx, id: string): Promise<void> => {
  if (!(await ctx.db.selectFrom('brands').select('id').where('id', '=', id).forShare().executeTakeFirst()))
    throw new Problem('brand.not_found')
}

/** Partners show it to their restaurants, so it passes where every address passes that people enter, although nobody calls it here. */
const requireLink = (ctx: Ctx, link: string | null): void => {
  if (!isPlatform(ctx)) throw new Problem('access.denied')
  if (link !== null && !mayBeCalled(link, { origins: [] }))
    throw new Problem('request.invalid', {}, { fbInstallLink: [{ issue: 'address' }] })
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
    const fbInstallLink = fields.fbInstallLink || null
    requireLink(inner, fbInstallLink)
    const id = newId()
    await inner.db
      .insertInto('companies')
      .values({ ...fields, fbInstallLink, id, brandId: brandId ?? null })
      .execute()
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
    if (before.version !== version) throw new Problem('company.version_stale')
    const { brandId = before.brandId, ownerId = before.ownerId } = fields
    if (brandId !== before.brandId) {
      if (!isPlatform(inner)) throw new Problem('access.denied')
      if (brandId !== null) await requireBrand(inner, brandId)
    }
    const fbInstallLink = fields.fbInstallLink === undefined ? before.fbInstallLink : fields.fbInstallLink || null
    if (fbInstallLink !== before.fbInstallLink) requireLink(inner, fbInstallLink)
    if (ownerId !== null && ownerId !== before.ownerId) await requireOwner(inner, ownerId, id)
    await inner.db
      .updateTable('companies')
      .set({ ...fields, fbInstallLink, brandId, ownerId, version: version + 1, updatedAt: inner.clock().toString() })
      .where('id', '=', id)
      .execute()
    const after = await readCompany(inner, id)
    const told = { before: companySnapshot(before), after: companySnapshot(after) }
    await audit(inner, { action: 'company.updated', subject: 'company', subjectId: id, companyId: id, ...told })
    return after
  })
