import { sql } from 'kysely'
import { removeCompanies } from '#src/features/access/api.ts'
import { deleteUser } from '#src/features/users/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { sqlCodeOf, transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { companySnapshot, readCompany } from './company-view.ts'
import { isPlatform } from './install-link.ts'

/** Those in the archive as well: they have guests and a history. */
const venuesOf = async (ctx: Ctx, id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from venues where company_id = ${id}`.execute(ctx.db)
  return rows[0]!.count
}

/** Venues have to go elsewhere first; groups and people go with it, each with an entry of their own. */
export const deleteCompany = async (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    await sql`select from companies where id = ${id} for update`.execute(inner.db)
    const before = await readCompany(inner, id)
    if (!isPlatform(inner)) throw new Problem('access.denied')
    const venues = await venuesOf(inner, id)
    if (venues > 0) throw new Problem('company.has_venues', { venues })
    const people = await inner.db.selectFrom('users').select('id').where('companyId', '=', id).orderBy('id').execute()
    for (const person of people) await deleteUser(inner, person.id)
    await removeCompanies(inner, [id])
    const { groupCount, userCount } = before
    await audit(inner, {
      action: 'company.deleted',
      subject: 'company',
      subjectId: id,
      companyId: id,
      before: { ...companySnapshot(before), groupCount, userCount },
    })
    return { id }
  }).catch((error: unknown) => {
    // A venue came to it between our look and our delete.
    throw sqlCodeOf(error) === '23503' ? new Problem('company.has_venues', { venues: 1 }) : error
  })
