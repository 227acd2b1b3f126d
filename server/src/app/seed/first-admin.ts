import { say } from '@tablewire/contracts/phrases/phrases'
import { sql } from 'kysely'
import { createUser, passwordFault, passwordMatches } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { type Config, ConfigError } from '#src/platform/config.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newSecret } from '#src/platform/id.ts'
import { demoAdminEmail, demoPassword } from './demo-people.ts'

export type FirstAdmin = { email: string; /** To be shown once; null when whoever started us knows it already. */ password: string | null }

/** Lock: one process seeds at a time, the others wait and find it done. Held until the transaction ends. */
export const lockSeeding = async (ctx: Ctx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(7231905)`.execute(ctx.db)
}

const firstOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('users')
    .select(['email', 'passwordHash'])
    .orderBy(sql`'ROLE_SUPER_ADMIN' = any(roles)`, 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Creates the first administrator when there is none: named by the configuration, known in the demo, else with a random password. */
export const ensureFirstAdmin = async (ctx: Ctx, config: Config): Promise<FirstAdmin> => {
  const made = (await firstOf(ctx)) ? null : await transaction(ctx, (inner) => makeFirst(inner, config))
  if (made) return made
  const { email, passwordHash } = (await firstOf(ctx))!
  const known = email === demoAdminEmail && (await passwordMatches(passwordHash, demoPassword))
  return { email, password: known ? demoPassword : null }
}

/** The password rule, checked at the first start only: a password in the environment of an older installation changes nothing any more. */
const requireGood = async (password: string, email: string): Promise<void> => {
  const fault = await passwordFault(password, [email])
  if (!fault) return
  const why = fault.code === 'request.invalid' ? 'it must have at least 10 characters.' : say('en', fault.code)
  throw new ConfigError(`TABLEWIRE_ADMIN_PASSWORD cannot be the password of the first administrator: ${why}`)
}

const makeFirst = async (ctx: Ctx, { adminEmail, adminPassword, seed }: Config): Promise<FirstAdmin | null> => {
  await lockSeeding(ctx)
  if (await firstOf(ctx)) return null
  const email = adminEmail?.toLowerCase() ?? demoAdminEmail
  const shown = adminPassword ? null : seed === 'demo' && !adminEmail ? demoPassword : newSecret().slice(0, 20)
  if (adminPassword) await requireGood(adminPassword, email)
  const name = { firstName: 'Ada', lastName: 'Administrator' }
  await createUser(ctx, { email, password: adminPassword ?? shown!, ...name, roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'], lang: 'en' })
  // Killed before the demo is written, the next start knows that it was requested.
  if (seed === 'demo') await audit(ctx, { action: 'demo.chosen', subject: 'demo', subjectId: 'demo' })
  return { email, password: shown }
}
