import { signInRoles } from '@tablewire/contracts/identity/access'
import type { PasskeyAssertion } from '@tablewire/contracts/identity/passkeys'
import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import type { FactorChallenge, Token } from '@tablewire/contracts/identity/session'
import {
  answerSecondFactor,
  type FactorAnswer,
  secondFactorFor,
  type SignInUnderWay,
  signInUnderWay,
  userOfPasskey,
} from '#src/features/factors/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newSecret } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { mailSecurityNotice } from './account-mail.ts'
import { type Attempt, type Bound, countAttempt, passkeyBounds, signInBounds } from './count-attempt.ts'
import { isUnchanged } from './lock-account.ts'
import { keepReset } from './user-writes.ts'
import { passwordMatches } from './password.ts'
import { type Grant, type SessionStart, startSession } from './start-session.ts'
import type { UserRecord } from './user-rows.ts'

export type Refusal = {
  grant: Grant | 'refresh_token' | 'second_factor'
  reason: ErrorCode
  user: UserRecord | undefined
  locked?: boolean
}

/** Audits the refusal without the text typed: people type passwords into the field for the name, too. */
export const auditRefusal = async (ctx: Ctx, { grant, reason, user, locked }: Refusal): Promise<void> => {
  const after = { grant, reason, address: ctx.origin.address, ...(locked ? { locked } : {}) }
  await audit(ctx, { action: 'session.refused', subject: 'user', subjectId: user?.id ?? null, after })
}

const refuse = async (ctx: Ctx, refusal: Refusal): Promise<never> => {
  await auditRefusal(ctx, refusal)
  throw new Problem(refusal.reason)
}

export const userByEmail = async (ctx: Ctx, email: string): Promise<UserRecord | undefined> =>
  // PostgreSQL cannot even be asked for text with a zero byte. A user name never holds an @.
  email.includes('\0')
    ? undefined
    : ctx.db
        .selectFrom('users')
        .selectAll()
        .where(email.includes('@') ? 'email' : 'username', '=', email)
        .executeTakeFirst()

const activeUser = (ctx: Ctx, id: string): Promise<UserRecord | undefined> =>
  ctx.db.selectFrom('users').selectAll().where('id', '=', id).where('disabledAt', 'is', null).executeTakeFirst()

/** Counts an attempt to sign in; throws when locked. */
const attemptWithin = async (ctx: Ctx, bounds: readonly Bound[]): Promise<Attempt> => {
  const attempt = await countAttempt(ctx, bounds)
  if (attempt.lockedSeconds === undefined) return attempt
  await attempt.undo()
  throw new Problem('login.locked', { minutes: Math.ceil(attempt.lockedSeconds / 60), seconds: attempt.lockedSeconds })
}

const requireSignInRole = async (ctx: Ctx, user: UserRecord, grant: Grant): Promise<void> => {
  if (!user.roles.some((role) => signInRoles.includes(role))) await refuse(ctx, { grant, reason: 'access.no_role', user })
}

/**
 * The password grant (AC1, AC4). Unknown user, wrong password and disabled user have one answer, after the same work (no timing oracle). Ten failures
 * of strangers at an account or 200 of an address within 15 minutes lock it for strangers, the right password included; a known device has ten of its
 * own.
 */
export const signIn = async (
  ctx: Ctx,
  { username, password, longTime, device }: { username: string; password: string; longTime: boolean; device?: string | undefined },
): Promise<Token> => {
  const email = username.trim().toLowerCase()
  const user = await userByEmail(ctx, email)
  const attempt = await attemptWithin(ctx, await signInBounds(ctx, { userId: user?.id, email, device }))
  const right = await passwordMatches(user?.passwordHash, password)
  if (!user || !right || user.disabledAt !== null)
    return refuse(ctx, { grant: 'password', reason: 'credentials.invalid', user, locked: attempt.last })
  await attempt.undo()
  await requireSignInRole(ctx, user, 'password')
  const changed = (): Promise<never> => refuse(ctx, { grant: 'password', reason: 'credentials.invalid', user })
  if (user.passwordOneTime) return (await askForOwn(ctx, user)) ?? changed()
  return (await beginSession(ctx, { user, grant: 'password', longTime, device })) ?? changed()
}

