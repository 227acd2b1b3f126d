import { signInRoles } from '@tablewire/contracts/access'
import type { ErrorCode } from '@tablewire/contracts/problem'
import type { Token } from '@tablewire/contracts/session'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { countAttempt, signInBounds } from './count-attempt.ts'
import { passwordMatches } from './password.ts'
import { type Grant, startSession } from './start-session.ts'
import type { UserRecord } from './user-rows.ts'

export type Refusal = { grant: Grant | 'refresh_token'; reason: ErrorCode; user: UserRecord | undefined; locked?: boolean }

/** Tells the audit of the refusal. What was typed stays out: people type passwords into the field for the name, too. */
export const auditRefusal = async (ctx: Ctx, { grant, reason, user, locked }: Refusal): Promise<void> => {
  const after = { grant, reason, address: ctx.origin.address, ...(locked ? { locked } : {}) }
  await audit(ctx, { action: 'session.refused', subject: 'user', subjectId: user?.id ?? null, after })
}

const userByEmail = async (ctx: Ctx, email: string): Promise<UserRecord | undefined> =>
  // PostgreSQL cannot even be asked for text with a zero byte.
  email.includes('\0') ? undefined : ctx.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/**
 * The password grant (AC1, AC4). Unknown user, wrong password and disabled user are one answer, after the same work.
 * Ten failures of an account or 200 of an address within 15 minutes lock it, the right password included.
 */
export const signIn = async (
  ctx: Ctx,
  { username, password, longTime }: { username: string; password: string; longTime: boolean },
): Promise<Token> => {
  const email = username.trim().toLowerCase()
  const attempt = await countAttempt(ctx, signInBounds(ctx, email))
  if (attempt.lockedSeconds !== undefined) {
    await attempt.undo()
    throw new Problem('login.locked', { minutes: Math.ceil(attempt.lockedSeconds / 60), seconds: attempt.lockedSeconds })
  }
  const user = await userByEmail(ctx, email)
  const right = await passwordMatches(user?.passwordHash, password)
  if (!user || !right || user.disabledAt !== null) {
    await auditRefusal(ctx, { grant: 'password', reason: 'credentials.invalid', user, locked: attempt.last })
    throw new Problem('credentials.invalid')
  }
  await attempt.undo()
  if (!user.roles.some((role) => signInRoles.includes(role))) {
    await auditRefusal(ctx, { grant: 'password', reason: 'access.no_role', user })
    throw new Problem('access.no_role')
  }
  return (await startSession(ctx, { user, grant: 'password', longTime })).token
}
