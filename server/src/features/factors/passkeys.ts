import type { Passkey } from '@tablewire/contracts/identity/security'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@tablewire/contracts/identity/passkeys'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Ctx } from '#src/platform/ctx.ts'
import { sqlCodeOf } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { challengeSeconds, openChallenge, takeChallenge } from './challenges.ts'
import type { PasskeyRecord } from './factor-rows.ts'
import { ownOrigin } from './own-origin.ts'

/** Lazily loaded with the first passkey: it costs a start more time and memory than all of signing in. */
const library = () => import('@simplewebauthn/server')

const mostPasskeys = 20
/** COSE: Ed25519, ES256, RS256. Together every authenticator there is. */
const algorithms = [-8, -7, -257]

export const passkeyView = ({ id, name, createdAt, usedAt, synced }: PasskeyRecord): Passkey => ({ id, name, createdAt, usedAt, synced })

type Party = { origin: string; rpId: string }
/** For which name and origin passkeys are made and shown here; refused where browsers allow none. */
const party = async (ctx: Ctx): Promise<Party> => {
  const own = await ownOrigin(ctx)
  if (!own?.passkeyHost) throw new Problem('passkey.impossible')
  return { origin: own.origin, rpId: own.passkeyHost }
}
export const passkeysPossible = async (ctx: Ctx): Promise<boolean> => (await ownOrigin(ctx))?.passkeyHost !== undefined

export const passkeysOf = (ctx: Ctx, userId: string): Promise<PasskeyRecord[]> =>
  ctx.db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id').execute()

const descriptor = ({ credentialId, transports }: PasskeyRecord) => ({ id: credentialId, type: 'public-key' as const, transports })

export type PasskeyOwner = { id: string; email: string; name: string; brand: string }

export const startPasskey = async (ctx: Ctx, owner: PasskeyOwner): Promise<PasskeyCreationOptions> => {
  const { rpId } = await party(ctx)
  const known = await passkeysOf(ctx, owner.id)
  if (known.length >= mostPasskeys) throw new Problem('passkey.too_many')
  return {
    challenge: await openChallenge(ctx, { purpose: 'passkey_registration', userId: owner.id }),
    timeout: challengeSeconds * 1000,
    rp: { id: rpId, name: owner.brand },
    user: { id: Buffer.from(owner.id).toString('base64url'), name: owner.email, displayName: owner.name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    excludeCredentials: known.filter((one) => one.rpId === rpId).map(descriptor),
    // A discoverable credential, so that it can sign in without a name being typed.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    attestation: 'none',
  }
}

/** The challenge a browser signed, not yet verified as ours. */
const signedChallenge = (clientDataJSON: string): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    if (typeof challenge === 'string' && challenge.length <= 200) return challenge
  } catch {
    // Refused below.
  }
  throw new Problem('passkey.refused')
}

/** The library throws for everything that is invalid; none of it is an internal error. */
const verified = async <T extends { verified: boolean }>(ctx: Ctx, check: () => Promise<T>): Promise<T> => {
  const found = await check().catch((error: unknown) => {
    ctx.log.debug({ err: error }, 'passkey refused')
    return undefined
  })
  if (!found?.verified) throw new Problem('passkey.refused')
  return found
}

