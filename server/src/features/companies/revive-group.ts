import { sql } from 'kysely'
import { giveGroup, insertGroup } from '#src/features/access/api.ts'
import { requirePicture } from '#src/features/brands/api.ts'
import { invalidateAllUsers } from '#src/features/people/api.ts'
import { placeInGroup } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { keepDeleted, takeDeleted } from '#src/platform/audit/deleted-things.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { groupSnapshot, readGroup } from './group-view.ts'

type KeptGroup = { companyId: string; name: string; logo: string; fbInstallLink: string | null; venues: string[]; users: string[] }

/** Before it goes: itself, the venues in it and the people who see them by it. */
export const keepGroup = async (ctx: Ctx, id: string): Promise<void> => {
  const { rows } = await sql<KeptGroup>`
    select g.company_id, g.name, g.logo, g.fb_install_link, array(select v.id from venues v where v.group_id = g.id)::text[] as venues,
      array(select ug.user_id from user_groups ug where ug.group_id = g.id)::text[] as users
    from groups g where g.id = ${id}`.execute(ctx.db)
  await keepDeleted(ctx, { subject: 'group', id, kept: rows[0]! })
}

/** Its picture may have been cleared away, as one that nobody shows any more. */
const logoStill = async (ctx: Ctx, logo: string): Promise<string> => {
  try {
    await requirePicture(ctx, logo, '')
    return logo
  } catch (error) {
    if (error instanceof Problem) return ''
    throw error
  }
}

/** Who is still there, still of the company, and sees what is given, not all of it. */
const stillLimited = async (ctx: Ctx, companyId: string, users: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.id = any(${[...users]}::uuid[]) and not u.all_venues and (u.company_id is null or u.company_id = ${companyId})`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** With the venues that are still in the company and went to no other group, and the people who are still of it and see no more than single venues. */
export const reviveGroup = async (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { companyId, name, logo, fbInstallLink, venues, users } = await takeDeleted<KeptGroup>(inner, 'group', id)
    const mine = inner.scope.kind === 'all' || (inner.scope.kind === 'company' && inner.scope.companyId === companyId)
    if (!mine) throw new Problem('access.denied')
    const company = await inner.db.selectFrom('companies').select('id').where('id', '=', companyId).forShare().executeTakeFirst()
    if (!company) throw new Problem('company.not_found')
    await insertGroup(inner, { id, companyId, name, logo: await logoStill(inner, logo), fbInstallLink })
    const { rows } = await sql<{ id: string }>`
      select v.id from venues v where v.id = any(${venues}::uuid[]) and v.company_id = ${companyId} and v.group_id is null order by v.id for update`.execute(
      inner.db,
    )
    await placeInGroup(inner, { id, companyId }, { venues: rows.map((venue) => venue.id), only: true })
    await giveGroup(inner, id, await stillLimited(inner, companyId, users))
    const group = await readGroup(inner, id, 'min')
    await audit(inner, {
      action: 'group.created',
      subject: 'group',
      subjectId: id,
      companyId,
      after: await groupSnapshot(inner, group),
    })
    inner.unitOfWork.afterCommit.push(invalidateAllUsers)
  })
