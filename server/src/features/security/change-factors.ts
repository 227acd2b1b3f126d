import type { PasskeyCreationOptions, PasskeyRegistration } from '@tablewire/contracts/identity/passkeys'
import type { Passkey, Proof, SecurityState } from '@tablewire/contracts/identity/security'
import { brandOfHost } from '#src/features/brands/api.ts'
import {
  addPasskey,
  confirmTotp,
  deletePasskey,
  dropChallenges,
  firstRecoveryCodes,
  passkeyView,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  securityState,
  startPasskey,
  startTotp,
  tidyFactors,
  totpSince,
} from '#src/features/factors/api.ts'
import { countOwnAttempt, lockAccount, mailSecurityNotice, requireNotActing, userById } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireProof } from './api.ts'

type Change = { action: string; after?: Record<string, unknown>; news?: Parameters<typeof mailSecurityNotice>[2] }

/** The change, its audit entry and the mail that tells the owner of it, in one transaction. */
const changed = <T>(ctx: Ctx, { action, after, news }: Change, work: (inner: Ctx, userId: string) => Promise<T>): Promise<T> => {
  const { id } = requireNotActing(ctx)
  return transaction(ctx, async (inner) => {
    await lockAccount(inner, id)
    const result = await work(inner, id)
    await audit(inner, { action, subject: 'user', subjectId: id, ...(after ? { after } : {}) })
    if (news) await mailSecurityNotice(inner, id, news)
    return result
  })
}

const ownerOf = async (ctx: Ctx, userId: string) => {
  const [user, brand] = await Promise.all([userById(ctx, userId), brandOfHost(ctx.db, ctx.origin.host)])
  return { id: userId, email: user.email, name: `${user.firstName} ${user.lastName}`, brand: brand.name }
}

export const beginTotp = async (ctx: Ctx, proof: Proof): Promise<{ secret: string; uri: string }> => {
  // Checked before a code is asked for: there is an app already.
  if (await totpSince(ctx, requireNotActing(ctx).id)) throw new Problem('totp.active')
  await requireProof(ctx, proof)
  return changed(ctx, { action: 'totp.started' }, async (inner, userId) => {
    const { brand, email } = await ownerOf(inner, userId)
    return startTotp(inner, userId, { issuer: brand, account: email })
  })
}

/** The first code shows that the app has the secret; wrong ones are counted, or six digits could be guessed. */
export const activateTotp = async (ctx: Ctx, { otp }: { otp: string }): Promise<{ recoveryCodes: string[] | null }> => {
  const { id } = requireNotActing(ctx)
  const since = await totpSince(ctx, id)
  if (since === undefined) throw new Problem('totp.missing')
  if (since !== null) throw new Problem('totp.active')
  const attempt = await countOwnAttempt(ctx, id)
  const made = await changed(ctx, { action: 'totp.activated', news: 'totpOn' }, async (inner) => {
    if (!(await confirmTotp(inner, id, otp))) throw new Problem('otp.wrong')
    await dropChallenges(inner, id)
    return { recoveryCodes: await firstRecoveryCodes(inner, id) }
  })
  await attempt.undo()
  return made
}

export const disableTotp = async (ctx: Ctx, proof: Proof): Promise<SecurityState> => {
  const { id } = requireNotActing(ctx)
  if (!(await totpSince(ctx, id))) throw new Problem('totp.missing')
  await requireProof(ctx, proof)
  return changed(ctx, { action: 'totp.disabled', news: 'totpOff' }, async (inner) => {
    if (!(await removeTotp(inner, id))) throw new Problem('totp.missing')
    await dropChallenges(inner, id)
    return tidyFactors(inner, id)
  })
}

export const replaceRecoveryCodes = async (ctx: Ctx, proof: Proof): Promise<{ recoveryCodes: string[] }> => {
  const { id } = requireNotActing(ctx)
  if (!(await securityState(ctx, id)).twoFactor) throw new Problem('second_factor.missing')
  await requireProof(ctx, proof)
  return changed(ctx, { action: 'recovery_codes.renewed', news: 'codesNew' }, async (inner) => ({
    recoveryCodes: await renewRecoveryCodes(inner, id),
  }))
}

export const beginPasskey = async (ctx: Ctx, proof: Proof): Promise<PasskeyCreationOptions> =>
  startPasskey(ctx, await ownerOf(ctx, await requireProof(ctx, proof)))

export const keepPasskey = async (
  ctx: Ctx,
  given: { name: string; response: PasskeyRegistration },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> =>
  changed(ctx, { action: 'passkey.added', after: { name: given.name }, news: 'passkeyAdded' }, async (inner, userId) => {
    const passkey = passkeyView(await addPasskey(inner, userId, given))
    await dropChallenges(inner, userId)
    return { passkey, recoveryCodes: await firstRecoveryCodes(inner, userId) }
  })

export const giveName = async (ctx: Ctx, id: string, name: string): Promise<Passkey> =>
  changed(ctx, { action: 'passkey.renamed', after: { passkeyId: id, name } }, (inner, userId) => renamePasskey(inner, userId, { id, name }))

export const dropPasskey = async (ctx: Ctx, id: string, proof: Proof): Promise<SecurityState> => {
  await requirePasskey(ctx, id)
  await requireProof(ctx, proof)
  return changed(ctx, { action: 'passkey.deleted', after: { passkeyId: id }, news: 'passkeyDeleted' }, async (inner, userId) => {
    await deletePasskey(inner, userId, id)
    await dropChallenges(inner, userId)
    return tidyFactors(inner, userId)
  })
}

/** Checked before a password is asked for: there is no such passkey. */
const requirePasskey = async (ctx: Ctx, id: string): Promise<void> => {
  const { passkeys } = await securityState(ctx, requireNotActing(ctx).id)
  if (!passkeys.some((passkey) => passkey.id === id)) throw new Problem('passkey.not_found')
}
