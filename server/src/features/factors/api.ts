import type { PasskeyAssertion } from '@tablewire/contracts/identity/passkeys'
import type { Proof, SecurityState, SessionKind } from '@tablewire/contracts/identity/security'
import type { FactorChallenge, FactorMethod } from '@tablewire/contracts/identity/session'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { removeTotp, spendTotp, totpSince } from './app-codes.ts'
import { challengeSeconds, dropChallenges, openChallenge, takeChallenge, tryChallenge } from './challenges.ts'
import { passkeyAnswers, passkeyProves, passkeyRequest, passkeysOf, passkeysPossible, passkeyView } from './passkeys.ts'
import { recoveryCodesLeft, removeRecoveryCodes, renewRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'

export { confirmTotp, removeTotp, startTotp, totpSince } from './app-codes.ts'
export { dropChallenges, tidyChallenges } from './challenges.ts'
export { forgetDevices, isAnybodysDevice, isKnownDevice, rememberDevice, tidyDevices } from './known-devices.ts'
export { bookingOrigin, brandOrigin, linkOrigin, ownOrigin } from './own-origin.ts'
export {
  addPasskey,
  deletePasskey,
  passkeyView,
  renamePasskey,
  startPasskey,
  startPasskeyProof,
  startPasskeySignIn,
  userOfPasskey,
} from './passkeys.ts'
export { renewRecoveryCodes } from './recovery-codes.ts'

export const securityState = async (ctx: Ctx, userId: string): Promise<SecurityState> => {
  const [since, passkeys, recoveryLeft, possible] = await Promise.all([
    totpSince(ctx, userId),
    passkeysOf(ctx, userId),
    recoveryCodesLeft(ctx, userId),
    passkeysPossible(ctx),
  ])
  return {
    twoFactor: Boolean(since) || passkeys.length > 0,
    totpSince: since ?? null,
    passkeys: passkeys.map(passkeyView),
    recoveryCodesLeft: recoveryLeft,
    passkeysPossible: possible,
  }
}

/** The first second factor comes with recovery codes; null when there are some already. */
export const firstRecoveryCodes = async (ctx: Ctx, userId: string): Promise<string[] | null> =>
  (await recoveryCodesLeft(ctx, userId)) ? null : renewRecoveryCodes(ctx, userId)

/** Without any second factor left, recovery codes are worthless and are deleted as well. */
export const tidyFactors = async (ctx: Ctx, userId: string): Promise<SecurityState> => {
  const state = await securityState(ctx, userId)
  if (state.twoFactor || !state.recoveryCodesLeft) return state
  await removeRecoveryCodes(ctx, userId)
  return { ...state, recoveryCodesLeft: 0 }
}

/** One query, as every sign-in makes it and most users have none. */
export const hasFactor = async (ctx: Ctx, userId: string): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from totp_secrets where user_id = ${userId} and confirmed_at is not null)
      or exists (select from passkeys where user_id = ${userId}) as has`.execute(ctx.db)
  return rows[0]!.has
}

export type SignInUnderWay = { userId: string; sessionKind: SessionKind; longTime: boolean }

/** The second factors required after this user's password; undefined = none is set up. */
export const secondFactorFor = async (ctx: Ctx, signIn: SignInUnderWay): Promise<FactorChallenge | undefined> => {
  const { userId } = signIn
  if (!(await hasFactor(ctx, userId))) return undefined
  const { totpSince: since, recoveryCodesLeft: left } = await securityState(ctx, userId)
  const challenge = await openChallenge(ctx, { purpose: 'second_factor', ...signIn })
  const passkey = await passkeyRequest(ctx, challenge, userId)
  const methods: FactorMethod[] = [
    ...(since ? (['totp'] as const) : []),
    ...(passkey ? (['passkey'] as const) : []),
    ...(left ? (['recovery_code'] as const) : []),
  ]
  return { challenge, expiresInSeconds: challengeSeconds, methods, passkey }
}

export type FactorAnswer = { challenge: string } & ({ otp: string } | { recoveryCode: string } | { assertion: PasskeyAssertion })

/** The sign-in of that challenge; each call counts an attempt. Expired, or too many attempts: `challenge.expired`. */
export const signInUnderWay = async (ctx: Ctx, challenge: string): Promise<SignInUnderWay> => {
  const found = await tryChallenge(ctx, { challenge, purpose: 'second_factor' })
  if (!found?.userId || !found.sessionKind) throw new Problem('challenge.expired')
  return { userId: found.userId, sessionKind: found.sessionKind, longTime: found.longTime }
}

/** Which second factor was verified; undefined = wrong. A right answer uses up the challenge. */
export const answerSecondFactor = async (ctx: Ctx, userId: string, answer: FactorAnswer): Promise<FactorMethod | undefined> => {
  const method = 'otp' in answer ? 'totp' : 'assertion' in answer ? 'passkey' : 'recovery_code'
  const right =
    'otp' in answer
      ? await spendTotp(ctx, userId, answer.otp)
      : 'assertion' in answer
        ? await passkeyAnswers(ctx, userId, answer)
        : await spendRecoveryCode(ctx, userId, answer.recoveryCode)
  if (!right) return undefined
  if (!(await takeChallenge(ctx, { challenge: answer.challenge, purpose: 'second_factor' }))) throw new Problem('challenge.expired')
  return method
}

/** Re-authentication by one of the own second factors, within a session; the first of passkey, code and recovery code that was sent. */
export const proveFactor = async (ctx: Ctx, userId: string, { otp, recoveryCode, assertion }: Proof): Promise<boolean> => {
  if (assertion) return passkeyProves(ctx, userId, assertion)
  return otp ? spendTotp(ctx, userId, otp) : spendRecoveryCode(ctx, userId, recoveryCode ?? '')
}

/** Reset after a loss: app codes, passkeys and recovery codes are deleted, also those of a sign-in under way. Returns whether there were any. */
export const removeFactors = async (ctx: Ctx, userId: string): Promise<{ totp: boolean; passkeys: number }> => {
  const { totpSince: since, passkeys } = await securityState(ctx, userId)
  await removeTotp(ctx, userId)
  await ctx.db.deleteFrom('passkeys').where('userId', '=', userId).execute()
  await removeRecoveryCodes(ctx, userId)
  await dropChallenges(ctx, userId)
  return { totp: since !== null, passkeys: passkeys.length }
}
