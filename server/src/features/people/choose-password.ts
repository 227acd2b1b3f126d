import { brandOfHost } from '#src/features/brands/api.ts'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { minLength, passwordWeakness } from './password-strength.ts'
import { hashPassword, passwordMatches } from './password.ts'
import type { UserRecord } from './user-rows.ts'

const product = 'tablewire'

/** Why this password cannot be anybody's with these names; undefined = it can. */
export const passwordFault = async (password: string, own: readonly string[]): Promise<Problem | undefined> => {
  if (Array.from(password).length < minLength)
    return new Problem('request.invalid', {}, { newPassword: [{ issue: 'min_length', value: minLength }] })
  const code = await passwordWeakness(password, [product, ...own])
  return code && new Problem(code, {}, { newPassword: [{ issue: code }] })
}

/** Personal names and addresses: an attacker guesses these first. */
const namesAround = async (ctx: Ctx, { id, companyId, email, username, firstName, lastName }: UserRecord): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from companies where id = ${companyId}
    union all (select v.name from venue_names v where v.company_id = ${companyId} or v.id in (select uv.venue_id from user_venues uv where uv.user_id = ${id}) limit 200)`.execute(
    ctx.db,
  )
  const brand = await brandOfHost(ctx.db, ctx.origin.host)
  return [email, username ?? '', firstName, lastName, `${firstName}${lastName}`, brand.name, ...rows.map(({ name }) => name)]
}

/** The password policy: long enough, not among the first guesses, no name, and not the current one. Returns its hash. */
export const hashChosen = async (ctx: Ctx, user: UserRecord, password: string): Promise<string> => {
  if (await passwordMatches(user.passwordHash, password))
    throw new Problem('password.unchanged', {}, { newPassword: [{ issue: 'password.unchanged' }] })
  const fault = await passwordFault(password, await namesAround(ctx, user))
  if (fault) throw fault
  return hashPassword(password)
}
