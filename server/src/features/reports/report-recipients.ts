import { sql } from 'kysely'
import { usersInScope } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'

/** Addresses of accounts that the caller may know of are those accounts: they move with the person, and end with the account. */
const accountsOf = async (ctx: Ctx, addresses: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; email: string }>`
    select u.id, lower(u.email) as email from users u
    where lower(u.email) = any(${[...addresses]}::text[]) and u.disabled_at is null and ${usersInScope(ctx)}`.execute(ctx.db)
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Somebody still wants it: `report.ended_by_readers` where all have ended it for themselves. */
export const requireReader = async (ctx: Ctx, reportId: string): Promise<void> => {
  const { rows } = await sql`select from report_recipients where report_id = ${reportId} and stopped_at is null limit 1`.execute(ctx.db)
  if (rows.length === 0) throw new Problem('report.ended_by_readers')
}

/** These and nobody else; who stopped it stays stopped, also when somebody names them again. */
export const setRecipients = async (ctx: Ctx, reportId: string, given: readonly string[]): Promise<void> => {
  const addresses = [...new Set(given)]
  const accounts = await accountsOf(ctx, addresses)
  const users = [...new Set(accounts.values())]
  const emails = addresses.filter((address) => !accounts.has(address))
  await sql`
    delete from report_recipients where report_id = ${reportId} and stopped_at is null
      and not (coalesce(user_id = any(${users}::uuid[]), false) or coalesce(email = any(${emails}::text[]), false))`.execute(ctx.db)
  for (const one of [...users.map((userId) => ({ userId, email: null })), ...emails.map((email) => ({ userId: null, email }))])
    await ctx.db
      .insertInto('reportRecipients')
      .values({ id: newId(), reportId, ...one, stoppedAt: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (given.length === 0) throw new Problem('request.invalid', {}, { recipients: [{ issue: 'required' }] })
  await requireReader(ctx, reportId)
}