/**
 * A one-time password leads to the choice of one's own and no further; a second factor is required after that. Undefined = it was changed meanwhile.
 */
const askForOwn = async (ctx: Ctx, user: UserRecord): Promise<undefined> => {
  const token = newSecret()
  const mustChoose = await transaction(ctx, async (inner) => {
    if (!(await isUnchanged(inner, user))) return false
    await keepReset(inner, { userId: user.id, token, purpose: 'invitation' })
    await auditRefusal(inner, { grant: 'password', reason: 'password.one_time', user })
    return true
  })
  if (mustChoose) throw new Problem('password.one_time').with({ token })
}

const askSecondFactor = async (ctx: Ctx, started: SignInUnderWay): Promise<FactorChallenge | undefined> => {
  const wanted = await secondFactorFor(ctx, started)
  if (!wanted) return undefined
  const after = { grant: started.sessionKind, address: ctx.origin.address }
  await audit(ctx, { action: 'session.factor_asked', subject: 'user', subjectId: started.userId, after })
  return wanted
}

/**
 * Starts a session after the password or its equivalent was verified. Where a second factor is set up, it throws `second_factor.required`, with the
 * challenge. Undefined = the account was changed or disabled during the verification.
 */
export const beginSession = async (ctx: Ctx, start: SessionStart): Promise<Token | undefined> => {
  const { user, grant, longTime } = start
  const { wanted, token } = await transaction(ctx, async (inner): Promise<{ wanted?: FactorChallenge | undefined; token?: Token }> => {
    if (!(await isUnchanged(inner, user))) return {}
    const factor = await askSecondFactor(inner, { userId: user.id, sessionKind: grant, longTime })
    return factor ? { wanted: factor } : { token: (await startSession(inner, start)).token }
  })
  if (wanted) throw new Problem('second_factor.required').with(wanted)
  return token
}

/** The second_factor grant: a wrong answer counts as a failed sign-in of the account, so that codes cannot be guessed. */
export const completeSignIn = async (ctx: Ctx, answer: FactorAnswer, device?: string): Promise<Token> => {
  const { userId, sessionKind, longTime } = await signInUnderWay(ctx, answer.challenge)
  const user = await activeUser(ctx, userId)
  if (!user) throw new Problem('challenge.expired')
  const attempt = await attemptWithin(ctx, await signInBounds(ctx, { userId, email: user.email, device }))
  const token = await transaction(ctx, async (inner) => {
    if (!(await isUnchanged(inner, user))) throw new Problem('challenge.expired')
    const secondFactor = await answerSecondFactor(inner, userId, answer).catch(ofPasskey)
    if (!secondFactor) return undefined
    if (secondFactor === 'recovery_code') await mailSecurityNotice(inner, userId, 'codeUsed')
    return (await startSession(inner, { user, grant: sessionKind as Grant, longTime, secondFactor, device })).token
  })
  if (!token) return refuse(ctx, { grant: 'second_factor', reason: 'second_factor.wrong', user, locked: attempt.last })
  await attempt.undo()
  return token
}

/** A refused passkey counts like a wrong code. */
const ofPasskey = (error: unknown): undefined => {
  if (!(error instanceof Problem) || error.code !== 'passkey.refused') throw error
}

/** The passkey grant: a passkey with user verification is both factors in one. Same roles as for a password (AC4). */
export const signInByPasskey = async (
  ctx: Ctx,
  { assertion, longTime, device }: { assertion: PasskeyAssertion; longTime: boolean; device?: string | undefined },
): Promise<Token> => {
  const attempt = await attemptWithin(ctx, await passkeyBounds(ctx, device))
  const user = await userOfPasskey(ctx, assertion)
    .then((id) => activeUser(ctx, id))
    .catch(ofPasskey)
  if (!user) return refuse(ctx, { grant: 'passkey', reason: 'passkey.refused', user, locked: attempt.last })
  await attempt.undo()
  await requireSignInRole(ctx, user, 'passkey')
  const token = await transaction(ctx, async (inner) =>
    (await isUnchanged(inner, user)) ? (await startSession(inner, { user, grant: 'passkey', longTime, device })).token : undefined,
  )
  return token ?? refuse(ctx, { grant: 'passkey', reason: 'passkey.refused', user })
}
