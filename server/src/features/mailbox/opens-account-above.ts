import { sql } from 'kysely'
import { isAbove, type UserRecord } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { secretHash } from '#src/platform/id.ts'

/**
 * Whether a mail opens the account of somebody with more rights than the caller: one it was sent to, or one whose password its link lets its reader
 * choose. Of such a mail nobody else is shown what can be clicked, or reading it would make him that person.
 */
export const opensAccountAbove = async (ctx: Ctx, { recipient, text }: { recipient: string; text: string }): Promise<boolean> => {
  const secrets = (text.match(/[\w-]{20,}/g) ?? []).map(secretHash)
  const { rows } = await sql<Pick<UserRecord, 'roles' | 'permissions' | 'companyId' | 'allVenues'>>`
    select u.roles, u.permissions, u.company_id, u.all_venues from users u where u.email = lower(${recipient})
      or u.id in (select r.user_id from password_resets r where r.hash = any(${secrets}::bytea[]))`.execute(ctx.db)
  return rows.some((user) => isAbove(ctx, user))
}