export const addPasskey = async (
  ctx: Ctx,
  userId: string,
  { name, response }: { name: string; response: PasskeyRegistration },
): Promise<PasskeyRecord> => {
  const { origin, rpId } = await party(ctx)
  const challenge = signedChallenge(response.response.clientDataJSON)
  const opened = await takeChallenge(ctx, { challenge, purpose: 'passkey_registration' })
  if (opened?.userId !== userId) throw new Problem('passkey.refused')
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verified(ctx, () =>
    verifyRegistrationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        clientExtensionResults: {},
        response: { clientDataJSON: response.response.clientDataJSON, attestationObject: response.response.attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  const { credential, credentialBackedUp } = registrationInfo!
  if ((await passkeysOf(ctx, userId)).length >= mostPasskeys) throw new Problem('passkey.too_many')
  try {
    return await ctx.db
      .insertInto('passkeys')
      .values({
        id: newId(),
        userId,
        rpId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: response.response.transports ?? [],
        synced: credentialBackedUp,
        name,
        createdAt: ctx.clock().toString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (sqlCodeOf(error) === '23505') throw new Problem('passkey.known')
    throw error
  }
}

/** `userId`: a second factor of that user; without one, a discoverable passkey of this host signs in by itself. */
export const passkeyRequest = async (ctx: Ctx, challenge: string, userId?: string): Promise<PasskeyRequestOptions | null> => {
  const own = await ownOrigin(ctx)
  if (!own?.passkeyHost) return null
  const known = userId === undefined ? [] : (await passkeysOf(ctx, userId)).filter(({ rpId }) => rpId === own.passkeyHost)
  if (userId !== undefined && !known.length) return null
  return {
    challenge,
    timeout: challengeSeconds * 1000,
    rpId: own.passkeyHost,
    allowCredentials: known.map(descriptor),
    // Alone, the passkey needs user verification (finger, face, PIN); beside a password user presence is enough.
    userVerification: userId === undefined ? 'required' : 'preferred',
  }
}

export const startPasskeySignIn = async (ctx: Ctx): Promise<PasskeyRequestOptions> => {
  await party(ctx)
  return (await passkeyRequest(ctx, await openChallenge(ctx, { purpose: 'passkey_sign_in', userId: null })))!
}

type SignedChallenge = { assertion: PasskeyAssertion; challenge: string; alone: boolean }

/** Verifies the passkey's signature on this challenge, on this host; its counter is raised, and a clone that falls behind is refused. */
const passkeyThatSigned = async (ctx: Ctx, { assertion, challenge, alone }: SignedChallenge): Promise<PasskeyRecord> => {
  const { origin, rpId } = await party(ctx)
  const passkey = await ctx.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credentialId', '=', assertion.id)
    .where('rpId', '=', rpId)
    .executeTakeFirst()
  if (!passkey) throw new Problem('passkey.refused')
  const { clientDataJSON, authenticatorData, signature, userHandle } = assertion.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) throw new Problem('passkey.refused')
  const { verifyAuthenticationResponse } = await library()
  const { authenticationInfo } = await verified(ctx, () =>
    verifyAuthenticationResponse({
      response: {
        id: assertion.id,
        rawId: assertion.rawId,
        type: assertion.type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
      requireUserVerification: alone,
    }),
  )
  const { newCounter, credentialBackedUp } = authenticationInfo
  const used = { counter: newCounter, synced: credentialBackedUp, usedAt: ctx.clock().toString() }
  await ctx.db.updateTable('passkeys').set(used).where('id', '=', passkey.id).execute()
  return passkey
}

/** As second factor: it has to be that user's, and to have signed the challenge of that sign-in. */
export const passkeyAnswers = async (
  ctx: Ctx,
  userId: string,
  { assertion, challenge }: { assertion: PasskeyAssertion; challenge: string },
): Promise<boolean> => {
  if (signedChallenge(assertion.response.clientDataJSON) !== challenge) return false
  return (await passkeyThatSigned(ctx, { assertion, challenge, alone: false })).userId === userId
}

/** A passkey alone: returns its user. The challenge is single-use. */
export const userOfPasskey = async (ctx: Ctx, assertion: PasskeyAssertion): Promise<string> => {
  const challenge = signedChallenge(assertion.response.clientDataJSON)
  if (!(await takeChallenge(ctx, { challenge, purpose: 'passkey_sign_in' }))) throw new Problem('challenge.expired')
  return (await passkeyThatSigned(ctx, { assertion, challenge, alone: true })).userId
}

/** Re-authentication by passkey, before something about signing in changes. */
export const startPasskeyProof = async (ctx: Ctx, userId: string): Promise<PasskeyRequestOptions> => {
  const request = await passkeyRequest(ctx, await openChallenge(ctx, { purpose: 'proof', userId }), userId)
  if (!request) throw new Problem('passkey.impossible')
  return request
}

/** Whether that user's passkey signed a challenge that was issued for such a change, and is unused. */
export const passkeyProves = async (ctx: Ctx, userId: string, assertion: PasskeyAssertion): Promise<boolean> => {
  try {
    const challenge = signedChallenge(assertion.response.clientDataJSON)
    const opened = await takeChallenge(ctx, { challenge, purpose: 'proof' })
    return opened?.userId === userId && (await passkeyThatSigned(ctx, { assertion, challenge, alone: false })).userId === userId
  } catch (error) {
    if (error instanceof Problem && error.code === 'passkey.refused') return false
    throw error
  }
}

export const renamePasskey = async (ctx: Ctx, userId: string, { id, name }: { id: string; name: string }): Promise<Passkey> => {
  const named = await ctx.db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (!named) throw new Problem('passkey.not_found')
  return passkeyView(named)
}

export const deletePasskey = async (ctx: Ctx, userId: string, id: string): Promise<void> => {
  const gone = await ctx.db.deleteFrom('passkeys').where('id', '=', id).where('userId', '=', userId).executeTakeFirst()
  if (!gone.numDeletedRows) throw new Problem('passkey.not_found')
}
