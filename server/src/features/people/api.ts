import type { FastifyRequest } from 'fastify'
import type { Clock } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { langOf } from '#src/platform/http/mount.ts'
import type { Leftover } from '#src/platform/leftovers.ts'
import { Problem } from '#src/platform/problem.ts'
import { signedInBy } from './signed-in.ts'

export { mailedLink, mailNewAddress, mailSecurityNotice } from './account-mail.ts'
export { countOwnAttempt, passwordIsRight } from './change-password.ts'
export { passwordFault } from './choose-password.ts'
export { countLinkAttempt, resetLockout, lockedUntil } from './count-attempt.ts'
export { createUser } from './create-user.ts'
export { requireNotActing, requireUser } from './current-user.ts'
export { userById } from './get-profile.ts'
export { lockAccountsShared, lockAccount } from './lock-account.ts'
export { hashPassword, passwordMatches } from './password.ts'
export { issueLoginHash } from './login-hash.ts'
export { renewPassword } from './renew-password.ts'
export { invalidateAllUsers, invalidateSession, invalidateUser, onForgotten, rightsNow } from './signed-in.ts'
export { isAbove, lockUserInScope, requireBelow, usersInScope } from './user-scope.ts'
export { sessionOrigin, newTokens, tokenView } from './start-session.ts'
export type { UserRecord } from './user-rows.ts'
export {
  dropResets,
  endActing,
  endSessions,
  insertSession,
  keepSessionUntil,
  insertUser,
  removeUser,
  setSession,
  setUser,
  spendRefreshToken,
} from './user-writes.ts'

/** `base`: the ctx before the caller is authenticated. */
export type CallerDeps = { db: Db; clock: Clock; base: (request: FastifyRequest) => Omit<Ctx, 'actor' | 'ability' | 'scope' | 'lang'> }

/**
 * Authenticates the session of a call, by `Authorization: Bearer`; `session.missing` without it, `session.expired` when it is not, or no longer,
 * valid.
 */
export const userCaller =
  ({ db, clock, base }: CallerDeps) =>
  async (request: FastifyRequest): Promise<Ctx> => {
    const token = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token) throw new Problem('session.missing')
    const { sessionId, userId, name, companyId, actedBy, lang, ability, scope } = await signedInBy(db, token, clock().epochMilliseconds)
    return {
      ...base(request),
      actor: { kind: 'user', id: userId, name, companyId, sessionId, ...(actedBy ? { actedBy } : {}) },
      ability,
      scope,
      lang: langOf(request, lang),
    }
  }

/** A refresh token that comes back after its session is gone can end nothing any more. */
export const peopleLeftovers: readonly Leftover[] = [{ table: 'spent_refresh_tokens', column: 'spent_at', keep: { hours: 24 * 60 } }]
